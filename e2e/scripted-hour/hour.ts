import { abortAllDurableObjects } from 'cloudflare:test';
import { vi } from 'vitest';
import { carryDeliveries } from '../../edge/testing/deliveries.ts';
import { firstReading, pair, pairAs } from '../../edge/testing/edge.ts';
import { control } from '../../edge/testing/local-service.ts';
import { NOON } from '../../edge/testing/noon.ts';
import { reset } from '../../edge/testing/reset.ts';
import { serviceResponse } from '../../edge/testing/service-response.ts';
import type { GuardRequest } from '../../shared/edge-api/guards.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { HourBrowser } from './browser.ts';
import { Clocks } from './clocks.ts';
import type { Happened } from './differences.ts';

export const CAP = 500;
export const RUN_ENDED = 'agent.prompt.finished';
export const DEPLOYED = 'deployment.finished';
export const CAP_REACHED = 'project.credit_limit.reached';
/** Longest delays: a push and a reading; a poll without a push; a sweep, where nothing else tells. */
export const PUSHED_MS = 20 * SECOND_MS;
export const POLLED_MS = 2.5 * MINUTE_MS;
export const SWEPT_MS = 5 * MINUTE_MS;

export let clocks: Clocks;
let deliveries: ReturnType<typeof carryDeliveries>;
export let browsers: HourBrowser[];
export const happened: Happened = {
  seen: new Set(),
  budgetsReached: new Set(),
  stoppedElsewhere: new Set(),
  capsCrossed: [],
  guards: new Map(),
};

/** An account of four projects with caps, an edge that has read it, and two browsers that are closed. */
export async function beginHour(): Promise<void> {
  await control('reset');
  await control('setDurations', {
    runMs: [300 * MINUTE_MS, 300 * MINUTE_MS],
    deployMs: [300 * MINUTE_MS, 300 * MINUTE_MS],
  });
  await control('setAccount', { recurrentCredits: 10_000 });
  for (const projectId of ['shop', 'blog', 'clinic', 'bakery']) {
    await control('addProject', { projectId });
    await serviceResponse('PATCH', `/projects/${projectId}/credit-limits`, {
      maxDevelopmentCreditsPerMonth: CAP,
    });
  }
  clocks = new Clocks(NOON);
  await clocks.start();
  deliveries = carryDeliveries(() => (clocks.edgeIsDown ? 503 : null));
  const owner = await pair();
  const other = await pairAs(owner, 'builder');
  await firstReading(owner);
  await clocks.pass(MINUTE_MS);
  const { attention } = (await owner.ask('GET', '/snapshot')).data;
  browsers = [owner, other].map((device) => new HourBrowser(device, attention.lastAnnouncement));
}

export async function endHour(): Promise<void> {
  for (const browser of browsers) browser.close();
  vi.useRealTimers();
  await deliveries.stop();
  await reset();
}

export const run = (projectId: string) => control('startRun', projectId);
export const finish = (projectId: string, outcome = 'done') => control('finishRun', projectId, outcome);
export const deploy = (projectId: string) => control('startDeployment', projectId);
export const deployed = (projectId: string, outcome = 'success') =>
  control('finishDeployment', projectId, outcome);
export const webhook = (event: string, fault: object) => control('addSenderFault', { event, ...fault });
export const lastRun = async (projectId: string): Promise<string> =>
  (await control<{ runs: { id: string }[] }>('workOf', projectId)).runs.at(-1)?.id ?? '';
export const ask = async (...call: Parameters<HourBrowser['device']['ask']>) => {
  const [{ device } = {}] = browsers;
  if (!device) throw new Error('There is no browser.');
  const reply = await device.ask(...call);
  if (reply.status >= 400) throw new Error(`${call[0]} ${call[1]}: ${reply.code}`);
  return reply;
};
export const open = () => Promise.all(browsers.map((browser) => browser.open()));
export const close = () => {
  for (const browser of browsers) browser.close();
};

/** The edge's process ends in the middle of what it does; connections break. */
export async function kill(): Promise<void> {
  await abortAllDurableObjects();
  await Promise.all(browsers.filter(({ isOpen }) => isOpen).map((browser) => browser.reconnect()));
}

export const guard = async (projectId: string, request: GuardRequest) => {
  await ask('PUT', `/guards/${projectId}`, request);
  happened.guards.set(projectId, { guard: request, setAt: clocks.now });
};

/** The edge is down for a time. */
export function downFor(ms: number): () => Promise<void> {
  return async () => {
    clocks.edgeIsDown = true;
    await clocks.pass(ms);
    await kill();
    clocks.edgeIsDown = false;
  };
}

/** What somebody does or what happens, and after what time everybody says what the service knows. */
export type Moment = readonly [says: string, act: () => Promise<unknown>, forMs: number];
