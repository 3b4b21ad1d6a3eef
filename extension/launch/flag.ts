/** What a line of captured text looks like, so that a person decides before it is sent. */
export const FLAG_KINDS = ['key', 'card-number', 'instruction'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

export interface Flag {
  kind: FlagKind;
  /** 0-based line of the text. */
  line: number;
  /** The whole line, as it would be sent. */
  text: string;
}

/** A line's look, or null. One rule per file; each sees a single line. */
export type FlagRule = (line: string) => FlagKind | null;
