import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { projectWithData } from '../testing/data.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  await control('setAccount', { oneTimeCredits: 1_000 });
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const KEY = 'key-00001';
const under = (key: string) => ({ 'idempotency-key': key });
const launch = (key = KEY) =>
  owner.ask('POST', '/launches', { projectId: 'new-shop', prompt: 'Build a shop' }, under(key));
const recover = (key = KEY) =>
  owner.ask('POST', '/service/projects/shop/versions/v-1/recover', {}, under(key));
const upload = (key = KEY) =>
  owner.ask('POST', '/service/projects/shop/files/upload', { name: 'a.txt', content: 'QUJD' }, under(key));
const read = async (key = KEY) => (await owner.ask('GET', `/paid-calls/${key}`)).data;
const settle = (said: object, key = KEY, who = owner) => who.ask('POST', `/paid-calls/${key}/settle`, said);
const abandon = (call: object = {}, key = KEY, who = owner) =>
  who.ask('POST', `/paid-calls/${key}/abandon`, {
    ...{ operation: 'launch', projectId: 'new-shop', confirmedAt: Date.now() },
    ...call,
  });

describe('a call that its browser gives up', () => {
  test('of a browser a hundred a day that never arrived are kept', async () => {
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 102; n++) codes.push((await abandon({}, `key-${10_000 + n}`)).code);
    expect(codes.slice(98)).toEqual([undefined, undefined, 'EDGE_RATE_LIMITED', 'EDGE_RATE_LIMITED']);
    expect((await abandon({}, 'key-10000')).data.state, 'what is kept is known').toBe('refused');
  });

  test('is refused for good if it has not arrived: a request that arrives later is not sent', async () => {
    const given = await abandon();
    expect(given.data).toMatchObject({
      ...{ state: 'refused', operation: 'launch', requestedProjectId: 'new-shop' },
      refusal: { code: 'EDGE_ABANDONED' },
    });
    await evictDurableObject(env.ACCOUNT.getByName('account'));
    const late = await launch();
    expect([late.status, late.code, late.headers.get('idempotent-replayed')]).toEqual([
      409,
      'EDGE_ABANDONED',
      'true',
    ]);
    expect((await callsOf()).launchProject ?? 0).toBe(0);
    expect(await read()).toMatchObject({ state: 'refused' });
    expect((await abandon()).data).toEqual(given.data);
  });

  test('is refused for good whatever it would have been', async () => {
    const projectId = 'data-shop';
    await projectWithData(owner, projectId);
    await abandon({ operation: 'uploadFile', projectId: 'shop' });
    expect((await upload()).code).toBe('EDGE_ABANDONED');
    await abandon({ operation: 'data.createChatCompletion', projectId }, 'key-00002');
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const late = await owner.ask(
      'POST',
      `/data/${projectId}/openai/chat-completion`,
      body,
      under('key-00002'),
    );
    expect(late.code).toBe('EDGE_ABANDONED');
    const { uploadFile = 0, 'data.createChatCompletion': chats = 0 } = await callsOf();
    expect([uploadFile, chats]).toEqual([0, 0]);
  });

  test('keeps the outcome that it has', async () => {
    const { data } = await launch();
    expect((await abandon()).data).toEqual(data);
    await control('addFault', { operation: 'uploadFile', kind: 'reset-after', count: 1 });
    await upload('key-00002');
    expect((await abandon({}, 'key-00002')).data.state).toBe('unknown');
  });

  test.each(Array.from({ length: 8 }, (_, at) => [at]))(
    'while its request arrives is either refused or sent, never both (%i)',
    async (at) => {
      const sending = launch();
      for (let tick = 0; tick < at * 3; tick++) await new Promise((resolve) => setTimeout(resolve, 0));
      const [given, sent] = await Promise.all([abandon(), sending]);
      const isRefused = given.data?.state === 'refused';
      expect(sent.code).toBe(isRefused ? 'EDGE_ABANDONED' : undefined);
      expect((await callsOf()).launchProject ?? 0).toBe(isRefused ? 0 : 1);
    },
  );

  test('is given up by builders, and not when it was confirmed longer ago than its outcome would be kept', async () => {
    expect((await abandon({}, KEY, await pairAs(owner, 'viewer'))).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await abandon({ confirmedAt: Date.now() - 366 * DAY_MS })).code).toBe('EDGE_NOT_FOUND');
    expect((await launch()).status).toBe(201);
  });
});

