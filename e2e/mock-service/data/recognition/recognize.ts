import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Box,
  RecognitionError,
  type RecognitionRequest,
  type RecognizedPage,
  type Word,
} from './page.ts';

interface RecordedPage {
  width: number;
  height: number;
  source: RecognizedPage['source'];
  text: string;
  /** Text, confidence, and the place from the top left corner: x, y, width, height. */
  words: [string, number, number, number, number, number][];
}

/** Recorded recognition of the demo's bills and of the conformance table's sheets, by the file's digest. */
const recorded: Record<string, { file: string; pages: RecordedPage[] }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8'),
);

/** Pages of the PDFs that were drawn here, whose text is known without reading it. */
const drawn = new Map<string, RecognizedPage[]>();
const DRAWN_MAX = 64;

/**
 * The text of a file that was recorded or drawn here; nothing is recognized.
 * @throws RecognitionError about any other file
 */
export function recognize({ kind, bytes, pages: wanted, maxPages }: RecognitionRequest): RecognizedPage[] {
  const digest = digestOf(bytes);
  const all = drawn.get(digest) ?? recorded[digest]?.pages.map(pageOf);
  if (all === undefined) {
    const what = kind === 'pdf' ? 'PDF' : 'picture';
    throw new RecognitionError('fileName', `The ${what} can't be read: its text is not recorded here`);
  }
  const numbers = wanted ?? all.map(({ page }) => page);
  return numbers.slice(0, maxPages).map((number) => {
    const page = all[number - 1];
    if (page !== undefined) return page;
    const end = `it ends with page ${all.length}`;
    throw new RecognitionError('pdfPages', `The PDF has no page ${number}: ${end}`);
  });
}

/** Remembers what a PDF says that was drawn here: of the latest 64. */
export function rememberDrawn(bytes: Uint8Array, pages: RecognizedPage[]): void {
  drawn.set(digestOf(bytes), pages);
  if (drawn.size > DRAWN_MAX) drawn.delete(drawn.keys().next().value ?? '');
}

/** The words of a run of text in this place; its characters are taken to be equally wide. */
export function wordsOfRun(run: string, { x, y, width, height }: Box): Word[] {
  const each = width / run.length;
  return [...run.matchAll(/\S+/g)].map(({ 0: text, index }) =>
    wordOf([text, 100, x + index * each, y, text.length * each, height]),
  );
}

function pageOf({ words, ...page }: RecordedPage, index: number): RecognizedPage {
  return { page: index + 1, language: 'eng', ...page, words: words.map(wordOf) };
}

function wordOf([text, confidence, x, y, width, height]: RecordedPage['words'][number]): Word {
  const each = width / text.length;
  const characters = [...text].map((character, at) => ({
    text: character,
    box: { x: x + at * each, y, width: each, height },
  }));
  return { text, confidence, box: { x, y, width, height }, characters };
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
