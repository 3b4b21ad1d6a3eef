import type { Bench } from './bench.ts';

/** One row, rule or field of a document, in our words: tested over HTTP, or why it can't be. */
export type Row<B = Bench> =
  | { what: string; prove: (bench: B) => Promise<void> }
  | { what: string; notProvable: string };

/** The rows of one section of a reference document. */
export interface Section<B = Bench> {
  section: string;
  rows: Row<B>[];
}

export function row<B = Bench>(what: string, prove: (bench: B) => Promise<void>): Row<B> {
  return { what, prove };
}

export function notProvable<B = Bench>(what: string, reason: string): Row<B> {
  return { what, notProvable: reason };
}
