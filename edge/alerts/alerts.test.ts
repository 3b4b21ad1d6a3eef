import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fault, type Posted, SECRETS } from '../../e2e/mock-channels/channels.ts';
import { type ChannelRecord, type ChannelRequest, channelList } from '../../shared/edge-api/channels.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { accountHook, type PostHook } from '../testing/account-hook.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { CHANNELS_URL, channelServices } from '../testing/channel-services.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { Channels } from './channels.ts';

const SLACK_URL = `${CHANNELS_URL}/slack/services/T00/B00/slack-secret`;
const slack: ChannelRequest = {
  kind: 'slack',
  name: '#studio-apps',
  tells: ['everything'],
  over: false,
  hours: null,
  language: 'en',
  target: { kind: 'slack', url: SLACK_URL },
};
const TARGETS = {
  slack: { kind: 'slack', url: SLACK_URL },
  discord: {
    kind: 'discord',
    url: `${CHANNELS_URL}/discord/api/webhooks/${SECRETS.discordId}/${SECRETS.discord}`,
  },
  telegram: {
    kind: 'telegram',
    token: SECRETS.telegram,
    chat: SECRETS.chat,
    server: `${CHANNELS_URL}/telegram`,
  },
  ntfy: { kind: 'ntfy', url: `${CHANNELS_URL}/ntfy/studio`, token: SECRETS.ntfy },
  webhook: { kind: 'webhook', url: `${CHANNELS_URL}/own/alerts`, secret: SECRETS.own },
} as const;

let owner: Paired;
let now: number;
let services: ReturnType<typeof channelServices>;
let post: PostHook;
let bodies: Map<string, object>;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  await control('addProject', { projectId: 'shop', label: '<!channel> *Shop* & @everyone' });
  await owner.ask('GET', '/snapshot');
  post = await accountHook(owner);
  services = channelServices();
  bodies = new Map();
  now = Date.now();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

/** Sets a channel, and lets what that begins be over. */
async function put(id: string, change: Partial<ChannelRequest> = {}, who = owner) {
  const reply = await who.ask('PUT', `/channels/${id}`, { ...slack, ...change });
  await runAlarmsAt(now);
  return reply;
}
const channel = async (id: string): Promise<ChannelRecord> => {
  const { channels = [] } = channelList.parse((await owner.ask('GET', '/channels')).data);
  const found = channels.find(({ channelId }) => channelId === id);
  if (found === undefined) throw new Error(`There is no channel ${id}.`);
  return found;
};
const later = (ms: number) => {
  now += ms;
  return runAlarmsAt(now);
};
/** Each at a time of its own: two ends at one time are one. The same id has the same bytes. */
const deployed = (eventId: string, status = 'success') => {
  const body = bodies.get(eventId) ?? {
    event: 'deployment.finished',
    timestamp: new Date(now + bodies.size).toISOString(),
    data: { projectId: 'shop', deploymentId: eventId, status },
  };
  bodies.set(eventId, body);
  return post(eventId, { body: JSON.stringify(body) });
};
const titles = () => services.posted.map(({ json }) => json.text);
const secretsOf = (posted: readonly Posted[]) => posted.map(({ path }) => path.split('/').at(-1));

test('who may use the edge is told to channels of the group security alone, also while there is one owner', async () => {
  await put('channel-needs', { tells: ['needs-you', 'failures'] });
  await put('channel-safe', { tells: ['security'], name: '#safe' });
  await pairAs(owner, 'owner');
  await owner.ask('POST', '/devices/sign-out-others');
  await later(4 * SECOND_MS);
  expect(titles()).toEqual([
    '\u2139\ufe0f New owner: Test\n\n\u2139\ufe0f All other browsers were signed out',
  ]);
});

test('a channel whose alert throws holds up no other, and is told once it does not', async () => {
  const { send } = Channels.prototype;
  let broken = true;
  vi.spyOn(Channels.prototype, 'send').mockImplementation(function (this: Channels, target, ...rest) {
    if (broken && target.kind === 'slack') throw new Error('a fault of ours');
    return send.call(this, target, ...rest);
  });
  await put('channel-1');
  await put('channel-2', { kind: 'webhook', target: TARGETS.webhook });
  await deployed('d1');
  await later(5 * SECOND_MS);
  expect(services.posted.map(({ path }) => path)).toEqual(['/alerts']);
  expect(await channel('channel-1')).toMatchObject({ sent: 0, waiting: 1 });
  broken = false;
  await later(HOUR_MS + MINUTE_MS);
  expect(services.posted).toHaveLength(2);
  expect(await channel('channel-1')).toMatchObject({ sent: 1, waiting: 0 });
});

