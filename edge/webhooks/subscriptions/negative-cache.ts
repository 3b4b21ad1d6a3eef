import { SERVICE_EVENTS, type ServiceEvent } from '../../../shared/builder-api/events.ts';
import { DAY_MS, HOUR_MS, type InstantMs } from '../../../shared/time.ts';
import type { SubscriptionStates } from './status.ts';

/**
 * The events that can be registered, read from the message of `INVALID_WEBHOOK_EVENT`, which lists them (service
 * reference, Errors). The refused event may be named there too.
 * @returns null when the message names none but the refused one: then nothing is known from it
 */
export function registrableEvents(message: string, refused: string): ServiceEvent[] | null {
  const words = new Set(message.match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? []);
  const named = SERVICE_EVENTS.filter((event) => event !== refused && words.has(event));
  return named.length > 0 ? named : null;
}

/** How long a refusal is believed before it is tried again. */
const UNAVAILABLE_FOR_MS = DAY_MS;
const TAKEN_FOR_MS = HOUR_MS;
const UNLISTED_FOR_MS = HOUR_MS;

/** What the service refused when subscriptions were made, remembered for a while so that it isn't asked for again at once. */
export class RefusalMemory {
  readonly #states: SubscriptionStates;
  readonly #now: () => InstantMs;

  constructor(states: SubscriptionStates, now: () => InstantMs) {
    this.#states = states;
    this.#now = now;
  }

  /** The event can't be registered here at all. */
  isUnavailable(event: ServiceEvent): boolean {
    return this.#states.isWithin('unavailable', event, this.#now(), UNAVAILABLE_FOR_MS);
  }

  /** @param message the refusal's words, which may name what can be registered */
  noteUnavailable(event: ServiceEvent, message: string): void {
    const registrable = registrableEvents(message, event);
    const refused = registrable ? SERVICE_EVENTS.filter((e) => !registrable.includes(e)) : [event];
    for (const name of refused) this.#states.setTimestamp('unavailable', name, this.#now());
  }

  /** Events whose unfiltered subscription is somebody else's. */
  taken(): Set<string> {
    const now = this.#now();
    return new Set(
      SERVICE_EVENTS.filter((event) => this.#states.isWithin('taken', event, now, TAKEN_FOR_MS)),
    );
  }

  noteTaken(event: ServiceEvent): void {
    this.#states.setTimestamp('taken', event, this.#now());
  }

  /** Projects that can't have the event. */
  without(event: ServiceEvent): Set<string> {
    return this.#states.without(event, this.#now(), UNAVAILABLE_FOR_MS);
  }

  noteWithout(event: ServiceEvent, projectId: string): void {
    this.#states.markWithout(event, projectId, this.#now());
  }

  /** The list of projects can't be had. */
  isUnlisted(): boolean {
    return this.#states.isWithin('unlisted', '', this.#now(), UNLISTED_FOR_MS);
  }

  noteUnlisted(): void {
    this.#states.setTimestamp('unlisted', '', this.#now());
  }
}
