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