describe('what is said where', () => {
  const MESSAGE = '<!channel> *Shop* & @everyone could not be deployed';

  test.each([
    [
      'slack',
      ({ json }) =>
        expect(json.text).toBe('&lt;!channel&gt; *Shop* &amp; @\u200beveryone could not be deployed'),
    ],
    [
      'discord',
      ({ json }) => {
        expect(json.content).toBe('\\<!channel\\> \\*Shop\\* & \\@everyone could not be deployed');
        expect(json.allowed_mentions).toEqual({ parse: [] });
      },
    ],
    [
      'telegram',
      ({ json }) => {
        expect(json).toMatchObject({ chat_id: '-1002134', parse_mode: 'HTML' });
        expect(json.text).toBe('&lt;!channel&gt; *Shop* &amp; @\u200beveryone could not be deployed');
      },
    ],
    [
      'ntfy',
      ({ json }) => {
        // Its title stands once: without facts it is the message.
        const message = MESSAGE.replace('@', '@\u200b');
        expect(json).toEqual({ topic: 'studio', message, priority: 3 });
      },
    ],
    [
      'webhook',
      ({ json }) => {
        expect(json).toMatchObject({
          type: 'alerts',
          data: { alerts: [{ kind: 'deploy-finished', projectId: 'shop', title: MESSAGE, over: false }] },
        });
      },
    ],
  ] as [keyof typeof TARGETS, (posted: Posted) => void][])(
    '%s takes it; a name is no markup and mentions nobody',
    async (kind, check) => {
      expect((await put('channel-1', { kind, target: TARGETS[kind] })).status).toBe(200);
      await deployed('d1', 'error');
      await later(5 * SECOND_MS);
      expect(services.posted).toHaveLength(1);
      for (const one of services.posted) check(one);
      // Escaped, and read as the service reads it.
      expect(services.arrived).toHaveLength(1);
      if (kind === 'telegram') expect(services.arrived[0]?.text).toBe(MESSAGE.replace('@', '@\u200b'));
    },
  );

  test('no longer than a service takes, and how many are left out', async () => {
    await put('channel-1', { kind: 'discord', target: TARGETS.discord });
    for (let n = 0; n < 45; n++) await deployed(`d${n}`);
    await later(5 * SECOND_MS);
    expect(services.arrived).toHaveLength(1);
    expect(services.arrived[0]?.text).toMatch(/And \d+ more\.$/);
  });
});

