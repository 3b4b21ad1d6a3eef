import { SERVICE_EVENTS, type ServiceEvent } from '../../../shared/builder-api/webhooks.ts';
import { DAY_MS, HOUR_MS, type InstantMs } from '../../../shared/time.ts';
import type { SubscriptionStates } from './status.ts';

/** Query parameter of an address for a set of projects. */
export const PART_QUERY = 'part';

/**
 * Address of one subscription: one per event, and one per set of projects where filters are needed. A short
 * hash names the set, so that a subscription is found by its address, and its secret by the request.
 */
export function hookAddress(publicUrl: string, event: string, projectIds: readonly string[] | null): string {
  const address = `${publicUrl}/hooks/${event}`;
  return projectIds === null ? address : `${address}?${PART_QUERY}=${partOf(projectIds)}`;
}

export function projectHookAddress(publicUrl: string, projectId: string): string {
  return `${publicUrl}/hooks/projects/${projectId}`;
}

/** The hash of an address, empty when there is none. */
export function partOfAddress(url: string): string {
  return URL.parse(url)?.searchParams.get(PART_QUERY) ?? '';
}

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
const MASK_64 = 0xffffffffffffffffn;

/** 64-bit FNV-1a of the sorted ids: identifies a set of projects, not a security measure. */
function partOf(projectIds: readonly string[]): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode([...projectIds].sort().join(','))) {
    hash = ((hash ^ BigInt(byte)) * FNV_PRIME) & MASK_64;
  }
  return hash.toString(16).padStart(16, '0');
}

/**
 * The events that can be registered, from the message of `INVALID_WEBHOOK_EVENT`, which lists them (service
 * reference, Errors). The refused event may be named there too.
 * @returns null when the message names only the refused event: then nothing is known
 */
export function registrableEvents(message: string, refused: string): ServiceEvent[] | null {
  const words = new Set(message.match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? []);
  const named = SERVICE_EVENTS.filter((event) => event !== refused && words.has(event));
  return named.length > 0 ? named : null;
}

/** How long a refusal is cached. */
const UNAVAILABLE_FOR_MS = DAY_MS;
const TAKEN_FOR_MS = HOUR_MS;
const UNLISTED_FOR_MS = HOUR_MS;

/** Refusals of the service when subscriptions were created, cached so that they are not repeated at once. */
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

  /** @param message the refusal's message, which may list what can be registered */
  noteUnavailable(event: ServiceEvent, message: string): void {
    const registrable = registrableEvents(message, event);
    const refused = registrable ? SERVICE_EVENTS.filter((e) => !registrable.includes(e)) : [event];
    for (const name of refused) this.#states.setTimestamp('unavailable', name, this.#now());
  }

  /** Events whose unfiltered subscription belongs to somebody else. */
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

  /** The list of projects is not available. */
  isUnlisted(): boolean {
    return this.#states.isWithin('unlisted', '', this.#now(), UNLISTED_FOR_MS);
  }

  noteUnlisted(): void {
    this.#states.setTimestamp('unlisted', '', this.#now());
  }
}
