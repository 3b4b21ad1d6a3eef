import { exports } from 'cloudflare:workers';
import { inject } from 'vitest';
import { control } from './local-service.ts';

type Taken = { id: number; path: string; headers: Record<string, string>; body: string };

/** A delivery of the local service, and the edge's response. */
export type Carried = { request: Request; status: number };

/** Longer than a delivery takes on a busy machine. */
const DELIVERED_WITHIN_MS = 15_000;
/** Longer than a busy machine takes, and shorter than a test may. */
const ARRIVES_WITHIN_MS = 45_000;

/** Waits until the service has done with what it delivers: then also its next try is scheduled. */
export const delivered = () => control('settled', DELIVERED_WITHIN_MS);

/**
 * Forwards the local service's deliveries to the edge until `stop`: takes each from the relay, sends it to
 * the edge and returns the response. `result` may replace the edge by a status.
 */
export function carryDeliveries(result: (request: Request) => number | null = () => null) {
  const carried: Carried[] = [];
  const waiting: { count: number; resolve: (arrived: true) => void }[] = [];
  const ending = new AbortController();
  const relay = inject('hookRelayUrl');

  async function carry(): Promise<void> {
    while (!ending.signal.aborted) {
      const taken = await take(relay, ending.signal);
      if (taken) await show(taken);
    }
  }

  async function show(taken: Taken): Promise<void> {
    const body = Uint8Array.from(atob(taken.body), (letter) => letter.charCodeAt(0));
    const init = { method: 'POST', headers: taken.headers, body };
    const request = new Request(`https://edge.pilot-light.test${taken.path}`, init);
    const status = result(request) ?? (await reply(request.clone()));
    carried.push({ request, status });
    await fetch(`${relay}/__answer/${taken.id}`, { method: 'POST', body: String(status) });
    for (const wait of waiting.filter(({ count }) => carried.length >= count)) wait.resolve(true);
  }

  const carriers = Promise.all([carry(), carry(), carry()]);
  return {
    carried,
    /** Resolves once `count` deliveries were answered. If they don't come, leaves later ones to others. */
    arrived: async (count: number) => {
      const isThere =
        carried.length >= count ||
        (await Promise.race([
          new Promise<true>((resolve) => waiting.push({ count, resolve })),
          new Promise<false>((resolve) => setTimeout(resolve, ARRIVES_WITHIN_MS, false)),
        ]));
      if (!isThere) {
        ending.abort();
        throw new Error(
          `${carried.length} of ${count} deliveries came: see that the edge is subscribed before they are sent`,
        );
      }
      await delivered();
    },
    stop: async () => {
      ending.abort();
      await carriers;
      await fetch(`${relay}/__forget`, { method: 'POST' });
    },
  };
}

async function take(relay: string, signal: AbortSignal): Promise<Taken | null> {
  try {
    const response = await fetch(`${relay}/__take`, { signal });
    return await response.json<Taken | null>();
  } catch {
    return null;
  }
}

async function reply(request: Request): Promise<number> {
  const response = await exports.default.fetch(request);
  await response.arrayBuffer();
  return response.status;
}
