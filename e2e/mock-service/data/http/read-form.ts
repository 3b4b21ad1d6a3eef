import { Problem, refuseField } from './problem.ts';

/** What a multipart form may hold beside its file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** Reads the multipart form of an upload. 413 for a file above `maxFileBytes`; 400 when it is no form. */
export async function readForm(request: Request, maxFileBytes: number): Promise<FormData> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    return refuseField('file', 'An upload is a multipart form with a file in it.');
  }
  const bytes = await readUpTo(request, maxFileBytes + FORM_OVERHEAD_BYTES, maxFileBytes);
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return refuseField('file', 'The multipart form is broken.');
  }
  const file = form.get('file');
  if (file instanceof File && file.size > maxFileBytes) tooLarge(maxFileBytes);
  return form;
}

async function readUpTo(
  request: Request,
  maxBytes: number,
  reportedBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) tooLarge(reportedBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => undefined);
      tooLarge(reportedBytes);
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function tooLarge(maxFileBytes: number): never {
  throw new Problem(413, `The file is larger than ${maxFileBytes} bytes.`, { field: 'file', maxFileBytes });
}
