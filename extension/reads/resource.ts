import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type * as z from 'zod/mini';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import type { MessageResponse } from '../messaging/contract.ts';
import { type CachedResponse, cachedResponse } from '../storage/console.ts';
import { afterPaint, browserNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { readEdge } from './read-now.ts';

/**
 * State of a read as a view shows it: the last successful read stays, with its age, while later ones fail.
 * `total`: size of the whole list when a part was read; null: unknown.
 */
export type ResourceState<T> =
  | { kind: 'loading' }
  | {
      kind: 'shown';
      value: T;
      total: number | null;
      readAt: InstantMs;
      isRefreshing: boolean;
      error: ApiError | null;
    }
  | { kind: 'failed'; error: ApiError };

export type Resource<T> = { state: ReadonlySignal<ResourceState<T>>; refresh: () => Promise<void> };

/** A read: its path and the schema of its response. */
export type ResourceRequest<T> = {
  /** Below the edge's address, with its query, such as `?limit=20`. */
  path: string;
  schema: z.ZodMiniType<T>;
  /** Sent by POST with this body, for queries too long for an address. The response is never cached. */
  body?: unknown;
  /** False for records of an app's users, which must not be stored in a browser. */
  keep?: boolean;
};

/** Cache key of a read; begins with the path. */
const keyOf = ({ path, body }: ResourceRequest<unknown>): string =>
  body === undefined ? path : `${path} ${JSON.stringify(body)}`;

/** Stored responses that were read before their view is there. */
const ahead = new Map<string, CachedResponse | null>();

/** Reads the stored response of `path`, which its view then shows when first rendered. */
export async function readAhead(path: string): Promise<void> {
  ahead.set(path, await cachedResponse(path));
}

/** Minimum interval between reads, however often something changes. */
const FRESH_FOR_MS = 5 * SECOND_MS;

type Entry = {
  resource: Resource<unknown>;
  /** Reads it again after a read in progress, whose response may be older than a change. */
  reread: () => Promise<void>;
  users: number;
  end: () => void;
};
const resources = new Map<string, Entry>();

/**
 * Reads `path` while the component is mounted; null reads nothing. Components with the same read share it. It
 * is rendered from storage at once, read again when the edge reports a change, and parsed here.
 */
export function useResource<T>(request: ResourceRequest<T> | null): Resource<T> {
  const key = request && keyOf(request);
  const shared = useMemo(() => (request === null ? null : acquire(request)), [key]);
  // Before the frame is painted: a view that is unmounted by then would never end its read.
  useLayoutEffect(() => {
    if (key === null) return;
    const entry = resources.get(key);
    if (entry) entry.users += 1;
    return () => release(key);
  }, [key]);
  return (shared ?? NOTHING) as Resource<T>;
}

const NOTHING: Resource<never> = {
  state: signal<ResourceState<never>>({ kind: 'loading' }),
  refresh: async () => {},
};

function acquire<T>(request: ResourceRequest<T>): Resource<T> {
  const key = keyOf(request);
  const known = resources.get(key);
  if (known) return known.resource as Resource<T>;
  const { resource, reread, end } = createResource(request);
  resources.set(key, { resource: resource as Resource<unknown>, reread, users: 0, end });
  return resource;
}

function release(key: string): void {
  const entry = resources.get(key);
  if (!entry) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  entry.end();
  resources.delete(key);
}

type ReadResult = Pick<MessageResponse<'readEdge'>, 'value' | 'readAt' | 'total'>;

function createResource<T>({ path, body, schema, keep = body === undefined }: ResourceRequest<T>) {
  const state = signal<ResourceState<T>>({ kind: 'loading' });
  let reading: Promise<void> | null = null;

  const show = ({ value, readAt, total }: ReadResult, isRefreshing: boolean): boolean => {
    const parsed = schema.safeParse(value);
    if (parsed.success)
      state.value = {
        kind: 'shown',
        value: parsed.data,
        total: total ?? null,
        readAt,
        isRefreshing,
        error: null,
      };
    return parsed.success;
  };

  const fail = (error: ApiError) => {
    const { value: now } = state;
    state.value = now.kind === 'shown' ? { ...now, isRefreshing: false, error } : { kind: 'failed', error };
  };

  /** @param isAsked by the user, who is to see that it is read again; a failure stays until then otherwise */
  const read = async (isAsked: boolean) => {
    const { value: now } = state;
    if (now.kind === 'shown') state.value = { ...now, isRefreshing: true };
    else if (now.kind === 'failed' && isAsked) state.value = { kind: 'loading' };
    const result = await readEdge({ path, keep, body });
    if (!result.ok) return fail(result.error);
    if (!show(result.value, false))
      fail({ kind: 'service-failing', code: 'UNEXPECTED_ANSWER', message: null });
  };

  const start = (isAsked: boolean) => {
    reading ??= read(isAsked).finally(() => {
      reading = null;
    });
    return reading;
  };
  const refresh = () => start(true);
  const reread = () => (reading ? reading.then(() => start(false)) : start(false));

  const known = keep ? ahead.get(path) : null;
  ahead.delete(path);
  if (known) show(known, true);
  void (async () => {
    const kept = known === undefined ? await cachedResponse(path) : null;
    if (kept && state.value.kind === 'loading') show(kept, true);
    afterPaint(() => void refresh());
  })();

  // The snapshot's version changes with everything the edge sees change. Reads by POST are about an app's own
  // rows, which the snapshot does not cover, and may cost units: they are repeated only on request.
  let seen = stored.peek()?.snapshot?.snapshot.version;
  let later: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    const version = stored.value?.snapshot?.snapshot.version;
    if (version === seen) return;
    seen = version;
    const now = state.peek();
    const ageMs = now.kind === 'shown' ? browserNow.peek() - now.readAt : FRESH_FOR_MS;
    clearTimeout(later);
    // A read in progress may be older than what changed.
    later = setTimeout(() => void reread(), Math.max(0, FRESH_FOR_MS - ageMs));
  };
  const unfollow = body === undefined ? effect(follow) : () => {};

  const end = () => {
    clearTimeout(later);
    unfollow();
  };
  return { resource: { state: state, refresh } satisfies Resource<T>, reread, end };
}

/** Reads again what could not be read: once the trouble is over, or when the user asks. */
export async function rereadFailed(): Promise<void> {
  const failed = [...resources.values()].filter(({ resource: { state } }) => {
    const { value: now } = state;
    return now.kind === 'failed' || (now.kind === 'shown' && now.error !== null);
  });
  await Promise.all(failed.map(({ resource }) => resource.refresh()));
}

/** Reads everything shown again whose path begins with `prefix`: after a change of our own. */
export async function refreshUnder(prefix: string): Promise<void> {
  await Promise.all(
    [...resources].filter(([key]) => key.startsWith(prefix)).map(([, { reread }]) => reread()),
  );
}
