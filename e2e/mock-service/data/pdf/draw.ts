import type { PDFDocument, PDFFont, PDFPage } from 'pdf-lib';
import type { RecognizedPage, Word } from '../recognition/page.ts';
import { rememberDrawn, wordsOfRun } from '../recognition/recognize.ts';
import type { Block } from './blocks.ts';

const A4 = { width: 595, height: 842 };
const MARGIN = 56;
const WIDTH = A4.width - 2 * MARGIN;
const ROW_SIZE = 10.5;
const LEADING = 1.4;

/**
 * Draws blocks on A4 pages of a PDF, in the standard font; what that can't show is shown as near as it can. A
 * scan of the PDF finds what was written.
 */
export async function drawPdf(
  blocks: readonly Block[],
  title: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: number }> {
  const { PDFDocument, StandardFonts, rgb } = await import('pdf-lib');
  const document: PDFDocument = await PDFDocument.create();
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  document.setTitle(title);
  let page: PDFPage = document.addPage([A4.width, A4.height]);
  let y = A4.height - MARGIN;
  const written: Word[][] = [[]];

  function advance(height: number): void {
    y -= height;
    if (y >= MARGIN) return;
    page = document.addPage([A4.width, A4.height]);
    written.push([]);
    y = A4.height - MARGIN - height;
  }

  function write(text: string, x: number, size: number, font: PDFFont): void {
    const run = printable(text, font);
    page.drawText(run, { x, y, size, font });
    const box = { x, y: A4.height - y - size, width: font.widthOfTextAtSize(run, size), height: size };
    written.at(-1)?.push(...wordsOfRun(run, box));
  }

  for (const block of blocks) {
    switch (block.kind) {
      case 'space':
        advance(8);
        break;
      case 'rule':
        advance(10);
        page.drawLine({
          start: { x: MARGIN, y },
          end: { x: MARGIN + WIDTH, y },
          thickness: 0.5,
          color: rgb(0.6, 0.6, 0.6),
        });
        break;
      case 'text': {
        const font = block.bold ? bold : regular;
        for (const line of wrapped(block.text, font, block.size, WIDTH - block.indent)) {
          advance(block.size * LEADING);
          write(line, MARGIN + block.indent, block.size, font);
        }
        break;
      }
      case 'row': {
        const font = block.bold ? bold : regular;
        // The first column is as wide as two: it holds what the row is about.
        const column = WIDTH / (block.cells.length + 1);
        const cells = block.cells.map((cell, index) =>
          wrapped(cell, font, ROW_SIZE, (index === 0 ? 2 * column : column) - 8),
        );
        const lines = Math.max(1, ...cells.map((cell) => cell.length));
        for (let line = 0; line < lines; line += 1) {
          advance(ROW_SIZE * LEADING);
          for (const [index, cell] of cells.entries()) {
            const x = MARGIN + (index === 0 ? 0 : (index + 1) * column);
            const text = cell[line];
            if (text !== undefined) write(text, x, ROW_SIZE, font);
          }
        }
        break;
      }
    }
  }
  const bytes = new Uint8Array(await document.save());
  rememberDrawn(bytes, written.map(recognizedPage));
  return { bytes, pages: document.getPageCount() };
}

const recognizedPage = (words: Word[], index: number): RecognizedPage => ({
  ...{ page: index + 1, ...A4, language: 'eng', source: 'text' },
  text: textOfLines(words),
  words,
});

/** Words of one height are a line. */
const textOfLines = (words: readonly Word[]) =>
  [...Map.groupBy(words, ({ box }) => box.y).values()]
    .map((line) => line.map(({ text }) => text).join(' '))
    .join('\n');

function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(printable(longer, font), size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

const characterSets = new WeakMap<PDFFont, Set<number>>();

/** Letters that are not made of a plain one and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', ı: 'i', Đ: 'D', đ: 'd' };

/** Characters that the font lacks lose their accents, or become a question mark. */
function printable(text: string, font: PDFFont): string {
  const known = characterSets.get(font) ?? new Set(font.getCharacterSet());
  characterSets.set(font, known);
  const has = (character: string) => known.has(character.codePointAt(0) ?? 0);
  return [...text.normalize('NFC')]
    .map((character) => {
      if (has(character)) return character;
      const plain = PLAIN_LETTERS[character] ?? [...character.normalize('NFKD')].filter(has).join('');
      return plain === '' ? '?' : plain;
    })
    .join('');
}
