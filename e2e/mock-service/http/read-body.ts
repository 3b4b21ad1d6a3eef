import { nestingOf } from './nesting.ts';
import { refuse } from './refusal.ts';

/** Deeper than anything a client sends, and shallow enough to be written out again. */
const DEEPEST = 500;

/** The part `file` of a multipart body with its name; undefined when there is none. 413 above `maxBytes`. */
export async function readUpload(
  request: Request,
  maxBytes: number,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) tooLarge(maxBytes);
  const form = await request.formData().catch(() => undefined);
  const file = form?.get('file');
  if (!(file instanceof File)) return undefined;
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

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
