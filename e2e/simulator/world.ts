import { listenToProbes, type Probe } from '../../edge/object/probes.ts';
import { type Random, seededRandom } from '../random/random.ts';
import { BrowserActor } from './actors/browser-actor.ts';
import { CHANNELS_URL, type ChannelsActor, createChannelsActor } from './actors/channels-actor.ts';
import { createEdgeActor, EDGE_URL, type EdgeActor } from './actors/edge-actor.ts';
import { API_KEY, aborted, createServiceActor, RENAMED, type ServiceActor } from './actors/service-actor.ts';
import { Decisions, type Kept } from './decisions.ts';
import { drawFaultPlan, type FaultPlan, NO_FAULTS } from './faults/fault-plan.ts';
import { ContextProcess } from './platform/fake-browser.ts';
import { replaceGlobals } from './platform/globals.ts';
import { Invocations } from './platform/invocations.ts';
import { createIoBoundary } from './platform/io-boundary.ts';
import { outsideOfProcesses } from './platform/processes.ts';
import { createTimeline, type Timeline } from './platform/timeline.ts';

const SERVICE_URL = 'https://service.simulated.test';
const STARTS_AT = Date.parse('2026-11-03T08:00:00Z');
const STARTS_WITHIN_MS = 20 * 24 * 60 * 60 * 1000;

/** Service, edge and browsers of one seed, and everything observed. */
export interface World {
  readonly random: Random;
  readonly timeline: Timeline;
  readonly service: ServiceActor;
  readonly edge: EdgeActor;
  /** Where alerts go. */
  readonly channels: ChannelsActor;
  /** Subrequests of each run of the Worker and of the object. */
  readonly invocations: Invocations;
  /** Current faults; replaced when they begin and end. */
  faults: FaultPlan;
  /** Answers calls that do not reach the service: it fails for good or is not called. Null for the others. */
  instead: (request: Request) => Promise<Response> | null;
  /** The edge's log. */
  readonly logs: string[];
  /** Every response that a browser received, as text. */
  readonly responses: string[];
  /** Ids of acknowledged events. */
  readonly acknowledged: Set<string>;
  /** What happened, for debugging a failed seed. */
  readonly trace: string[];
  /** The rare states that the edge reached. */
  readonly reached: Set<Probe>;
  /** What happened, by names that a replay may keep. */
  readonly happened: readonly string[];
  note(words: string): void;
  /** Whether an action is taken now. */
  happens(action: string, probability?: number): boolean;
  beginFaults(): void;
  endFaults(): void;
  newBrowser(name: string): Promise<BrowserActor>;
  /** Advances time until the work is done, at most `withinMs`. @throws Error when it is not */
  until<T>(work: Promise<T>, withinMs?: number): Promise<T>;
  runFor(ms: number): Promise<void>;
  close(): void;
}

const UNTIL_MS = 120_000;
const SOON_MAX_MS = 50;
const LATE_MAX_MS = 60_000;
const SWITCHING_PROTOCOLS = 101;
/** Statuses without a body. */
const EMPTY = new Set([204, 304]);
const LOOK_EVERY_MS = 100;

export interface WorldOptions {
  /** Whether the service can reach the edge; otherwise the edge can only poll. */
  readonly webhooks: boolean;
  /** What a replay lets happen; without it, everything happens that is drawn. */
  readonly kept?: Kept | undefined;
}

