export class TooLargeError extends Error {}

/**
 * Reads a body to its end or to the cap, counting what really arrives: a `Content-Length` may be missing or a lie.
 * @throws TooLargeError as soon as there are more than `maxBytes`; the rest is then not read
 */
export async function readCappedBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The same as text. */
export async function readCapped(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  return body === null ? '' : new TextDecoder().decode(await readCappedBytes(body, maxBytes));
}

/** Reads an answer as text. One that says it is small enough is read in one go: a chunked read costs several turns. */
export async function readAnswerText(answer: Response, maxBytes: number): Promise<string> {
  const length = answer.headers.get('content-length');
  const isPlain = !answer.headers.has('content-encoding');
  if (length !== null && isPlain && Number(length) <= maxBytes) return answer.text();
  return readCapped(answer.body, maxBytes);
}
