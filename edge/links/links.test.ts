import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SECRETS } from '../../e2e/mock-channels/channels.ts';
import type { ChannelRequest } from '../../shared/edge-api/channels.ts';
import type { ChannelLinks, LinkPage } from '../../shared/edge-api/links.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { linkRoutes } from '../routes/alerts.ts';
import { pass, runAlarmsAt } from '../testing/alarms.ts';
import { CHANNELS_URL, channelServices } from '../testing/channel-services.ts';
import { callEdge, firstReading, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { MONTH_END, NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

const PAGE = 'https://edge.pilot-light.test/a#';
const SPENDS: ChannelLinks = { may: 'spends', upTo: 500 };

let owner: Paired;
let services: ReturnType<typeof channelServices>;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop', label: 'House handbook' });
  await setCaps({ maxDevelopmentCreditsPerMonth: 200 });
  await control('setUsage', 'shop', { development: 20, infrastructure: 0 });
  await firstReading(owner);
  services = channelServices();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

const setCaps = (caps: object) => serviceResponse('PATCH', '/projects/shop/credit-limits', caps);
const caps = async () => (await serviceResponse('GET', '/projects/shop/credit-limits')).creditLimits;
const capOf = async (): Promise<number | null> => (await caps()).maxDevelopmentCreditsPerMonth;

/** Sets up a channel at an own address, which gets each link as a field. */
async function put(
  id: string,
  links: ChannelLinks | null,
  change: Partial<ChannelRequest> = {},
  who = owner,
) {
  const reply = await who.ask('PUT', `/channels/${id}`, {
    ...{
      kind: 'webhook',
      name: 'Studio phone',
      tells: ['needs-you'],
      over: false,
      hours: null,
      language: 'en',
    },
    ...(links && { links }),
    target: { kind: 'webhook', url: `${CHANNELS_URL}/own/${id}`, secret: SECRETS.own },
    ...change,
  });
  await runAlarmsAt(Date.now());
  return reply;
}

interface SentAlert {
  title: string;
  link?: string;
}

const sentTo = (id: string): SentAlert[] =>
  services.posted.filter(({ path }) => path.endsWith(`/${id}`)).flatMap(({ json }) => json.data.alerts);

/** The token of the newest link that a channel was sent. */
function tokenIn(id: string): string {
  const link = sentTo(id).findLast((alert) => alert.link !== undefined)?.link ?? '';
  expect(link.startsWith(PAGE), link).toBe(true);
  return link.slice(PAGE.length);
}

/** The cap is reached, as the next reading of the service shows, and everybody is told. */
async function reachCap(): Promise<void> {
  await control('setUsage', 'shop', { development: 200 });
  await pass(6 * MINUTE_MS, owner);
  await pass(2 * MINUTE_MS);
}

const post = (path: 'look' | 'act', token: string, more: object = {}) =>
  callEdge('POST', `/a/${path}`, { body: JSON.stringify({ token, ...more }) });
const page = async (path: 'look' | 'act', token: string): Promise<LinkPage> => {
  const { status, data } = await post(path, token, { zone: 'Europe/Prague' });
  expect(status).toBe(200);
  return data;
};
const uses = () =>
  runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.sql
      .exec<{ channel_id: string; verb: string; state: string }>(
        'SELECT channel_id, verb, state FROM link_uses',
      )
      .toArray(),
  );

test('without links switched on an alert has none, and opening the page of one that has does nothing', async () => {
  await put('channel-off', null);
  await put('channel-look', { may: 'look' });
  await reachCap();
  expect(sentTo('channel-off')).toMatchObject([{ title: 'House handbook is at its cap' }]);
  expect(sentTo('channel-off')[0]?.link).toBeUndefined();
  const token = tokenIn('channel-look');
  const { text, headers, status } = await callEdge('GET', `/a?${token}`);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(text).toContain('needs scripts');
  expect(text).toContain('braucht Skripte');
  expect(text).not.toContain('House');
  const looked = await page('look', token);
  expect(looked).toMatchObject({
    title: 'House handbook is at its cap',
    sign: 'critical',
    act: null,
    bar: { share: 1, label: '200 of 200 development credits.' },
    lines: ['200 of 200 development credits.', 'Prompts are refused until 1 Jan.'],
  });
  expect(await page('act', token)).toEqual(looked);
  expect(await uses()).toEqual([]);
});

describe('a cap is raised until the reset', () => {
  test('with one press of the one verb; the channel is told, and a second press shows that again', async () => {
    await put('channel-1', SPENDS);
    await reachCap();
    const token = tokenIn('channel-1');
    const before = await page('look', token);
    expect(before.act).toEqual({ label: 'Raise to 240 until 1 Jan', confirm: 'Yes, raise to 240' });
    expect(before.foot.at(-1)).toMatch(/^This link works once, until .*\.$/);
    const after = await page('act', token);
    expect(after).toMatchObject({ sign: 'done', title: 'The cap is 240 until 1 Jan', act: null });
    expect(after.lines).toContain('Prompts are on.');
    expect(await capOf()).toBe(240);
    expect(await page('act', token)).toEqual(after);
    expect(await page('look', token)).toEqual(after);
    expect((await callsOf()).updateCreditLimits).toBe(2);
    const { limit, guards, acts } = (await owner.ask('GET', '/guards/shop')).data;
    expect(limit).toMatchObject({ own: 200, cap: 240, state: 'set' });
    expect(guards).toMatchObject([{ guard: { kind: 'raise', credits: 40 }, setBy: 'Webhook' }]);
    expect(acts).toMatchObject([{ did: 'set', from: 200, to: 240 }]);
    await pass(2 * MINUTE_MS);
    const [told] = sentTo('channel-1').filter(({ title }) => title.includes('by a link'));
    expect(told?.title).toBe('House handbook: cap raised to 240 by a link in Webhook');
    expect(told?.link).toBeUndefined();
    const { events } = (await owner.ask('GET', '/events?event=edge.guard')).data;
    expect(events[0].facts).toMatchObject({ did: 'set', by: 'Webhook', link: 'webhook' });
  });

  test('and its prompts are let through, until the first of the month puts the owner’s cap back', async () => {
    await put('channel-1', SPENDS);
    await reachCap();
    const start = (key: string) =>
      owner.ask(
        'POST',
        '/service/projects/shop/agent/start',
        { prompt: 'Go on' },
        { 'idempotency-key': key },
      );
    expect((await start('prompt-0001')).code).toBe('PROJECT_CREDIT_LIMIT_REACHED');
    await page('act', tokenIn('channel-1'));
    expect((await start('prompt-0002')).status).toBe(200);
    await control('finishRun', 'shop');
    await pass(MONTH_END - Date.now() + 5 * MINUTE_MS);
    expect(await capOf()).toBe(200);
    expect((await owner.ask('GET', '/guards/shop')).data.acts[0]).toMatchObject({ did: 'put-back', to: 200 });
  });

  test('of the infrastructure cap too, which the development cap’s raise leaves alone', async () => {
    await setCaps({ maxInfrastructureCreditsPerMonth: 100 });
    await put('channel-1', SPENDS);
    await control('setUsage', 'shop', { development: 20, infrastructure: 100 });
    await pass(6 * MINUTE_MS, owner);
    await pass(2 * MINUTE_MS);
    const token = tokenIn('channel-1');
    expect((await page('look', token)).lines).toContain('Raising lets its calls go on at once.');
    expect((await page('act', token)).title).toBe('The cap is 120 until 1 Jan');
    expect(await caps()).toMatchObject({
      maxDevelopmentCreditsPerMonth: 200,
      maxInfrastructureCreditsPerMonth: 120,
    });
    const snapshot = (await owner.ask('GET', '/snapshot')).data;
    expect(snapshot.guards.overrides).toMatchObject([{ category: 'infrastructure', own: 100, cap: 120 }]);
    await pass(MONTH_END - Date.now() + 5 * MINUTE_MS);
    expect(await caps()).toMatchObject({ maxInfrastructureCreditsPerMonth: 100 });
  });

  test('never by two presses at once, nor from two channels, nor by ten', async () => {
    await put('channel-1', SPENDS);
    await put('channel-2', SPENDS);
    await reachCap();
    const tokens = [tokenIn('channel-1'), tokenIn('channel-2')];
    const pressed = await Promise.all(Array.from({ length: 10 }, (_, n) => page('act', tokens[n % 2] ?? '')));
    expect(await capOf()).toBe(240);
    expect(pressed.some(({ sign }) => sign === 'done')).toBe(true);
    expect((await callsOf()).updateCreditLimits, 'the owner’s, and one').toBe(2);
    expect((await uses()).filter(({ state }) => state === 'done')).toHaveLength(1);
  });

  test('not where what stands differs from the link: nothing is done, and the page says what stands', async () => {
    await put('channel-1', SPENDS);
    await reachCap();
    await setCaps({ maxDevelopmentCreditsPerMonth: 400 });
    const token = tokenIn('channel-1');
    expect(await page('look', token)).toMatchObject({
      title: 'Nothing to do any more',
      lines: ['The cap of House handbook is 400 now.'],
      act: null,
    });
    expect(await page('act', token)).toMatchObject({ lines: ['The cap of House handbook is 400 now.'] });
    expect(await capOf()).toBe(400);
    expect(await uses()).toEqual([]);
  });

  test('not beyond the month’s ceiling of the channel, which a new month lifts', async () => {
    await control('addProject', { projectId: 'blog', label: 'Blog' });
    await serviceResponse('PATCH', '/projects/blog/credit-limits', { maxDevelopmentCreditsPerMonth: 200 });
    await put('channel-1', { may: 'spends', upTo: 50 });
    await reachCap();
    const first = tokenIn('channel-1');
    await control('setUsage', 'blog', { development: 200 });
    await pass(6 * MINUTE_MS, owner);
    await pass(2 * MINUTE_MS);
    const second = tokenIn('channel-1');
    expect((await page('look', second)).title).toBe('Blog is at its cap');
    expect((await page('act', first)).title).toBe('The cap is 240 until 1 Jan');
    expect((await page('act', second)).sign).not.toBe('done');
    expect((await serviceResponse('GET', '/projects/blog/credit-limits')).creditLimits).toMatchObject({
      maxDevelopmentCreditsPerMonth: 200,
    });
    const { channels } = (await owner.ask('GET', '/channels')).data;
    expect(channels[0].linksNow).toEqual({ lack: null, spent: 40 });
  });

  test('is told in the other channels to whoever watches over security', async () => {
    await put('channel-1', SPENDS);
    await put('channel-safe', null, { tells: ['security'] });
    await put('channel-fail', null, { tells: ['failures'] });
    await reachCap();
    await page('act', tokenIn('channel-1'));
    await pass(2 * MINUTE_MS);
    expect(sentTo('channel-safe').map(({ title }) => title)).toEqual([
      'House handbook: cap raised to 240 by a link in Webhook',
    ]);
    expect(sentTo('channel-fail')).toEqual([]);
  });

  test('while the answer is lost it is not known, and settled without a second press', async () => {
    await put('channel-1', SPENDS);
    await reachCap();
    await control('addFault', { operation: 'updateCreditLimits', kind: 'lost', times: 1 });
    const token = tokenIn('channel-1');
    const lost = await page('act', token);
    expect(lost).toMatchObject({ title: 'We don’t know yet', act: null });
    expect((await page('act', token)).sign).not.toBe('critical');
    await pass(MINUTE_MS);
    expect(await page('look', token)).toMatchObject({
      title: 'The cap is 240 until 1 Jan',
      sign: 'done',
    });
    expect(await capOf()).toBe(240);
    expect((await uses()).map(({ state }) => state)).toEqual(['done']);
  });
});

describe('what saves', () => {
  test('a need is marked as seen, once, by the link’s name', async () => {
    await put('channel-1', { may: 'saves' });
    await reachCap();
    const token = tokenIn('channel-1');
    expect((await page('look', token)).act).toEqual({ label: 'Seen', confirm: null });
    expect(await page('act', token)).toMatchObject({ title: 'Marked as seen', sign: 'done' });
    const { attention } = (await owner.ask('GET', '/snapshot')).data;
    expect(attention.items[0].seen).toMatchObject({ by: 'Webhook' });
    await pass(2 * MINUTE_MS);
    expect(sentTo('channel-1').at(-1)?.title).toBe('Seen by a link in Webhook: House handbook is at its cap');
    expect(await capOf()).toBe(200);
  });

  test('a need that somebody has seen has nothing left to press', async () => {
    await put('channel-1', { may: 'saves' });
    await reachCap();
    const { attention } = (await owner.ask('GET', '/snapshot')).data;
    await owner.ask('POST', `/attention/${encodeURIComponent(attention.items[0].id)}/seen`);
    const { title, lines, act } = await page('look', tokenIn('channel-1'));
    expect([title, act]).toEqual(['Nothing to do any more', null]);
    expect(lines[0]).toMatch(/^House handbook is at its cap: seen by Test at /);
  });
});

describe('a link is dead', () => {
  const isDead = async (token: string) => {
    for (const path of ['look', 'act'] as const) expect((await post(path, token)).status).toBe(404);
    expect(await uses()).toEqual([]);
    expect(await capOf()).toBe(200);
  };
  let token: string;
  beforeEach(async () => {
    await put('channel-1', SPENDS);
    await reachCap();
    token = tokenIn('channel-1');
    expect((await post('look', token)).status).toBe(200);
  });

  test('after 24 hours', async () => {
    vi.useFakeTimers({ now: Date.now() + DAY_MS, toFake: ['Date'] });
    await isDead(token);
  });
  test('when its channel is changed', async () => {
    await put('channel-1', SPENDS, { name: 'Another' });
    await isDead(token);
  });
  test('when its channel is removed, and set up anew under the same id', async () => {
    await owner.ask('DELETE', '/channels/channel-1');
    await isDead(token);
    await put('channel-1', SPENDS);
    await isDead(token);
  });
  test('when all other browsers are signed out', async () => {
    await pairAs(owner, 'viewer');
    await owner.ask('POST', '/devices/sign-out-others');
    await isDead(token);
  });
  test('when they are signed out and there was nobody else', async () => {
    await owner.ask('POST', '/devices/sign-out-others');
    await isDead(token);
  });
  test('and none is sent, when who switched it on is no owner any more', async () => {
    const other = await pairAs(owner, 'owner');
    await put('channel-2', SPENDS, {}, other);
    await control('addProject', { projectId: 'blog', label: 'Blog' });
    await serviceResponse('PATCH', '/projects/blog/credit-limits', { maxDevelopmentCreditsPerMonth: 10 });
    await control('setUsage', 'blog', { development: 10 });
    await pass(6 * MINUTE_MS, owner);
    await pass(2 * MINUTE_MS);
    const theirs = tokenIn('channel-2');
    expect((await post('look', theirs)).status).toBe(200);
    await owner.ask('DELETE', `/devices/${other.deviceId}`);
    await isDead(theirs);
    const { channels } = (await owner.ask('GET', '/channels')).data;
    expect(channels[1].linksNow.lack).toBe('no-owner');
    expect((await post('look', token)).status, 'that of another owner lives').toBe(200);
  });
  test('made with another encryption key, or made up', async () => {
    await isDead(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`);
  });
});

test('whatever is not a token that the edge has made costs the object nothing', async () => {
  await put('channel-1', SPENDS);
  await reachCap();
  const token = tokenIn('channel-1');
  const stub = vi.spyOn(env.ACCOUNT, 'getByName');
  const hexDigits = () => crypto.randomUUID().replaceAll('-', '');
  // Past the flood guard, which lets few of them through.
  const ask = (made: string, n: number) =>
    linkRoutes.request(
      `/a/${n % 3 === 0 ? 'look' : 'act'}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: made }),
      },
      env,
    );
  for (let n = 0; n < 10_000; n++) {
    const made = n % 2 === 0 ? token.slice(0, -32) + hexDigits() : hexDigits() + hexDigits();
    const { status } = await ask(made, n);
    if (status !== 404) expect([made, status]).toEqual([made, 404]);
  }
  expect((await post('act', hexDigits())).status).toBe(404);
  for (const [method, path, body] of [
    ['HEAD', '/a', undefined],
    ['GET', `/a?token=${token}`, undefined],
    ['GET', '/a/act', undefined],
    ['POST', '/a/act', undefined],
    ['POST', `/a/act?token=${token}`, JSON.stringify({})],
    ['POST', '/a/act', `token=${token}`],
    ['POST', '/a/act', JSON.stringify({ token, more: 'x'.repeat(300) })],
    ['POST', '/a', JSON.stringify({ token })],
  ] as const)
    await callEdge(method, path, body === undefined ? {} : { body });
  expect(stub).not.toHaveBeenCalled();
  stub.mockRestore();
  expect(await uses()).toEqual([]);
});

test('what spends is refused for a topic that whoever knows its name reads', async () => {
  const open = { kind: 'ntfy', target: { kind: 'ntfy', url: `${CHANNELS_URL}/ntfy/studio` } } as const;
  expect(await put('channel-1', SPENDS, open)).toMatchObject({
    status: 400,
    details: { field: 'links.may' },
  });
  expect((await put('channel-1', { may: 'saves' }, open)).status).toBe(200);
  const target = { ...open.target, token: SECRETS.ntfy };
  expect((await put('channel-1', SPENDS, { kind: 'ntfy', target })).status).toBe(200);
});
