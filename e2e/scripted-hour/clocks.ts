import { vi } from 'vitest';
import { runDueAlarms } from '../../edge/testing/alarms.ts';
import { delivered } from '../../edge/testing/deliveries.ts';
import { control } from '../../edge/testing/local-service.ts';

/** Shorter than an open view waits for the next poll. */
const STEP_MS = 10_000;

/** The clocks of the edge and of the service, which go on together, and only by what is here. */
export class Clocks {
  #now: number;
  /** While it does, the edge does nothing: no alarm runs. */
  edgeIsDown = false;

  constructor(now: number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now;
  }

  /** Sets both clocks to the first moment. */
  async start(): Promise<void> {
    await this.#set(this.#now);
  }

  /** Lets time pass: what is due happens on both sides, in order. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      this.#now += Math.min(left, STEP_MS);
      await this.#set(this.#now);
      if (!this.edgeIsDown) await runDueAlarms();
    }
  }

  /** Goes on at a later time, as if nothing ran in between. */
  async jump(to: number): Promise<void> {
    this.#now = to;
    await this.#set(to);
    await runDueAlarms();
  }

  async #set(now: number): Promise<void> {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    await control('setReceiversClock', now);
    await control('advance', Math.max(0, now - (await control<number>('now'))));
    // What is on its way arrives at this moment, and not after all that is due at it was done.
    await delivered();
  }
}
