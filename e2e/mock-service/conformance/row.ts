import type { Bench } from './bench.ts';

/** One row, rule or field of the documents, in our words: proven over HTTP, or why it can't be. */
export type Row =
  | { what: string; prove: (bench: Bench) => Promise<void> }
  | { what: string; notProvable: string };

/** The rows of one section of the service reference. */
export interface Section {
  section: string;
  rows: Row[];
}

export function row(what: string, prove: (bench: Bench) => Promise<void>): Row {
  return { what, prove };
}

export function notProvable(what: string, reason: string): Row {
  return { what, notProvable: reason };
}
