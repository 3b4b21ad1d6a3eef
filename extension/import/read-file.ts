import { decodeText, type Encoding } from './decode.ts';
import { type FileReading, readDelimited } from './delimited.ts';
import { sourcesOfRows } from './file-rows.ts';
import type { Source } from './page-data.ts';
import { tablesOfHtml } from './paste.ts';

export type RowsOfFile =
  /** `encoding`: null where it is not a guess. */
  | { ok: true; sources: Source[]; encoding: Encoding | null }
  | Extract<FileReading, { ok: false }>
  | { ok: false; problem: 'damaged' | 'unpacks-large' | 'not-text' | 'protected' }
  /** `name`: what people call it. */
  | { ok: false; problem: 'other-kind'; name: string };

/** Reads the rows of a file by what is in it: a spreadsheet, else text. What is neither is refused. */
export async function readFileRows(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  encoding?: Encoding,
): Promise<RowsOfFile> {
  const [ending = ''] = /\.[a-z0-9]{1,8}$/i.exec(name) ?? [];
  if (beginsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    if (/^\.(?:ods|fods|numbers|docx|pptx|odt|xlsb|zip|pages)$/i.test(ending)) return otherKind(ending);
    // Only this kind of file needs it.
    const { readSpreadsheet } = await import('./xlsx.ts');
    const read = await readSpreadsheet(name, bytes);
    if (read.ok) return { ...read, encoding: null };
    return read.problem === 'other-kind' ? otherKind(ending) : { ok: false, problem: read.problem };
  }
  // A file of Office before 2007, or one of today with a password in the same wrapping.
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    return /^\.xls[xm]$/i.test(ending) ? { ok: false, problem: 'protected' } : otherKind(ending);
  if (/^\.(?:ods|numbers|xls[xmb]?)$/i.test(ending) && !isText(decodeText(bytes).text))
    return otherKind(ending);
  const decoded = decodeText(bytes, encoding);
  if (!isText(decoded.text)) return { ok: false, problem: 'not-text' };
  // What many programs call a spreadsheet.
  if (/^\s*<(?:!doctype|html|meta|table)\b/i.test(decoded.text)) {
    const sources = tablesOfHtml(decoded.text).flatMap((rows) => sourcesOfRows(name, rows));
    if (sources.length > 0) return { ok: true, sources, encoding: decoded.encoding };
  }
  const read = readDelimited(name, decoded.text);
  return read.ok ? { ok: true, sources: [read.source, ...read.others], encoding: decoded.encoding } : read;
}

const otherKind = (ending: string): RowsOfFile => ({
  ok: false,
  problem: 'other-kind',
  name: ending.toLowerCase(),
});

const beginsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte);

const SAMPLE_CHARS = 4_000;
/** A few may have strayed into a text. */
const CONTROLS_MAX_SHARE = 0.01;
const CONTROLS_FREE = 2;

/** Whether a text was one: bytes of another kind of file have signs in them that nobody writes. */
function isText(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffe\uffff]/g)?.length ?? 0;
  return (
    controls <= CONTROLS_FREE + sample.length * CONTROLS_MAX_SHARE && !/^(?:%PDF-|\u007fELF)/.test(sample)
  );
}