describe('a call whose outcome is not known', () => {
  const losing = async (operation: string, make: () => Promise<{ data: { state: string } }>) => {
    await control('addFault', { operation, kind: 'reset-after', count: 1 });
    expect((await make()).data.state).toBe('unknown');
  };

  test('is kept until somebody says what became of it, and its outcome for as long as a browser may ask', async () => {
    const start = Date.now();
    await losing('uploadFile', upload);
    await runAlarmsAt(start + 60 * DAY_MS);
    expect(await read()).toMatchObject({ state: 'unknown', nextCheckAt: null });
    const unknown = (await owner.ask('GET', '/paid-calls')).data;
    expect(unknown).toMatchObject([{ key: KEY, operation: 'uploadFile', requestedProjectId: 'shop' }]);
    const settled = (await settle({ happened: true })).data;
    expect(settled).toMatchObject({ state: 'launched', projectId: 'shop', isSettledByUser: true });
    expect((await owner.ask('GET', '/paid-calls')).data).toEqual([]);
    await runAlarmsAt(start + 400 * DAY_MS);
    expect(await read()).toMatchObject({ state: 'launched', isSettledByUser: true });
    expect((await upload()).data).toMatchObject({ state: 'launched' });
    expect((await callsOf()).uploadFile).toBe(1);
  });

  test.each([
    ['uploadFile', upload],
    ['recoverVersion', recover],
    ['rebuild', () => owner.ask('POST', '/service/projects/shop/rebuild', {}, under(KEY))],
    [
      'setDomain',
      () => owner.ask('PUT', '/service/projects/shop/domain', { hostname: 'a.example' }, under(KEY)),
    ],
    [
      'startServer',
      () => owner.ask('POST', '/service/projects/shop/agent/server/start-or-restart', {}, under(KEY)),
    ],
    ['deploy', () => owner.ask('POST', '/service/projects/shop/deployments/deploy', {}, under(KEY))],
    [
      'startAgent',
      () => owner.ask('POST', '/service/projects/shop/agent/start', { prompt: 'A' }, under(KEY)),
    ],
  ])('is settled as the user says, also twice: %s', async (_, make) => {
    await control('addFault', { operation: '*', kind: 'reset-before', count: 1 });
    expect((await make()).data.state).toBe('unknown');
    expect((await settle({ happened: false })).data).toMatchObject({
      state: 'absent',
      isSettledByUser: true,
    });
    expect((await make()).data.state).toBe('absent');
    expect((await settle({ happened: true })).data).toMatchObject({ state: 'launched', projectId: 'shop' });
  });

  test('of an app’s backend is settled likewise, and listed', async () => {
    const projectId = 'data-shop';
    await projectWithData(owner, projectId);
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const chat = () => owner.ask('POST', `/data/${projectId}/openai/chat-completion`, body, under(KEY));
    await losing('data.createChatCompletion', chat);
    expect((await owner.ask('GET', '/paid-calls')).data).toMatchObject([
      { operation: 'data.createChatCompletion', requestedProjectId: projectId, settledAt: null },
    ]);
    await runAlarmsAt(Date.now() + 60 * DAY_MS);
    expect((await settle({ happened: false })).data).toMatchObject({
      state: 'absent',
      isSettledByUser: true,
    });
    expect((await chat()).data.state).toBe('absent');
    expect((await settle({ happened: true })).data).toMatchObject({ state: 'launched', projectId });
    expect((await callsOf())['data.createChatCompletion']).toBe(1);
    // Its key is no other kind of call's.
    expect((await launch()).code).toBe('EDGE_KEY_REUSED');
  });

  test('that would have created a project is settled with the project', async () => {
    await losing('launchProject', launch);
    expect((await settle({ happened: true })).code).toBe('EDGE_INVALID_REQUEST');
    expect((await settle({ happened: true, projectId: 'new-shop' })).data.state).toBe('launched');
  });
});

test('a call is absent only after three checks that could be made and found nothing, however late they are', async () => {
  await control('addFault', { operation: 'launchProject', kind: 'reset-before', count: 1 });
  expect((await launch()).data.state).toBe('unknown');
  await control('addFault', { operation: '*', kind: 'error', count: 9_999, status: 500, code: 'X' });
  const start = Date.now();
  for (const minute of [10, 20, 30]) await runAlarmsAt(start + minute * MINUTE_MS);
  await control('clearFaults');
  const states: string[] = [];
  for (let minute = 33; minute <= 42; minute += 3) {
    await runAlarmsAt(start + minute * MINUTE_MS);
    states.push((await read()).state);
  }
  expect(states).toEqual(['unknown', 'unknown', 'absent', 'absent']);
});
