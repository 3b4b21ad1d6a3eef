import { nestingOf } from './nesting.ts';
import { refuse } from './refusal.ts';

/** Deeper than anything a client sends, and shallow enough to be written out again. */
const DEEPEST = 500;

/** The JSON body, or undefined when none was sent. 413 above `maxBytes`, 400 `INVALID_JSON` otherwise. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) tooLarge(maxBytes);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) tooLarge(maxBytes);
  if (bytes.length === 0) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (nestingOf(text) > DEEPEST) refuse(400, 'INVALID_JSON', 'The body is nested too deeply');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse(400, 'INVALID_JSON', 'The body is not valid JSON');
  }
}

function tooLarge(maxBytes: number): never {
  return refuse(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes`);
}
