import type { Options } from './command-line.ts';
import type { Terminal } from './terminal.ts';

/** Passed to every command. */
export interface Context {
  readonly options: Options;
  readonly env: Record<string, string | undefined>;
  readonly terminal: Terminal;
  readonly writes: Writes;
}

/** What this run has changed at Cloudflare and at the service, for its last words when it is ended early. */
export class Writes {
  readonly #done: string[] = [];
  #begun: string | null = null;
  /** How to go on after an early end. */
  next = 'Run it again to go on from here.';
  /** Set once there is nothing left to write: an end is then as good as any other. */
  completed: string | null = null;

  /** Carries out one change. @param words what it does: “deleting the Worker x” */
  async carryOut<T>(words: string, change: () => Promise<T>): Promise<T> {
    this.#begun = words;
    const value = await change();
    this.#begun = null;
    this.#done.push(words);
    return value;
  }

  /** The last words of a run that was ended before it was complete. */
  toLeave(): string {
    const done = this.#done.length > 0 && `Done: ${this.#done.join('; ')}.`;
    const begun = this.#begun !== null && `Begun, and perhaps done: ${this.#begun}.`;
    const first = done || begun ? 'Left.' : 'Left. Nothing was changed.';
    return [first, done, begun, this.next].filter(Boolean).join('\n');
  }
}
