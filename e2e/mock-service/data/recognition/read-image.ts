import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, type Page, type Word as TesseractWord, type Worker } from 'tesseract.js';
import { type Box, RecognitionError, type RecognizedPage, type Word } from './page.ts';

const LANGUAGE = 'eng';

let started: Promise<Worker> | undefined;

/** The language data is a package, so that nothing is fetched and nothing is written beside the project. */
function tesseract(): Promise<Worker> {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  started ??= createWorker(LANGUAGE, OEM.LSTM_ONLY, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // A picture that can't be read is reported to the caller, not thrown out of the worker.
    errorHandler: () => undefined,
  });
  return started;
}

/** Recognizes a picture. @throws when the bytes are not a readable picture */
export async function readImage(bytes: Uint8Array, page: number): Promise<RecognizedPage> {
  const worker = await tesseract();
  let read: Page;
  try {
    read = (await worker.recognize(Buffer.from(bytes), {}, { text: true, blocks: true })).data;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RecognitionError('fileName', `The picture can't be read: ${why}`);
  }
  const words = (read.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap(({ words }) => words.map(wordOf));
  const { width, height } = sizeOf(words);
  return { page, width, height, language: LANGUAGE, source: 'image', text: read.text, words };
}

function wordOf({ text, confidence, bbox, symbols }: TesseractWord): Word {
  return {
    text,
    confidence,
    box: boxOf(bbox),
    characters: (symbols ?? []).map((symbol) => ({ text: symbol.text, box: boxOf(symbol.bbox) })),
  };
}

function boxOf({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): Box {
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}

/** How far the text reaches; the picture's own size is not told. */
function sizeOf(words: readonly Word[]): { width: number; height: number } {
  return {
    width: Math.max(0, ...words.map(({ box }) => box.x + box.width)),
    height: Math.max(0, ...words.map(({ box }) => box.y + box.height)),
  };
}
