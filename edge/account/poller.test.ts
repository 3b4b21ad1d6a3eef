import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { recentProjects } from '../../shared/snapshot/project-state.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { runAlarmsUntil } from '../testing/alarms.ts';
import { carryDeliveries } from '../testing/deliveries.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { type Live, live } from '../testing/live.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

const PROJECTS = 100;
/** Hours pass in this one, with a sweep every few minutes. */
const BUSY_MACHINE_MS = 120 * SECOND_MS;

let owner: Paired;
let now: number;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  now = Date.now();
});
afterEach(async () => {
  vi.useRealTimers();
  // No event arrives here: what is known is what the object has seen.
  await fetch(`${inject('hookRelayUrl')}/__forget`, { method: 'POST' });
  await reset();
});

const object = () => env.ACCOUNT.getByName('account');

/** Advances the clock and runs due alarms. @returns the jobs of each run of the object */
async function pass(ms: number): Promise<string[]> {
  now += ms;
  return runAlarmsUntil(now);
}
const looks = async (ms: number) => (await pass(ms)).filter((jobs) => jobs.startsWith('look'));

/** What the object knows of a project, without a request of a browser. */
const knownProject = (projectId: string) =>
  runInDurableObject(object(), (_, { storage }) => {
    const [row] = storage.sql.exec<{ data: string }>("SELECT data FROM sections WHERE name = 'projects'");
    return recentProjects
      .parse(JSON.parse(row?.data ?? ''))
      .items.find((item) => item.projectId === projectId);
  });

/** Projects that were changed over the last week, the last of them first. */
async function addProjects(count = PROJECTS) {
  for (let i = 0; i < count; i++)
    await control('addProject', {
      projectId: `app-${i}`,
      createdAt: now - 6 * DAY_MS,
      lastModifiedAt: now - (i + 1) * HOUR_STEP_MS,
    });
  for (let i = 0; i < count; i++)
    await control('setProject', `app-${i}`, { lastModifiedAt: now - (i + 1) * HOUR_STEP_MS });
}
const HOUR_STEP_MS = (6 * DAY_MS) / PROJECTS;

async function openView(): Promise<Live> {
  const socket = await live(owner.token);
  socket.socket.send(JSON.stringify({ type: 'view', open: true }));
  await vi.waitFor(async () => expect(await isViewed()).toBe(true), { timeout: 20_000 });
  return socket;
}
const isViewed = () =>
  runInDurableObject(object(), (_, state) =>
    state.getWebSockets().some((socket) => socket.deserializeAttachment().viewedAt !== undefined),
  );

/** Every project is known in detail, and the balance. */
async function settle(): Promise<void> {
  await owner.ask('GET', '/snapshot');
  await pass(3 * MINUTE_MS);
}

const LAST = `app-${PROJECTS - 1}`;

describe.each([true, false])('where a start moves the list: %s', (startMovesLastModified) => {
  beforeEach(async () => {
    await control('assume', { startMovesLastModified });
    await addProjects();
  });

  test('work begun elsewhere is shown within 15 s of a view that is open, in 100 projects changed this week', async () => {
    await settle();
    const view = await openView();
    await pass(30 * SECOND_MS);
    const heard = view.messages.length;
    await control('startRun', LAST);
    await pass(15 * SECOND_MS);
    expect(await knownProject(LAST)).toMatchObject({ run: { phase: 'running' } });
    await view.until(({ messages }) => messages.length > heard);
    await control('startDeployment', 'app-60');
    await pass(15 * SECOND_MS);
    expect(await knownProject('app-60')).toMatchObject({ deploy: { phase: 'deploying' } });
  });

  test('work begun or ended elsewhere is known within 75 s while no view is open', async () => {
    await settle();
    await control('startRun', LAST);
    await pass(75 * SECOND_MS);
    expect(await knownProject(LAST)).toMatchObject({ run: { phase: 'running' } });
    await control('finishRun', LAST);
    await pass(75 * SECOND_MS);
    expect(await knownProject(LAST)).toMatchObject({ run: { ending: 'succeeded' } });
  });

  test('a run that begins and ends between two looks is known with its cost, without any event', async () => {
    await settle();
    await control('startRun', LAST);
    await control('finishRun', LAST);
    await pass(75 * SECOND_MS);
    const { run } = (await knownProject(LAST)) ?? {};
    expect(run).toMatchObject({ ending: 'succeeded' });
    expect(run?.creditsSpent).toBeGreaterThan(0);
    expect(run?.finishedAt).not.toBeNull();
  });

  test('a second run of a project that comes and goes unseen is reported instead of the first', async () => {
    await settle();
    for (const outcome of ['done', 'error']) {
      await control('startRun', 'app-0');
      await control('finishRun', 'app-0', outcome);
      await pass(75 * SECOND_MS);
    }
    expect((await knownProject('app-0'))?.run).toMatchObject({ ending: 'failed' });
  });
});

