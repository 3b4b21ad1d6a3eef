export class TooLargeError extends Error {}

/** Reads a body as text and gives up as soon as it is larger than `maxBytes`, whatever its headers say. */
export async function readCapped(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new TooLargeError();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Reads an answer as text. One that says it is small enough is read in one go: a chunked read costs several turns. */
export async function readAnswerText(answer: Response, maxBytes: number): Promise<string> {
  const length = answer.headers.get('content-length');
  const isPlain = !answer.headers.has('content-encoding');
  if (length !== null && isPlain && Number(length) <= maxBytes) return answer.text();
  return readCapped(answer.body, maxBytes);
}