describe('once per opening and channel', () => {
  test('whatever is delivered again, restarted or read again', async () => {
    await put('channel-1');
    await deployed('d1');
    await later(5 * SECOND_MS);
    await deployed('d1');
    await evictDurableObject(env.ACCOUNT.getByName('account'));
    await later(5 * MINUTE_MS);
    await owner.ask('GET', '/snapshot');
    await later(5 * MINUTE_MS);
    expect(services.posted).toHaveLength(1);
    expect(await channel('channel-1')).toMatchObject({
      sent: 1,
      waiting: 0,
      lastSent: { title: expect.stringContaining('is live') },
    });
  });

  test('a new channel tells nothing of before', async () => {
    await deployed('d1');
    await put('channel-1');
    await later(5 * MINUTE_MS);
    expect(services.posted).toEqual([]);
  });

  test('several within a minute are one message', async () => {
    await put('channel-1');
    await deployed('d1');
    await later(5 * SECOND_MS);
    await deployed('d2');
    await later(20 * SECOND_MS);
    await deployed('d3');
    await later(20 * SECOND_MS);
    expect(services.posted).toHaveLength(1);
    await later(20 * SECOND_MS);
    expect(services.posted).toHaveLength(2);
    expect(titles()[1].split('\n\n')).toHaveLength(2);
  });

  test('a failure comes as soon to a channel that wants everything as to one that wants what needs somebody', async () => {
    await put('channel-1');
    await put('channel-2', { tells: ['needs-you'], target: { kind: 'slack', url: `${SLACK_URL}2` } });
    await deployed('d1');
    await later(5 * SECOND_MS);
    await deployed('d2', 'error');
    await later(5 * SECOND_MS);
    const failure = services.posted.filter(({ json }) => json.text.includes('could not be deployed'));
    expect(secretsOf(failure).toSorted()).toEqual(['slack-secret', 'slack-secret2']);
    await deployed('d3', 'error');
    await later(20 * SECOND_MS);
    expect(services.posted, 'the next of them within a minute is one message').toHaveLength(3);
  });

  test('the end of a failure in words that no other failure has', async () => {
    await put('channel-1', { tells: ['failures'], over: true });
    await deployed('d1', 'error');
    await later(5 * SECOND_MS);
    await deployed('d2');
    await later(2 * MINUTE_MS);
    expect(titles().slice(1)).toEqual([
      expect.stringMatching(/: the failed deployment no longer needs you$/),
    ]);
  });

  test('only what it is to tell', async () => {
    await put('channel-1', { tells: ['failures'] });
    await put('channel-2', { tells: ['limits'], target: { kind: 'slack', url: `${SLACK_URL}2` } });
    await deployed('d1');
    await deployed('d2', 'error');
    await later(5 * SECOND_MS);
    expect(secretsOf(services.posted)).toEqual(['slack-secret']);
    expect(titles()[0]).toContain('could not be deployed');
  });

  test('not a failure that is mended before it is sent', async () => {
    await put('channel-1', { tells: ['failures'] });
    await deployed('d2', 'error');
    await deployed('d1');
    await later(5 * SECOND_MS);
    expect(services.posted).toEqual([]);
  });

  test('that a cap is reached, also where a browser has just lowered it: it stops building', async () => {
    await control('addProject', { projectId: 'cafe', creditLimits: { maxDevelopmentCreditsPerMonth: 100 } });
    await control('setUsage', 'cafe', { development: 50 });
    await later(2 * MINUTE_MS);
    await put('channel-1');
    await owner.ask('PUT', '/caps/cafe', { category: 'development', expected: 100, to: 20 });
    for (let n = 0; n < 8 && (await channel('channel-1')).alerts.length === 0; n++) {
      await later(14 * SECOND_MS);
      await owner.ask('GET', '/snapshot?fresh=1');
    }
    await later(5 * SECOND_MS);
    expect(titles()[0]).toContain('cap');
    expect((await channel('channel-1')).alerts).toMatchObject([{ result: 'sent' }]);
  });

  test('its end, where that is asked for', async () => {
    await put('channel-1', { over: true });
    await put('channel-2', { target: { kind: 'slack', url: `${SLACK_URL}2` } });
    await deployed('d1', 'error');
    expect((await paused('p1')).status).toBe(200);
    await later(5 * SECOND_MS);
    expect((await resumed('p2')).status).toBe(200);
    await later(2 * MINUTE_MS);
    const told = services.posted
      .filter(({ path }) => path.endsWith('slack-secret'))
      .map(({ json }) => json.text);
    expect(told.join('\n\n').match(/Over: .* is paused/g)).toHaveLength(1);
    await later(5 * MINUTE_MS);
    expect(services.posted.filter(({ json }) => json.text.includes('Over:'))).toHaveLength(1);
  });
});

const accountEvent = (event: string) => async (eventId: string) => {
  const { sign } = await import('../webhooks/testing/mutate-delivery.ts');
  const { callEdge } = await import('../testing/edge.ts');
  const { serviceResponse } = await import('../testing/service-response.ts');
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  const { id } = webhooks.find((one: { event: string }) => one.event === event);
  const { secret } = await serviceResponse('GET', `/webhooks/${id}/secret`);
  const body = JSON.stringify({
    event,
    timestamp: new Date(now).toISOString(),
    data: { projectId: 'shop', state: 'paused' },
  });
  const headers = {
    'x-service-signature': await sign(secret, Math.floor(Date.now() / 1000), body),
    'x-service-event-id': eventId,
  };
  return callEdge('POST', `/hooks/${event}`, { headers, body });
};
const paused = accountEvent('project.paused');
const resumed = accountEvent('project.resumed');

