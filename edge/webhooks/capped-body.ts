/** Largest body of a delivery that is read. */
export const MAX_DELIVERY_BYTES = 256 * 1024;

/**
 * Reads a body to its end or to the cap, counting what really arrives: a `Content-Length` may be missing or a lie.
 * @returns null when there are more than `maxBytes`; the rest is then not read
 */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  maxBytes = MAX_DELIVERY_BYTES,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body) {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxBytes) {
        await reader.cancel().catch(() => undefined);
        return null;
      }
      chunks.push(value);
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
