import type { Random } from '../../random/random.ts';
import type { Decisions } from '../decisions.ts';
import type { Invocations } from './invocations.ts';
import type { IoBoundary } from './io-boundary.ts';
import type { Timeline } from './timeline.ts';

interface Entry {
  readonly value: string | ArrayBuffer;
  readonly metadata: unknown;
  readonly expiresAt: number;
}

/** A location's cache of a key, including its absence. */
interface Remembered {
  readonly entry: Entry | null;
  readonly until: number;
}

const CACHED_FOR_MS = 60_000;
const ONE_WRITE_PER_MS = 1_000;
const METADATA_MAX_BYTES = 1_024;
const SHORTEST_TTL_SECONDS = 60;
const LIST_MAX = 1_000;

export interface KeyValueFaults {
  /** Every call fails. */
  down: boolean;
  /** Probability that one call fails, or takes seconds. */
  failing: number;
  slow: number;
}

/** Number of calls by kind. */
export interface KeyValueCounts {
  reads: number;
  writes: number;
  lists: number;
  deletes: number;
}

/**
 * Workers KV far from its primary location: reads are stale and absence is cached for a minute, a key takes
 * one write a second, a call may fail or take long, and a failed write may have taken effect.
 */
export class KeyValue {
  readonly faults: KeyValueFaults = { down: false, failing: 0, slow: 0 };
  readonly counts: KeyValueCounts = { reads: 0, writes: 0, lists: 0, deletes: 0 };
  readonly #entries = new Map<string, Entry>();
  readonly #remembered = new Map<string, Remembered>();
  readonly #writtenAt = new Map<string, number>();
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #ioBoundary: IoBoundary;
  readonly #invocations: Invocations;
  readonly #happens: (what: string, probability: number) => boolean;

  constructor(dependencies: {
    timeline: Timeline;
    random: Random;
    ioBoundary: IoBoundary;
    invocations: Invocations;
    decisions: Decisions;
  }) {
    this.#timeline = dependencies.timeline;
    this.#random = dependencies.random;
    this.#ioBoundary = dependencies.ioBoundary;
    this.#invocations = dependencies.invocations;
    this.#happens = (what, probability) =>
      dependencies.decisions.happens(what, probability, dependencies.random);
  }

  put = (
    key: string,
    value: string | ArrayBuffer | ArrayBufferView,
    options: { expirationTtl?: number; expiration?: number; metadata?: unknown } = {},
  ): Promise<void> => {
    this.counts.writes++;
    return this.#call('PUT', () => {
      const now = this.#timeline.now();
      if (now - (this.#writtenAt.get(key) ?? -Infinity) < ONE_WRITE_PER_MS) throw failure('PUT', 429);
      if ((options.expirationTtl ?? SHORTEST_TTL_SECONDS) < SHORTEST_TTL_SECONDS) throw failure('PUT', 400);
      if (JSON.stringify(options.metadata ?? null).length > METADATA_MAX_BYTES) throw failure('PUT', 413);
      this.#writtenAt.set(key, now);
      const expiresAt = options.expirationTtl
        ? now + options.expirationTtl * 1_000
        : (options.expiration ?? Infinity) * 1_000;
      this.#entries.set(key, { value: bytesOf(value), metadata: options.metadata ?? null, expiresAt });
    });
  };

  getWithMetadata = async (key: string, type: unknown = 'text') => {
    this.counts.reads++;
    const entry = await this.#call('GET', () => this.#read(key));
    if (!entry) return { value: null, metadata: null, cacheStatus: null };
    return { value: as(entry.value, kind(type)), metadata: entry.metadata, cacheStatus: null };
  };

  get = async (key: string, type: unknown = 'text') => (await this.getWithMetadata(key, type)).value;

  delete = (key: string): Promise<void> => {
    this.counts.deletes++;
    return this.#call('DELETE', () => {
      this.#entries.delete(key);
    });
  };

  list = (options: { prefix?: string; limit?: number; cursor?: string } = {}) => {
    this.counts.lists++;
    return this.#call('LIST', () => {
      const names = [...this.#entries.keys()]
        .filter(
          (name) =>
            name.startsWith(options.prefix ?? '') && this.#live(name) && name > (options.cursor ?? ''),
        )
        .sort();
      const page = names.slice(0, Math.min(options.limit ?? LIST_MAX, LIST_MAX));
      const keys = page.map((name) => ({ name, metadata: this.#entries.get(name)?.metadata }));
      const complete = page.length === names.length;
      return complete
        ? { keys, list_complete: true, cacheStatus: null }
        : { keys, list_complete: false, cursor: page.at(-1) ?? '', cacheStatus: null };
    });
  };

  /** The actual contents without caches, for the invariants. */
  contents(): Map<string, { value: string; metadata: unknown }> {
    const kept = new Map<string, { value: string; metadata: unknown }>();
    for (const [key, { value, metadata }] of this.#entries)
      if (this.#live(key)) kept.set(key, { value: as(value, 'text') as string, metadata });
    return kept;
  }

  #live(key: string): Entry | null {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > this.#timeline.now() ? entry : null;
  }

  #read(key: string): Entry | null {
    const now = this.#timeline.now();
    const known = this.#remembered.get(key);
    if (known && known.until > now) return known.entry;
    const entry = this.#live(key);
    this.#remembered.set(key, { entry, until: now + CACHED_FOR_MS });
    return entry;
  }

  #call<T>(what: string, effect: () => T): Promise<T> {
    this.#invocations.count();
    const fails = this.faults.down || this.#happens('keyValueFailing', this.faults.failing);
    const latencyMs = this.#happens('keyValueSlow', this.faults.slow)
      ? 2_000 + this.#random.below(28_000)
      : 5;
    const happensAllTheSame = fails && !this.faults.down && this.#random.chance(0.3);
    return this.#ioBoundary.step(() => {
      if (!fails) return effect();
      if (happensAllTheSame) effect();
      throw failure(what, this.#random.pick([429, 500, 503]));
    }, latencyMs);
  }
}

function failure(what: string, status: number): Error {
  return new Error(`KV ${what} failed: ${status}`);
}

function bytesOf(value: string | ArrayBuffer | ArrayBufferView): string | ArrayBuffer {
  if (typeof value === 'string') return value;
  if (value instanceof ArrayBuffer) return value.slice(0);
  return new Uint8Array(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).buffer;
}

function kind(type: unknown): string {
  if (typeof type === 'string') return type;
  return typeof type === 'object' && type !== null && 'type' in type ? String(type.type) : 'text';
}

function as(value: string | ArrayBuffer, type: string): unknown {
  const text = () => (typeof value === 'string' ? value : Buffer.from(value).toString('utf8'));
  const bytes = () => (typeof value === 'string' ? new TextEncoder().encode(value).buffer : value.slice(0));
  switch (type) {
    case 'json':
      return JSON.parse(text());
    case 'arrayBuffer':
      return bytes();
    case 'stream':
      return new Response(bytes()).body;
    default:
      return text();
  }
}
