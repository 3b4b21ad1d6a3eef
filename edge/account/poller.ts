import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';
import type { Sections } from './sections/sections.ts';

/** A view is open. */
const VIEWED_EVERY_MS = 12 * SECOND_MS;
/** Nobody looks, but something may begin or end any time. */
const WORKED_ON_EVERY_MS = MINUTE_MS;
/** Nothing was changed for a week. */
const IDLE_EVERY_MS = 15 * MINUTE_MS;
/** Two looks are at least this far apart, however often views come and go. */
const LEAST_GAP_MS = 3 * SECOND_MS;
/** What an event told of is read while the service still tells of it; several events are one look. */
const AFTER_EVENT_MS = 2 * SECOND_MS;
/** Quiet projects looked at in turn: where a start does not move the list this finds it, the balance at once. */
const ROTATE_VIEWED = 8;
const ROTATE_UNSEEN = 12;

export interface PollerDependencies {
  sections: Pick<Sections, 'poll' | 'refreshedAt'>;
  sockets: { isViewed: () => boolean; isConnected: () => boolean };
  isPaired: () => boolean;
}

/**
 * The object looks at the service, browsers don't: every 12 s while a view is open, every minute while one is paired and
 * the account is worked on, rarely else. What changed is pushed to whoever listens.
 */
export class Poller {
  readonly #context: AccountContext;
  readonly #parts: PollerDependencies;
  #isScheduled = false;

  constructor(context: AccountContext, parts: PollerDependencies) {
    this.#context = context;
    this.#parts = parts;
  }

  get #isPossible(): boolean {
    const { serviceUrl, apiKey } = this.#context.configuration;
    return serviceUrl !== null && apiKey !== null && this.#parts.isPaired();
  }

  /** Sees to it that the object looks, once there is a browser to look for. */
  start(): void {
    if (this.#isScheduled || !this.#isPossible) return;
    this.#isScheduled = true;
    const { jobs, now } = this.#context;
    if (jobs.dueAt('look') === null) jobs.schedule('look', now() + WORKED_ON_EVERY_MS);
  }

  /** A view was opened: what it shows is read now, unless that was done a moment ago. */
  onViewOpened(): void {
    const { jobs, now } = this.#context;
    jobs.schedule('look', Math.max(now(), (this.#parts.sections.refreshedAt() ?? 0) + LEAST_GAP_MS));
  }

  /** An event was kept. A browser that listens asks for what it changed; without one the object does. */
  onEvent(): void {
    if (!this.#isPossible || this.#parts.sockets.isConnected()) return;
    const { jobs, now } = this.#context;
    jobs.schedule('look', now() + AFTER_EVENT_MS);
  }

  /** The job `look`. @returns when to look again; null: there is nobody to look for */
  async run(startedAt: InstantMs): Promise<InstantMs | null> {
    if (!this.#isPossible) {
      this.#isScheduled = false;
      return null;
    }
    const { sections, sockets } = this.#parts;
    const { isUnfinished, isWorkedOn } = await sections.poll({
      everything: sockets.isConnected(),
      rotate: sockets.isViewed() ? ROTATE_VIEWED : ROTATE_UNSEEN,
    });
    const now = this.#context.now();
    if (isUnfinished) return now;
    const everyMs = sockets.isViewed() ? VIEWED_EVERY_MS : isWorkedOn ? WORKED_ON_EVERY_MS : IDLE_EVERY_MS;
    return Math.max(now, startedAt + everyMs);
  }
}
