import { refuse } from './refusal.ts';

/** The JSON body, or undefined when none was sent. 413 above `maxBytes`, 400 `INVALID_JSON` otherwise. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) tooLarge(maxBytes);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) tooLarge(maxBytes);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return refuse(400, 'INVALID_JSON', 'The body is not valid JSON');
  }
}

function tooLarge(maxBytes: number): never {
  return refuse(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes`);
}
