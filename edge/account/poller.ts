import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';
import {
  ASKING,
  HEARING,
  IDLE_EVERY_MS,
  type PollPace,
  VIEWED_EVERY_MS,
  WORKED_ON_EVERY_MS,
} from '../sections/pace.ts';
import type { Sections } from '../sections/sections.ts';

/** Minimum gap between two polls, however often views open and close. */
const LEAST_GAP_MS = 3 * SECOND_MS;
/** Delay after an event, so that several events cause one poll. */
const AFTER_EVENT_MS = 2 * SECOND_MS;

export interface PollerDependencies {
  sections: Pick<Sections, 'poll' | 'refreshedAt'>;
  sockets: { isViewed: () => boolean; isConnected: () => boolean };
  /** Whether anybody is to be told: a browser is paired, a guard is set, or alerts go out. */
  isNeeded: () => boolean;
  /** Whether guards act on runs: a start must then be seen soon, even if nothing changed for a week. */
  isGuarded: () => boolean;
  /** Whether the service's webhooks arrive: one did within a day, and none is missed. */
  isHearing: () => boolean;
}

/**
 * Polls the service for the browsers: every 10 s while a view is open, every minute while the account is
 * worked on, else every five minutes, with every browser shut too. Pushes changes to connected browsers.
 */
export class Poller {
  readonly #context: AccountContext;
  readonly #parts: PollerDependencies;

  constructor(context: AccountContext, parts: PollerDependencies) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Whether the service is configured, and anybody is to be told. */
  get isPossible(): boolean {
    const { serviceUrl, apiKey } = this.#context.configuration;
    return serviceUrl !== null && apiKey !== null && this.#parts.isNeeded();
  }

  /** Schedules the first poll once it is needed. */
  start(): void {
    const { jobs, now, waitUntil } = this.#context;
    waitUntil(jobs.keepAlarm());
    if (jobs.dueAt('look') === null && this.isPossible) jobs.schedule('look', now() + WORKED_ON_EVERY_MS);
  }

  /** Polls when a view is opened, unless that happened a moment ago. */
  onViewOpened(): void {
    const { jobs, now } = this.#context;
    // Beside another view it is due at once anyway.
    if ((jobs.dueAt('look') ?? Number.POSITIVE_INFINITY) <= now() + VIEWED_EVERY_MS) return;
    jobs.schedule('look', Math.max(now(), (this.#parts.sections.refreshedAt() ?? 0) + LEAST_GAP_MS));
  }

  /** Polls after an event without a connected browser; a connected one fetches what the event changed. */
  onEvent(): void {
    if (!this.isPossible || this.#parts.sockets.isConnected()) return;
    const { jobs, now } = this.#context;
    jobs.schedule('look', now() + AFTER_EVENT_MS);
  }

  #pace(): PollPace {
    const { sockets, isHearing } = this.#parts;
    if (isHearing()) return HEARING[sockets.isViewed() ? 'viewed' : 'unseen'];
    return ASKING[sockets.isViewed() ? 'viewed' : sockets.isConnected() ? 'connected' : 'unseen'];
  }

  /** The job `look`. @returns when to poll again; null: it is not needed */
  async run(startedAt: InstantMs): Promise<InstantMs | null> {
    if (!this.isPossible) return null;
    const { sections, sockets } = this.#parts;
    const { isUnfinished, isWorkedOn } = await sections.poll(this.#pace());
    this.#context.emitter.emit('polled');
    const now = this.#context.now();
    if (isUnfinished) return now;
    const everyMs = sockets.isViewed()
      ? VIEWED_EVERY_MS
      : isWorkedOn || this.#parts.isGuarded()
        ? WORKED_ON_EVERY_MS
        : IDLE_EVERY_MS;
    return Math.max(now, startedAt + everyMs);
  }
}
