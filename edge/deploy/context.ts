import type { Options } from './command-line.ts';
import type { Terminal } from './terminal.ts';

/** Passed to every command. */
export interface Context {
  readonly options: Options;
  readonly env: Record<string, string | undefined>;
  readonly terminal: Terminal;
  /** Aborted by a signal, to end the command. */
  readonly signal: AbortSignal;
}

/** Ends the command with a message that says what to do; not a bug in the program. */
export class Stop extends Error {}

/** The user cancelled a question by Escape or Ctrl-C. */
export class Cancelled extends Error {}