describe('a service that does not take it', () => {
  test.each([
    ['slack', '429 with Retry-After', { kind: 'refuses', status: 429, waitS: 300 }, 300],
    ['discord', '429 with a wait in its body', { kind: 'refuses', status: 429, waitS: 64.5 }, 64.5],
    ['telegram', '429 with a wait in its body', { kind: 'refuses', status: 429, waitS: 90 }, 90],
    ['ntfy', '429 without a time', { kind: 'refuses', status: 429 }, 30],
    ['slack', 'a failure of its own', { kind: 'refuses', status: 503 }, 30],
    ['telegram', 'half of a failure', { kind: 'half', status: 502 }, 30],
    ['discord', 'a connection that breaks', { kind: 'cut' }, 30],
  ] as [Exclude<keyof typeof TARGETS, 'webhook'>, string, Fault, number][])(
    '%s, %s: waits, and sends once it is taken',
    async (kind, _, fault, waitS) => {
      const waitMs = waitS * SECOND_MS;
      services.setFault(kind, fault);
      await put('channel-1', { kind, target: TARGETS[kind] });
      await deployed('d1');
      await later(5 * SECOND_MS);
      expect(services.posted).toHaveLength(1);
      expect(await channel('channel-1')).toMatchObject({
        state: 'ready',
        sent: 0,
        waiting: 1,
        nextTryAt: now + waitMs,
      });
      await later(waitMs - SECOND_MS);
      expect(services.posted).toHaveLength(1);
      services.setFault(kind, null);
      await later(MINUTE_MS);
      expect([services.posted.length, services.arrived.length]).toEqual([2, 1]);
      expect(await channel('channel-1')).toMatchObject({ sent: 1, waiting: 0, problem: null });
    },
  );

  test('the same alerts go out again under the same id', async () => {
    services.setFault('own', { kind: 'refuses', status: 500 });
    await put('channel-1', { kind: 'webhook', target: TARGETS.webhook });
    await deployed('d1');
    await later(5 * SECOND_MS);
    await later(MINUTE_MS);
    const ids = services.posted.map(({ headers }) => headers.get('webhook-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('half an answer to what it took is an answer', async () => {
    services.setFault('slack', { kind: 'half' });
    await put('channel-1');
    await deployed('d1');
    await later(5 * SECOND_MS);
    await later(10 * MINUTE_MS);
    expect(services.posted).toHaveLength(1);
    expect(await channel('channel-1')).toMatchObject({ sent: 1, state: 'ready' });
  });

  test('what may have arrived is sent once more though it is over by then, and its end is told', async () => {
    services.setFault('own', { kind: 'lost' });
    await put('channel-1', { kind: 'webhook', target: TARGETS.webhook, over: true });
    await paused('p1');
    await later(5 * SECOND_MS);
    expect(services.arrived).toHaveLength(1);
    await resumed('p2');
    await later(10 * SECOND_MS);
    services.setFault('own', null);
    for (let minute = 0; minute < 4; minute++) await later(MINUTE_MS);
    const alerts = services.posted.flatMap(({ json }) => json.data.alerts) as { id: string }[];
    expect(alerts.filter(({ id }) => id.endsWith(':over'))).toHaveLength(1);
    expect((await channel('channel-1')).alerts.map(({ result }) => result)).not.toContain('over');
  });

  test('an answer that was lost: it is sent once more, under the same id', async () => {
    services.setFault('own', { kind: 'lost' });
    await put('channel-1', { kind: 'webhook', target: TARGETS.webhook });
    await deployed('d1');
    await later(5 * SECOND_MS);
    services.setFault('own', null);
    await later(2 * MINUTE_MS);
    await later(HOUR_MS);
    expect(services.arrived).toHaveLength(2);
    expect(new Set(services.posted.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
  });

  test.each([403, 404])(
    '%i of a firewall or a tunnel in its place stops nothing: it is tried again',
    async (status) => {
      services.setFault('slack', {
        kind: 'refuses',
        status,
        words: '<!DOCTYPE html><title>Just a moment…</title>',
      });
      await put('channel-1');
      await deployed('d1');
      await later(5 * SECOND_MS);
      expect(await channel('channel-1')).toMatchObject({ waiting: 1, problem: { status } });
      expect((await channel('channel-1')).state).not.toBe('stopped');
      services.setFault('slack', null);
      await later(HOUR_MS);
      expect(await channel('channel-1')).toMatchObject({ sent: 1, waiting: 0, state: 'ready' });
    },
  );

  test.each([401, 403, 404, 410, 302])(
    '%i stops the channel, opens an item, and a test starts it again',
    async (status) => {
      // A service may repeat what it was sent.
      const words = `no_service for ${SLACK_URL} slack-secret`;
      services.setFault('slack', { kind: 'refuses', status, words });
      await put('channel-1');
      await deployed('d1');
      await later(5 * SECOND_MS);
      const stopped = await channel('channel-1');
      expect(stopped).toMatchObject({ state: 'stopped', waiting: 1, problem: { status } });
      expect(JSON.stringify(stopped)).not.toContain('slack-secret');
      await deployed('d2');
      await later(2 * HOUR_MS);
      expect(services.posted).toHaveLength(1);
      const open = async () =>
        (await owner.ask('GET', '/snapshot')).data.attention.items.map(({ id }: { id: string }) => id);
      expect(await open()).toEqual(['channel-failing:channel-1']);
      const refused = await owner.ask('POST', '/channels/channel-1/test', {});
      expect([refused.status, refused.code, refused.details]).toEqual([
        502,
        'EDGE_CHANNEL_FAILED',
        { status },
      ]);
      expect(refused.text).not.toContain('slack-secret');
      const failed = await channel('channel-1');
      expect(failed.test).toEqual({ at: expect.any(Number), words: expect.stringContaining(String(status)) });
      expect(JSON.stringify(failed)).not.toContain('slack-secret');
      services.setFault('slack', null);
      expect((await owner.ask('POST', '/channels/channel-1/test', {})).status).toBe(200);
      expect((await channel('channel-1')).test).toEqual({ at: expect.any(Number), words: null });
      await later(2 * MINUTE_MS);
      expect(titles().at(-1).split('\n\n')).toHaveLength(2);
      expect(await open()).toEqual([]);
    },
  );

  test('an hour of failures is an item, which ends with the first that arrives', async () => {
    services.setFault('slack', { kind: 'refuses', status: 500 });
    await put('channel-1');
    await deployed('d1');
    for (let n = 0; n < 80; n++) await later(MINUTE_MS);
    const items = async () => (await owner.ask('GET', '/snapshot')).data.attention.items;
    expect(await items()).toMatchObject([{ reason: { kind: 'channel-failing', stopped: false } }]);
    services.setFault('slack', null);
    await later(HOUR_MS);
    await later(MINUTE_MS);
    expect(await items()).toEqual([]);
  });
});

describe('hours', () => {
  /** From an hour after now, for two hours. */
  let hours: NonNullable<ChannelRequest['hours']>;
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
  beforeEach(() => {
    const [from, to] = [clock(now + HOUR_MS), clock(now + 3 * HOUR_MS)];
    hours = { from, to, days: [1, 2, 3, 4, 5, 6, 7], timeZone: 'UTC', stoppingPasses: true };
  });

  test('the rest waits and comes as one, without what is over or was seen by then', async () => {
    await put('channel-1', { hours });
    await deployed('d1', 'error');
    await paused('p1');
    await later(10 * MINUTE_MS);
    await resumed('p2');
    await later(10 * MINUTE_MS);
    expect(services.posted).toEqual([]);
    expect(await channel('channel-1')).toMatchObject({ sent: 0 });
    await later(41 * MINUTE_MS);
    expect(services.posted).toHaveLength(1);
    expect(titles()[0]).toContain('runs again');
    expect(titles()[0]).toContain('could not be deployed');
    expect(titles()[0]).not.toContain('is paused');
    expect((await channel('channel-1')).alerts.map(({ result }) => result).toSorted()).toContain('over');
  });

  test('outside them nothing is tried, and nothing is said to fail for an hour', async () => {
    services.setFault('slack', { kind: 'refuses', status: 500 });
    await put('channel-1', { hours: { ...hours, from: clock(now), to: clock(now + 20 * MINUTE_MS) } });
    await deployed('d1');
    for (let n = 0; n < 90; n++) await later(MINUTE_MS);
    expect((await channel('channel-1')).problem).not.toBeNull();
    expect((await channel('channel-1')).state).toBe('ready');
    expect((await owner.ask('GET', '/snapshot')).data.attention.items).toEqual([]);
  });

  test.each([true, false])(
    'what stops building passes, where that is asked for: %s',
    async (stoppingPasses) => {
      await control('addProject', { projectId: 'cafe', creditLimits: { maxDevelopmentCreditsPerMonth: 10 } });
      await later(2 * MINUTE_MS);
      await put('channel-1', { hours: { ...hours, stoppingPasses } });
      await control('crossCap', 'cafe');
      for (let n = 0; n < 8; n++) await later(MINUTE_MS);

      expect(services.posted).toHaveLength(stoppingPasses ? 1 : 0);
    },
  );
});

describe('who may', () => {
  test('owners set channels up, builders see that there are some, viewers nothing; nobody gets the address back', async () => {
    const builder = await pairAs(owner, 'builder');
    const viewer = await pairAs(owner, 'viewer');
    expect((await put('channel-1', {}, builder)).code).toBe('EDGE_ROLE_FORBIDDEN');
    const set = await put('channel-1');
    const listed = await owner.ask('GET', '/channels');
    expect(listed.data.channels).toMatchObject([{ host: 'channels.example', setBy: 'Test' }]);
    expect(set.text + listed.text).not.toContain('slack-secret');
    expect((await builder.ask('GET', '/channels')).data).toEqual({
      names: [{ channelId: 'channel-1', kind: 'slack', name: '#studio-apps' }],
    });
    expect((await viewer.ask('GET', '/channels')).code).toBe('EDGE_ROLE_FORBIDDEN');
    for (const [method, path] of [
      ['DELETE', '/channels/channel-1'],
      ['POST', '/channels/channel-1/test'],
    ] as const)
      expect((await builder.ask(method, path, {})).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await owner.ask('DELETE', '/channels/channel-1')).status).toBe(200);
    expect((await owner.ask('DELETE', '/channels/channel-1')).code).toBe('EDGE_NOT_FOUND');
  });

  test('address and secret are stored sealed', async () => {
    await put('channel-1', { kind: 'telegram', target: TARGETS.telegram });
    await deployed('d1');
    await later(5 * SECOND_MS);
    const stored = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
      storage.sql
        .exec('SELECT * FROM alert_channels')
        .toArray()
        .map(
          (row) => JSON.stringify(row) + new TextDecoder('latin1').decode(row.sealed_target as ArrayBuffer),
        ),
    );
    expect(stored.join()).not.toContain('telegram-secret');
    expect(stored.join()).not.toContain('-1002134');
  });

  test.each([
    ['target.url', { target: { kind: 'slack', url: 'https://10.0.0.1/x' } }],
    ['target.url', { target: { kind: 'slack', url: 'http://hooks.example/x' } }],
    ['target.server', { kind: 'telegram', target: { ...TARGETS.telegram, server: 'https://box.local' } }],
    ['target.url', { kind: 'ntfy', target: { kind: 'ntfy', url: 'https://ntfy.example/' } }],
    ['target.url', { kind: 'ntfy', target: { kind: 'ntfy', url: 'https://ntfy.example/studio?x=%' } }],
    ['target.url', { kind: 'ntfy', target: { kind: 'ntfy', url: 'https://ntfy.example/studio?x=/y' } }],
    ['target.kind', { kind: 'discord' }],
    ['target', { target: undefined }],
    ['tells', { tells: [] }],
    [
      'hours.timeZone',
      { hours: { from: '08:00', to: '18:00', days: [1], timeZone: 'Mars/North', stoppingPasses: true } },
    ],
  ] as [string, Partial<ChannelRequest>][])(
    '%s that can’t be is refused by its name',
    async (field, change) => {
      const reply = await put('channel-1', change);
      expect([reply.status, reply.details?.field]).toEqual([400, field]);
      expect('reason' in (reply.details ?? {})).toBe(field === 'target.url' || field === 'target.server');
    },
  );

  test('of some projects it is told of these alone, and nothing of the account', async () => {
    await put('channel-1', { projects: ['other'] });
    await put('channel-2', { projects: ['shop'] });
    await deployed('d1');
    await later(5 * SECOND_MS);
    expect([(await channel('channel-1')).sent, (await channel('channel-2')).sent]).toEqual([0, 1]);
    expect((await channel('channel-2')).projects).toEqual(['shop']);
    expect((await put('channel-2', { projects: [] })).details?.field).toBe('projects');
  });

  test('without a target it keeps its own', async () => {
    await put('channel-1');
    expect((await put('channel-1', { name: 'Other', target: undefined })).data).toMatchObject({
      name: 'Other',
      host: 'channels.example',
    });
    await deployed('d1');
    await later(5 * SECOND_MS);
    expect(secretsOf(services.posted)).toEqual(['slack-secret']);
  });

  test('a test of one that is not stored sends, and stores nothing', async () => {
    const reply = await owner.ask('POST', '/channels/channel-9/test', {
      channel: { ...slack, language: 'de' },
    });
    expect(reply.data).toEqual({ sent: true });
    expect(titles()[0]).toContain('Das ist ein Test');
    expect((await owner.ask('GET', '/channels')).data.channels).toEqual([]);
  });
});

test('it is polled and sent with no browser paired any more', async () => {
  await put('channel-1');
  await control('addProject', { projectId: 'cafe', creditLimits: { maxDevelopmentCreditsPerMonth: 10 } });
  await later(2 * MINUTE_MS);
  expect((await owner.ask('DELETE', `/devices/${owner.deviceId}`)).status).toBe(200);
  await control('crossCap', 'cafe');
  await later(6 * MINUTE_MS);
  await later(2 * MINUTE_MS);
  expect(titles().join()).toContain('is at its cap');
});

test('five hundred wait for a channel at most, and the oldest are given up: no other channel loses any', async () => {
  services.setFault('slack', { kind: 'refuses', status: 410 });
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    for (let n = 1; n <= 1400; n++)
      storage.sql.exec(
        "INSERT INTO alerts (channel_id, number, is_end, result, at, announcement) VALUES (?, ?, 0, 'waiting', ?, ?)",
        n <= 300 ? 'channel-3' : n <= 900 ? 'channel-1' : 'channel-2',
        n,
        now,
        JSON.stringify({
          key: `k${n}`,
          noticeId: 'n',
          severity: 'note',
          projectId: 'shop',
          label: null,
          about: { kind: 'project-resumed' },
          at: now,
          number: n,
        }),
      );
  });
  for (const id of ['channel-1', 'channel-2', 'channel-3']) await put(id);
  await later(5 * SECOND_MS);
  const { waiting, alerts } = await channel('channel-1');
  expect([waiting, alerts[0]?.result]).toEqual([500, 'waiting']);
  expect((await channel('channel-3')).waiting, 'the oldest of all').toBe(300);
  await later(31 * DAY_MS);
  expect((await channel('channel-1')).waiting).toBe(500);
});

