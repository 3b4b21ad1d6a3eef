import { createChannels } from '../../mock-channels/channels.ts';
import { fetchFromChannels } from '../../mock-channels/in-process.ts';
import type { Random } from '../../random/random.ts';
import type { Decisions } from '../decisions.ts';
import { outsideOfProcesses } from '../platform/processes.ts';
import type { Timeline } from '../platform/timeline.ts';

export const CHANNELS_URL = 'https://channels.simulated.test';

/** Probability of each fault between the edge and a channel, 0 to 1. */
export interface ChannelFaults {
  /** It is lost, or refused for now, and not taken. */
  readonly before: number;
  /** It is taken; the answer is lost, broken, or later than anybody waits. */
  readonly after: number;
}

export const NO_CHANNEL_FAULTS: ChannelFaults = { before: 0, after: 0 };

/** An alert as an own address receives it. */
export interface TriedAlert {
  readonly id: string;
  readonly kind: string;
  readonly severity: string;
  readonly over: boolean;
  readonly link?: string;
}

/** One request with alerts, as the edge sent it. */
export interface Try {
  /** The path of its channel. */
  readonly channel: string;
  readonly at: number;
  readonly alerts: readonly TriedAlert[];
  /** Whether the channel took it. */
  isTaken: boolean;
  /** Whether the answer to what was taken reached the edge. */
  isAnswered: boolean;
}

const LATE_MS = 60_000;

/** Services for alerts on simulated time, with faults. Alerts go to own addresses: these tell them apart. */
export function createChannelsActor(timeline: Timeline, random: Random, decisions: Decisions) {
  const channels = createChannels(() => timeline.now());
  const tries: Try[] = [];
  const answers = new WeakMap<Response, Try>();
  /** Statuses with which channels refuse for good, by their paths. */
  const refusing = new Map<string, number>();
  const state = { faults: NO_CHANNEL_FAULTS };
  const pass = (ms: number) => new Promise<void>((resolve) => timeline.after(ms, resolve));

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const text = await request.clone().text();
    const { alerts } = (JSON.parse(text) as { data: { alerts: TriedAlert[] } }).data;
    const one: Try = { channel: pathname, at: timeline.now(), alerts, isTaken: false, isAnswered: false };
    tries.push(one);
    const isBroken = decisions.happens('channelBefore', state.faults.before, random);
    const isLost = decisions.happens('channelAfter', state.faults.after, random);
    const way = random.below(4);
    await pass(5 + random.below(200));
    const status = refusing.get(pathname);
    if (status !== undefined) return new Response('Gone', { status });
    if (isBroken) return brokenBefore(way);
    const answer = await outsideOfProcesses(() => fetchFromChannels(channels, request));
    one.isTaken = answer.ok;
    if (isLost && one.isTaken) {
      if (way === 0) await pass(LATE_MS);
      if (way <= 1) throw new TypeError('fetch failed');
      if (way === 2) return new Response('Bad gateway', { status: 502 });
    }
    if (request.signal.aborted) throw request.signal.reason;
    answers.set(answer, one);
    return answer;
  }

  async function brokenBefore(way: number): Promise<Response> {
    if (way === 0) await pass(LATE_MS);
    if (way <= 1) throw new TypeError('fetch failed');
    return way === 2
      ? new Response('Too many requests', { status: 429, headers: { 'retry-after': '120' } })
      : new Response('Not now', { status: 503 });
  }

  return {
    fetch,
    tries,
    refusing,
    state,
    /** An answer has reached the edge, which goes on with it at once. */
    onAnswered: (response: Response) => {
      const one = answers.get(response);
      if (one !== undefined) one.isAnswered = true;
    },
  };
}

export type ChannelsActor = ReturnType<typeof createChannelsActor>;
