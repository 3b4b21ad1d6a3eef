/** A place on a page, from its top left corner: pixels of a picture, points of a PDF. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Character {
  text: string;
  box: Box;
}

export interface Word extends Character {
  /** 0 to 100; 100 for text that did not have to be recognized. */
  confidence: number;
  characters: Character[];
}

/** The text of one page with the place of every word and character. */
export interface RecognizedPage {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  language: string;
  /** `text`: the PDF's own text; `image`: recognized. */
  source: 'text' | 'image';
  text: string;
  words: Word[];
}

/** What is to be read: a picture, or pages of a PDF (all of them unless named). */
export interface RecognitionRequest {
  kind: 'image' | 'pdf';
  bytes: Uint8Array<ArrayBuffer>;
  pages?: number[];
  /** Of these, only so many. */
  maxPages?: number;
}

/** Why a file can't be read, and which part of the request is to blame. */
export class RecognitionError extends Error {
  readonly field: 'fileName' | 'pdfPages';

  constructor(field: RecognitionError['field'], message: string) {
    super(message);
    this.field = field;
  }
}