/** Creates the world of one seed. Only one can exist at a time, because it replaces the process's globals. */
export async function createWorld(seed: number, options: WorldOptions): Promise<World> {
  const random = seededRandom(seed);
  const timeline = createTimeline(STARTS_AT + random.below(STARTS_WITHIN_MS));
  const plan = drawFaultPlan(random);
  const logs: string[] = [];
  const responses: string[] = [];
  const trace: string[] = [];
  const acknowledged = new Set<string>();
  const reached = new Set<Probe>();
  const invocations = new Invocations();
  const decisions = new Decisions(options.kept ?? null);
  let world: World;

  const ioBoundary = createIoBoundary(
    timeline,
    random.fork(),
    (process) =>
      process instanceof ContextProcess ? world.faults.backgroundEnding : world.faults.objectEnding,
    decisions,
  );
  const deliver = async (request: Request) => {
    const response = await edge.fetch(request);
    const id = request.headers.get('x-service-event-id') ?? '';
    world.note(`delivery ${id} -> ${response.status}`);
    if (response.ok && !id.startsWith(RENAMED)) acknowledged.add(id);
    return response;
  };
  const service = createServiceActor(timeline, random.fork(), () => world.faults, deliver, decisions);
  const channels = createChannelsActor(timeline, seededRandom(~seed), decisions);
  const restore = replaceGlobals({
    timeline,
    random: random.fork(),
    log: (line) => logs.push(line),
    fetch: async (request) => {
      invocations.count();
      const { fetch } = request.url.startsWith(CHANNELS_URL) ? channels : service;
      const response = await ioBoundary.step(
        () => outsideOfProcesses(() => world.instead(request) ?? fetch(request)),
        0,
      );
      channels.onAnswered(response);
      return response;
    },
  });
  const edge = await createEdgeActor(
    { timeline, random: random.fork(), ioBoundary, invocations, decisions },
    {
      SERVICE_URL,
      DATA_API_URL: `${SERVICE_URL}/data`,
      SERVICE_API_KEY: API_KEY,
      ...(options.webhooks && { PUBLIC_URL: EDGE_URL }),
    },
  );

  const networkRandom = random.fork();
  const happens = (what: string, probability: number) => decisions.happens(what, probability, networkRandom);
  const network = (request: Request) =>
    ioBoundary.step(
      () =>
        outsideOfProcesses(async () => {
          const { browserBefore, browserAfter, browserLate } = world.faults;
          const lateMs = happens('browserLate', browserLate) ? LATE_MAX_MS : SOON_MAX_MS;
          const lost = happens('browserBefore', browserBefore);
          const arriving = new Promise<void>((arrived) =>
            timeline.after(5 + networkRandom.below(lateMs), arrived),
          );
          // What was sent arrives, whether or not anybody still waits.
          const responding = arriving.then(() => {
            if (lost) throw new TypeError('Failed to fetch');
            return edge.fetch(request);
          });
          const response = await Promise.race([responding, aborted(request.signal)]);
          const text = response.status === SWITCHING_PROTOCOLS ? null : await response.text();
          if (text !== null) responses.push(`${JSON.stringify([...response.headers])} ${text}`);
          if (happens('browserAfter', browserAfter)) throw new TypeError('Failed to fetch');
          if (text === null) return response;
          return new Response(EMPTY.has(response.status) ? null : text, response);
        }),
      0,
    );
  const modules = await BrowserActor.load();

  world = {
    random,
    timeline,
    service,
    edge,
    channels,
    invocations,
    faults: NO_FAULTS,
    instead: () => null,
    logs,
    responses,
    acknowledged,
    trace,
    reached,
    happened: decisions.happened,
    happens: (action, probability = 1) => decisions.happens(action, probability, random),
    note: (words) => trace.push(`${new Date(timeline.now()).toISOString()} ${words}`),
    beginFaults: () => {
      world.faults = plan;
      Object.assign(edge.events.faults, {
        down: plan.keyValueDown,
        failing: plan.keyValueFailing,
        slow: plan.keyValueSlow,
      });
    },
    endFaults: () => {
      world.faults = NO_FAULTS;
      Object.assign(edge.events.faults, { down: false, failing: 0, slow: 0 });
    },
    newBrowser: async (name) => new BrowserActor(name, { timeline, ioBoundary, network }, modules),
    until: async <T>(work: Promise<T>, withinMs = UNTIL_MS) => {
      const deadline = timeline.now() + withinMs;
      const outcome: { settled?: { value: T } | { failure: unknown } } = {};
      work.then(
        (value) => {
          outcome.settled = { value };
        },
        (failure) => {
          outcome.settled = { failure };
        },
      );
      while (!outcome.settled && timeline.now() < deadline)
        await timeline.runUntil(timeline.now() + LOOK_EVERY_MS);
      if (!outcome.settled) throw new Error('It did not come to an end in time.');
      if ('failure' in outcome.settled) throw outcome.settled.failure;
      return outcome.settled.value;
    },
    runFor: (ms) => timeline.runUntil(timeline.now() + ms),
    close: () => {
      edge.object.close();
      restore();
    },
  };
  listenToProbes((probe) => {
    if (!reached.has(probe)) world.note(`reached: ${probe}`);
    reached.add(probe);
  });
  return world;
}
