import { refuseField } from '../http/problem.ts';

const PDF_STARTS_WITHIN_BYTES = 1024;

/** First bytes of the pictures that can be recognized: PNG, JPEG, BMP, WebP, PNM. */
const IMAGE_STARTS = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^BM/, /^RIFF.{4}WEBP/s, /^P[1-6]\s/];

/** The kind of a file by its content, not its name. 400: only images and PDF files can be scanned. */
export function requireScannable(bytes: Uint8Array): 'image' | 'pdf' {
  const start = Buffer.from(bytes.subarray(0, PDF_STARTS_WITHIN_BYTES)).toString('latin1');
  if (start.includes('%PDF-')) return 'pdf';
  if (IMAGE_STARTS.some((pattern) => pattern.test(start))) return 'image';
  return refuseField('fileName', 'fileName must be an image (PNG, JPEG, BMP, WebP) or a PDF file.');
}
