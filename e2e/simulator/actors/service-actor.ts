import type { Clock } from '../../mock-service/clock/clock.ts';
import { createControl } from '../../mock-service/control/control.ts';
import 'mingo';
import { createApp } from '../../mock-service/app.ts';
import { createWorld } from '../../mock-service/create-world.ts';
import { createDataApp } from '../../mock-service/data/app.ts';
import type { Sent } from '../../mock-service/webhooks/post.ts';
import type { Random } from '../../random/random.ts';
import type { Decisions } from '../decisions.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { outsideOfProcesses } from '../platform/processes.ts';
import type { Timeline } from '../platform/timeline.ts';

export const API_KEY = 'canary-api-key-7f3a';
/** Beginning of the ids under which accepted deliveries arrive once more. */
export const RENAMED = 'evt_renamed_';
const PATIENCE_LONGER_THAN_ANYBODYS_MS = 120_000;

/** The local service on simulated time, with the faults between it and the edge. */
export function createServiceActor(
  timeline: Timeline,
  random: Random,
  faults: () => FaultPlan,
  deliver: (request: Request) => Promise<Response>,
  decisions: Decisions,
) {
  const happens = (what: string, probability: number) => decisions.happens(what, probability, random);
  const world = createWorld({
    clock: clockOf(timeline),
    apiKey: API_KEY,
    seed: random.below(2 ** 31),
    connectTo: {},
    post: (url, headers, body, _, signal) =>
      post(new Request(url, { method: 'POST', headers, body }), signal),
  });
  // Undocumented behaviour of the service is one way in half of the seeds, and the other in the rest.
  world.assumptions.escapesText = random.chance(0.5);
  world.assumptions.startMovesLastModified = random.chance(0.5);
  const app = createApp(() => world);
  app.route(
    '/data',
    createDataApp(() => world),
  );
  const control = createControl(
    () => world,
    () => undefined,
  );

  const response = async (request: Request): Promise<Response> =>
    outsideOfProcesses(async () => app.fetch(request, { incoming: {}, outgoing: {} } as never));

  /** A call of the service by the edge, with its faults. */
  async function fetch(request: Request): Promise<Response> {
    const plan = faults();
    const pass = (ms: number) => passing(timeline, ms, request.signal);
    if (happens('serviceBefore', plan.serviceBefore)) return brokenBefore(pass);
    // What has arrived takes effect, possibly late, and whether or not anybody still waits.
    const lateMs = happens('serviceLate', plan.serviceLate)
      ? random.below(plan.serviceLatestMs)
      : 5 + random.below(200);
    await new Promise<void>((resolve) => timeline.after(lateMs, resolve));
    if (happens('serviceKeyRejected', plan.serviceKeyRejected))
      return Response.json({ error: 'no' }, { status: 401 });
    const good = await response(request);
    if (request.signal.aborted) throw request.signal.reason;
    const isData = new URL(request.url).pathname.startsWith('/data/');
    if (happens('serviceAfter', plan.serviceAfter)) return brokenAfter(good, pass, isData);
    await pass(happens('serviceSlow', plan.serviceSlow) ? random.below(60_000) : 5 + random.below(100));
    return good;
  }

  async function brokenBefore(pass: (ms: number) => Promise<void>): Promise<Response> {
    const badGateway = { status: 502, headers: { 'content-type': 'text/html' } };
    return broken(pass, [
      () => refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '2' }),
      () => new Response('<h1>Bad gateway</h1>', badGateway),
    ]);
  }

  /** @param isData of a call of an app's data backend, which may even refuse for now what it has done */
  async function brokenAfter(
    good: Response,
    pass: (ms: number) => Promise<void>,
    isData: boolean,
  ): Promise<Response> {
    const refusals = [
      () => refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '2' }),
      () => Response.json({ error: 'no' }, { status: 401 }),
    ];
    return broken(pass, [
      async () => {
        const text = await good.text();
        return new Response(text.slice(0, text.length >> 1), { status: good.status, headers: good.headers });
      },
      () => Response.json({ result: 'ok' }, { status: good.status }),
      ...(isData ? refusals : []),
    ]);
  }

  /** A very late response, none, an error, or one of `others`. */
  async function broken(
    pass: (ms: number) => Promise<void>,
    others: readonly (() => Response | Promise<Response>)[],
  ): Promise<Response> {
    const way = random.below(3 + others.length);
    if (way === 0) await pass(PATIENCE_LONGER_THAN_ANYBODYS_MS);
    if (way <= 1) throw new TypeError('fetch failed');
    return others[way - 3]?.() ?? refusal(500, 'INTERNAL_ERROR');
  }

  /** A delivery of the service to the edge, with its faults. */
  async function post(request: Request, signal: AbortSignal): Promise<Sent> {
    const plan = faults();
    const pass = (ms: number) => passing(timeline, ms, signal);
    try {
      if (happens('senderLost', plan.senderLost)) return { httpStatus: null, error: 'ECONNRESET' };
      await pass(happens('senderLate', plan.senderLate) ? random.below(9_000) : 5 + random.below(100));
      const copies = happens('senderDoubled', plan.senderDoubled) ? 2 + random.below(9) : 1;
      const answers = await Promise.race([
        Promise.all(Array.from({ length: copies }, () => deliver(request.clone()))),
        aborted(signal),
      ]);
      if (answers[0]?.ok && happens('senderRenamed', plan.senderRenamed)) await renamed(request);
      if (happens('senderResponseLost', plan.senderResponseLost))
        return { httpStatus: null, error: 'ECONNRESET' };
      const status = answers[0]?.status ?? 0;
      return { httpStatus: status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` };
    } catch {
      return { httpStatus: null, error: 'timeout' };
    }
  }

  /** The same signed bytes again, with another id in the header that nobody signed. */
  async function renamed(request: Request): Promise<void> {
    const again = request.clone();
    again.headers.set('x-service-event-id', `${RENAMED}${random.below(2 ** 31)}`);
    await deliver(again);
  }

  return { world, control, fetch, response };
}

export type ServiceActor = ReturnType<typeof createServiceActor>;

function refusal(status: number, errorCode: string, headers: Record<string, string> = {}): Response {
  return Response.json({ errors: { errorCode, errorMessage: errorCode }, data: null }, { status, headers });
}

/** Waits; rejects as soon as the caller aborts. */
function passing(timeline: Timeline, ms: number, signal: AbortSignal): Promise<void> {
  return Promise.race([new Promise<void>((resolve) => timeline.after(ms, resolve)), aborted(signal)]);
}

/** Rejects as soon as the caller aborts. */
export function aborted(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  rejected.catch(() => undefined);
  return rejected;
}

function clockOf(timeline: Timeline): Clock {
  return {
    now: () => timeline.now(),
    after: (delayMs, task) => timeline.after(delayMs, () => outsideOfProcesses(task)),
    advance: async () => {
      throw new Error('The simulation alone moves time.');
    },
    track: (work) => void work.catch(() => undefined),
    settled: async () => undefined,
    realMs: () => null,
    clear: () => undefined,
  };
}
