import { UPLOAD_MAX_BYTES } from '../../shared/data-api/file-operations.ts';
import { fail, invalid, type Result, success } from '../http/result.ts';

/** Types that are known by their first bytes, whatever the name says; all others are passed on as bytes. */
const KINDS: readonly {
  type: string;
  extensions: readonly string[];
  isKind: (head: Uint8Array) => boolean;
}[] = [
  { type: 'application/pdf', extensions: ['pdf'], isKind: (head) => begins(head, '%PDF-') },
  { type: 'image/png', extensions: ['png'], isKind: (head) => begins(head, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg'], isKind: (head) => begins(head, '\xff\xd8\xff') },
  {
    type: 'image/gif',
    extensions: ['gif'],
    isKind: (head) => begins(head, 'GIF87a') || begins(head, 'GIF89a'),
  },
  {
    type: 'image/webp',
    extensions: ['webp'],
    isKind: (head) => begins(head, 'RIFF') && begins(head.subarray(8), 'WEBP'),
  },
];
const HEAD_BYTES = 12;

function begins(bytes: Uint8Array, letters: string): boolean {
  return [...letters].every((letter, index) => bytes[index] === letter.charCodeAt(0));
}

export interface UploadForm {
  contentType: string;
  body: ReadableStream<Uint8Array>;
  /** Whether the file exceeded the limit, in which case the form was aborted. */
  isTooLarge: () => boolean;
}

/**
 * Builds the multipart form of a file as it arrives: inspects its first bytes, and holds in memory only what
 * is in transit.
 * @param length `Content-Length` of the request; null = missing
 */
export async function uploadForm(
  file: ReadableStream<Uint8Array> | null,
  fileName: string,
  length: number | null,
): Promise<Result<UploadForm>> {
  if (file === null || length === 0) return invalid('file', 'must not be empty');
  if (length !== null && length > UPLOAD_MAX_BYTES) return tooLarge();
  const reader = file.getReader();
  const begun = await readHead(reader);
  const kind = KINDS.find(({ isKind }) => isKind(begun.head)) ?? null;
  const problem =
    begun.head.length === 0
      ? 'must not be empty'
      : kind === null && KINDS.some(({ extensions }) => hasExtension(fileName, extensions))
        ? 'is not the image or PDF that its name says'
        : null;
  if (problem !== null) {
    void reader.cancel().catch(() => undefined);
    return invalid('file', problem);
  }
  const boundary = `pilot-light-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const name = nameFor(fileName, kind?.extensions ?? null);
  // Both ways to name a file: its own field (data reference) and the name of the file (gaps page).
  const opening = encoder.encode(
    `--${boundary}\r\ncontent-disposition: form-data; name="fileName"\r\n\r\n${name}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${kind?.type ?? 'application/octet-stream'}\r\n\r\n`,
  );
  const closing = encoder.encode(`\r\n--${boundary}--\r\n`);
  const bytes = length === null ? null : opening.length + length + closing.length;
  // A known length is announced to the backend; a file that does not match it fails the call.
  const through = bytes === null ? new IdentityTransformStream() : new FixedLengthStream(bytes);
  let isOver = false;
  const pump = async () => {
    const writer = through.writable.getWriter();
    try {
      let size = begun.head.length;
      await writer.write(opening);
      await writer.write(begun.head);
      for (
        let part = begun.isDone ? null : await reader.read();
        part && !part.done;
        part = await reader.read()
      ) {
        size += part.value.length;
        if (size > UPLOAD_MAX_BYTES) {
          isOver = true;
          throw new Error('too large');
        }
        await writer.write(part.value);
      }
      await writer.write(closing);
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      await reader.cancel().catch(() => undefined);
    }
  };
  void pump();
  return success({
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: through.readable,
    isTooLarge: () => isOver,
  });
}

export const tooLarge = () =>
  fail('EDGE_BODY_TOO_LARGE', `The file is larger than ${UPLOAD_MAX_BYTES} bytes.`, {
    details: { maxBytes: UPLOAD_MAX_BYTES },
  });

async function readHead(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ head: Uint8Array; isDone: boolean }> {
  let head = new Uint8Array();
  while (head.length < HEAD_BYTES) {
    const part = await reader.read();
    if (part.done) return { head, isDone: true };
    const longer = new Uint8Array(head.length + part.value.length);
    longer.set(head);
    longer.set(part.value, head.length);
    head = longer;
  }
  return { head, isDone: false };
}

const hasExtension = (fileName: string, extensions: readonly string[]): boolean =>
  extensions.some((extension) => fileName.toLowerCase().endsWith(`.${extension}`));

/** The file's own name with an extension that matches its type; its own one where the type is not known. */
function nameFor(fileName: string, extensions: readonly string[] | null): string {
  const plain = fileName.replace(/["\r\n\\]/g, '_');
  if (extensions === null) return OWN_EXTENSION.test(plain) ? plain : `${plain}.bin`;
  return hasExtension(plain, extensions) ? plain : `${plain.replace(OWN_EXTENSION, '')}.${extensions[0]}`;
}

const OWN_EXTENSION = /\.[A-Za-z0-9]{1,10}$/;