describe('with webhooks arriving', () => {
  const HOURS = 2;
  /** A twenty-fourth of 3,000 calls a day. */
  const CALLS_AN_HOUR_MAX = 125;

  const calls = async () => Object.values(await callsOf()).reduce((sum, count) => sum + count, 0);

  /** All is read, and one event has arrived. */
  async function hear(): Promise<void> {
    await addProjects();
    await settle();
    const carrying = carryDeliveries();
    await control('emitSample', 'project.resumed', 'app-50');
    await carrying.arrived(1);
    await carrying.stop();
    await pass(3 * MINUTE_MS);
  }

  test(
    'a quiet hour of 100 projects without an open view costs the service at most 125 calls, and none reads a project',
    async () => {
      await hear();
      const before = { all: await calls(), project: (await callsOf()).getProject };
      await pass(HOURS * 60 * MINUTE_MS);
      expect((await calls()) - before.all).toBeLessThanOrEqual(HOURS * CALLS_AN_HOUR_MAX);
      expect((await callsOf()).getProject).toBe(before.project);
    },
    BUSY_MACHINE_MS,
  );

  test.each([
    ['moves the list', true, LAST],
    ['does not move the list, of a project changed lately', false, 'app-3'],
  ])('work begun elsewhere that %s is known within 75 s', async (_, startMovesLastModified, projectId) => {
    await control('assume', { startMovesLastModified });
    await hear();
    await control('startRun', projectId);
    await pass(75 * SECOND_MS);
    expect(await knownProject(projectId)).toMatchObject({ run: { phase: 'running' } });
  });

  test('work that began elsewhere while no view was open is shown within 15 s of one that opens', async () => {
    await control('assume', { startMovesLastModified: false });
    await hear();
    await control('startRun', LAST);
    await pass(2 * MINUTE_MS);
    expect(await knownProject(LAST), 'it is not among the likely ones').not.toMatchObject({
      run: { phase: 'running' },
    });
    await openView();
    await pass(15 * SECOND_MS);
    expect(await knownProject(LAST)).toMatchObject({ run: { phase: 'running' } });
  });

  test('work that begins elsewhere as another project changes is shown within 15 s of an open view', async () => {
    await control('assume', { startMovesLastModified: false });
    await hear();
    await openView();
    await pass(30 * SECOND_MS);
    await control('startRun', 'app-5');
    await control('setProject', 'app-70', { lastModifiedAt: now });
    await pass(15 * SECOND_MS);
    expect(await knownProject('app-5')).toMatchObject({ run: { phase: 'running' } });
  });

  test('work that begins elsewhere as the balance is filled up is shown within 15 s of an open view', async () => {
    await control('assume', { startMovesLastModified: false });
    await hear();
    await openView();
    await pass(30 * SECOND_MS);
    await control('startRun', 'app-5');
    await control('setAccount', { recurrentCredits: 5_000 });
    await pass(15 * SECOND_MS);
    expect(await knownProject('app-5')).toMatchObject({ run: { phase: 'running' } });
  });

  test(
    'what apps use all day has at most five projects looked at, ever more rarely',
    async () => {
      await hear();
      const before = (await callsOf()).getProject ?? 0;
      for (let i = 0; i < 60; i++) {
        await control('useFeature', 'app-3', 'web', { credits: 1 });
        await pass(MINUTE_MS);
      }
      expect(((await callsOf()).getProject ?? 0) - before, 'in an hour').toBeLessThan(40);
    },
    BUSY_MACHINE_MS,
  );
});

test('what apps use up has all projects looked at ever more rarely', async () => {
  await addProjects();
  await settle();
  await openView();
  await pass(30 * SECOND_MS);
  const before = (await callsOf()).getProject ?? 0;
  for (let i = 0; i < 25; i++) {
    await control('useFeature', 'app-3', 'web', { credits: 2 });
    await pass(12 * SECOND_MS);
  }
  const perLook = ((await callsOf()).getProject ?? 0) - before;
  expect(perLook, 'five minutes: at most six looks at all, and the rotation').toBeLessThan(25 * 8 + 600);
});

test('a view that goes, or falls silent, is no longer looked for every 10 s', async () => {
  await addProjects(1);
  const view = await openView();
  const count = async () => (await looks(MINUTE_MS)).length;
  expect(await count()).toBeGreaterThanOrEqual(4);
  view.socket.send(JSON.stringify({ type: 'view', open: false }));
  await vi.waitFor(async () => expect(await isViewed()).toBe(false), { timeout: 20_000 });
  await pass(MINUTE_MS);
  expect(await count()).toBe(1);
  await openView();
  await pass(4 * MINUTE_MS);
  expect(await count(), 'it pinged for the last time four minutes ago').toBe(1);
});

test(
  'without a paired browser nothing is polled; an idle account is polled every five minutes',
  async () => {
    await control('addProject', { projectId: 'old', createdAt: now - 60 * DAY_MS });
    await control('setProject', 'old', { lastModifiedAt: now - 60 * DAY_MS });
    await owner.ask('GET', '/snapshot');
    await pass(2 * MINUTE_MS);
    expect((await looks(31 * MINUTE_MS)).length).toBe(6);
    await owner.ask('DELETE', `/devices/${owner.deviceId}`);
    await pass(16 * MINUTE_MS);
    expect(await looks(16 * MINUTE_MS)).toEqual([]);
  },
  BUSY_MACHINE_MS,
);

test('a failing service is not called more often because of open views', async () => {
  await addProjects(30);
  await owner.ask('GET', '/snapshot');
  await control('addFault', { operation: '*', kind: 'error', status: 500, code: 'INTERNAL', count: 10_000 });
  await openView();
  await pass(2 * MINUTE_MS);
  const before = (await callsOf()).listProjects ?? 0;
  await pass(3 * MINUTE_MS);
  expect(((await callsOf()).listProjects ?? 0) - before, 'of 15 looks').toBeLessThan(10);
});
