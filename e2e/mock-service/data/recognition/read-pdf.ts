import { extractImages, getDocumentProxy } from 'unpdf';
import { RecognitionError, type RecognitionRequest, type RecognizedPage, type Word } from './page.ts';
import { readImage } from './read-image.ts';
import { textOfWords } from './rows.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** Reads pages of a PDF: its own text where it has some, otherwise what its pictures show. */
export async function readPdf({
  bytes,
  pages: wanted,
  maxPages,
}: RecognitionRequest): Promise<RecognizedPage[]> {
  let document: PdfDocument;
  try {
    document = await getDocumentProxy(bytes, { verbosity: 0 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RecognitionError('fileName', `The PDF can't be read: ${why}`);
  }
  try {
    const numbers = wanted ?? Array.from({ length: document.numPages }, (_, index) => index + 1);
    const missing = numbers.find((number) => number > document.numPages);
    if (missing !== undefined) {
      const end = `it ends with page ${document.numPages}`;
      throw new RecognitionError('pdfPages', `The PDF has no page ${missing}: ${end}`);
    }
    const pages: RecognizedPage[] = [];
    for (const number of numbers.slice(0, maxPages)) pages.push(await readPage(document, number));
    return pages;
  } finally {
    await document.loadingTask.destroy();
  }
}

async function readPage(document: PdfDocument, number: number): Promise<RecognizedPage> {
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const words = await wordsOf(page, height);
  if (words.length > 0) {
    return { page: number, width, height, language: 'eng', source: 'text', text: textOfWords(words), words };
  }
  const shown: RecognizedPage[] = [];
  for (const image of await extractImages(document, number)) {
    shown.push(await readImage(pictureOf(image), number));
  }
  return {
    page: number,
    width: Math.max(width, ...shown.map((one) => one.width)),
    height: Math.max(height, ...shown.map((one) => one.height)),
    language: 'eng',
    source: 'image',
    text: shown.map((one) => one.text).join('\n'),
    words: shown.flatMap((one) => one.words),
  };
}

/** Words with their places; within a run of text, characters are taken to be equally wide. */
async function wordsOf(page: PdfPage, pageHeight: number): Promise<Word[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , left = 0, baseline = 0] = item.transform as number[];
    const characterWidth = item.width / item.str.length;
    const box = (start: number, length: number) => ({
      x: left + start * characterWidth,
      y: pageHeight - baseline - item.height,
      width: length * characterWidth,
      height: item.height,
    });
    return [...item.str.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      text,
      confidence: 100,
      box: box(index, text.length),
      characters: [...text].map((character, offset) => ({ text: character, box: box(index + offset, 1) })),
    }));
  });
}

interface RawImage {
  data: Uint8ClampedArray;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
}

/** Raw pixels as a picture file of three bytes a pixel (PNM), without transparency. */
function pictureOf({ data, width, height, channels }: RawImage): Uint8Array {
  const header = Buffer.from(`P6 ${width} ${height} 255\n`, 'ascii');
  const file = Buffer.alloc(header.length + width * height * 3);
  file.set(header);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) {
      const from = pixel * channels + (channels === 1 ? 0 : colour);
      file[header.length + pixel * 3 + colour] = data[from] ?? 0;
    }
  }
  return file;
}
