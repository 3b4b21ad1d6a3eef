import type { Options } from './command-line.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given. */
export interface Context {
  readonly options: Options;
  readonly env: Record<string, string | undefined>;
  readonly terminal: Terminal;
  /** Ends when the command is to end: by a signal. */
  readonly signal: AbortSignal;
}