test('what a removed channel sent is kept under its name alone, for as long as that of the others', async () => {
  await put('channel-1');
  await deployed('d1');
  await later(3 * SECOND_MS);
  await put('channel-2');
  await owner.ask('DELETE', '/channels/channel-1');
  await owner.ask('DELETE', '/channels/channel-2');
  const listed = await owner.ask('GET', '/channels');
  expect(channelList.parse(listed.data)).toEqual({
    linkable: true,
    channels: [],
    removed: [
      {
        ...{ channelId: 'channel-1', name: '#studio-apps', isRemoved: true },
        alerts: [expect.objectContaining({ key: 'deploy:shop@1', result: 'sent' })],
      },
    ],
  });
  expect(listed.text).not.toContain('slack-secret');
  await later(31 * DAY_MS);
  expect((await owner.ask('GET', '/channels')).data.removed).toEqual([]);
  await put('channel-1');
  expect((await owner.ask('GET', '/channels')).data).toMatchObject({
    channels: [{ alerts: [] }],
    removed: [],
  });
});

test('a channel that an owner adds, changes or deletes is kept as an event, with what changed and without its address', async () => {
  await put('channel-1');
  const { target: _, ...kept } = slack;
  await owner.ask('PUT', '/channels/channel-1', kept);
  await owner.ask('PUT', '/channels/channel-1', { ...kept, tells: ['money', 'limits'], over: true });
  await owner.ask('DELETE', '/channels/channel-1');
  const { events } = (await owner.ask('GET', '/events?event=edge.change')).data;
  const change = { setting: 'channel', kind: 'slack', name: '#studio-apps', by: 'Test' };
  const all = 'name target tells over hours language';
  const told = events.map(({ facts }: { facts: { setting: string } }) => facts);
  expect(told.filter(({ setting }: { setting: string }) => setting === 'channel')).toEqual([
    { ...change, did: 'removed', from: 'money limits', to: null, parts: all.replace('target ', '') },
    { ...change, did: 'changed', from: 'everything', to: 'money limits', parts: 'tells over' },
    { ...change, did: 'added', from: null, to: 'everything', parts: all },
  ]);
  expect(JSON.stringify(events)).not.toContain('slack-secret');
});
