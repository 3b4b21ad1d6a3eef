import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { type Bench, DAY_MS, HOOKS } from './bench.ts';
import {
  boolean,
  type Check,
  fieldRows,
  isoTime,
  list,
  number,
  oneOf,
  orNull,
  record,
  text,
} from './fields.ts';
import { notProvable, row, type Section } from './row.ts';

const at = isoTime;
const period = (value: unknown) =>
  JSON.stringify(value) === '{"from":"2026-11-01T00:00:00.000Z","to":"2026-12-01T00:00:00.000Z"}';
const switched = { feature: oneOf('pdf'), scope: text, at };
const paused = { state: text, pausedAt: isoTime, resumable: boolean, at };
const job = { jobId: text, name: text, env: text, failures: number, lastStatus: text, at };

/** The Events table: name, and what `data` holds beside `projectId`, as its cause below has it. */
const EVENTS: Record<string, Record<string, Check>> = {
  'agent.prompt.finished': { status: oneOf('done'), prompt: oneOf('More') },
  'deployment.finished': { deploymentId: text, status: oneOf('success'), fixAttempts: number, at },
  'project.credit_limit.reached': {
    category: oneOf('infrastructure'),
    spent: oneOf(301.5),
    limit: oneOf(300),
  },
  'project.feature_limit.warning': {
    ...{ feature: oneOf('pdf'), scope: text, refusing: oneOf(false) },
    ...{ cap: oneOf(10), capKind: oneOf('units'), used: oneOf(8), period, at },
  },
  'project.feature_limit.reached': {
    ...{ feature: oneOf('pdf'), scope: text, refusing: oneOf(true) },
    ...{ cap: oneOf(1), capKind: oneOf('credits'), used: oneOf(1), period, at },
  },
  'project.feature.disabled': { ...switched, refusing: oneOf(true) },
  'project.feature.enabled': { ...switched, refusing: oneOf(false) },
  'project.paused': paused,
  'project.resumed': paused,
  'project.lifecycle.state_changed': { to: text, at, reason: text, nextStep: orNull(text) },
  'project.kill_switch.fired': {},
  'project.credits.exhausted': {},
  'project.mobile_build.finished': { buildId: text, status: text },
  'project.preview.url_rotated': {},
  'project.payments.disconnected': {},
  'cron.job.paused': job,
  'cron.job.failing': job,
};

/** How an event comes about by itself; the others only on request. */
const CAUSES: Record<string, (bench: Bench) => Promise<unknown> | unknown> = {
  'agent.prompt.finished': async ({ call, control }) => {
    await call('POST', '/projects/shop/agent/start', { prompt: 'More' });
    await control.advance(40 * 60_000);
  },
  'deployment.finished': async ({ call, control }) => {
    await call('POST', '/projects/shop/deployments/deploy');
    await control.advance(5 * 60_000);
  },
  'project.credit_limit.reached': ({ control }) => control.setUsage('shop', { infrastructure: 301.5 }),
  'project.feature_limit.warning': async ({ call, control }) => {
    await call('PUT', '/projects/shop/limits', { features: { pdf: { monthlyUnitCap: 10 } } });
    control.useFeature('shop', 'pdf', { units: 8 });
  },
  'project.feature_limit.reached': async ({ call, control }) => {
    await call('PUT', '/projects/shop/limits', { features: { pdf: { monthlyCreditCap: 1 } } });
    control.useFeature('shop', 'pdf', { credits: 1 });
  },
  'project.feature.disabled': ({ call }) =>
    call('PUT', '/projects/shop/limits', { features: { pdf: { enabled: false } } }),
  'project.feature.enabled': async ({ call }) => {
    await call('PUT', '/projects/shop/limits', { features: { pdf: { enabled: false } } });
    await call('PUT', '/projects/shop/limits', { features: { pdf: { enabled: true } } });
  },
  'project.paused': ({ control }) => control.setPaused('shop', true),
  'project.resumed': ({ control }) => {
    control.setPaused('shop', true);
    control.setPaused('shop', false);
  },
  'project.lifecycle.state_changed': ({ control }) => control.fallAsleep('shop'),
  'project.kill_switch.fired': async ({ call, control }) => {
    control.setAccount({ oneTimeCredits: 1000 });
    await call('POST', '//__control/app/shop/ai_video', { credits: 200 });
  },
  'project.credits.exhausted': async ({ call, control }) => {
    control.setAccount({ recurrentCredits: 0, oneTimeCredits: 1 });
    await call('POST', '/projects/shop/deployments/deploy');
  },
};

const FILTERABLE = 'project.feature.disabled';

async function delivery(bench: Bench): Promise<Record<string, unknown>> {
  bench.project('shop');
  const { id } = (await bench.hook('project.paused')).data;
  bench.control.emitSample('project.paused', 'shop');
  await bench.control.settled();
  return (await bench.call('GET', `/webhooks/${id}/deliveries`)).data.deliveries[0];
}

async function paged(bench: Bench, count: number): Promise<string> {
  bench.project('shop');
  const { id } = (await bench.hook('project.paused')).data;
  for (let number = 0; number < count; number += 1) bench.control.emitSample('project.paused', 'shop');
  await bench.control.settled();
  return `/webhooks/${id}/deliveries`;
}

export const WEBHOOKS: Section[] = [
  {
    section: 'Webhooks: subscriptions',
    rows: [
      ...fieldRows(
        'registered',
        async (bench) => {
          bench.project('shop');
          const extra = { headers: { 'x-a': '1' }, projectIds: ['shop'], features: ['email'] };
          const { status, data } = await bench.hook(FILTERABLE, extra);
          expect(status).toBe(201);
          return data;
        },
        {
          id: text,
          url: oneOf(`${HOOKS}/in`),
          event: oneOf(FILTERABLE),
          createdAt: isoTime,
          headers: record,
          projectIds: list,
          features: list,
          updatedAt: oneOf(undefined),
        },
      ),
      ...fieldRows(
        'listed',
        async (bench) => {
          await bench.hook('project.paused');
          return (await bench.call('GET', '/webhooks')).data.webhooks[0];
        },
        {
          id: text,
          url: text,
          event: text,
          createdAt: isoTime,
          updatedAt: isoTime,
          projectIds: oneOf(undefined),
        },
      ),
      row('the list is newest first', async (bench) => {
        await bench.hook('project.paused');
        await bench.hook('project.resumed');
        const { webhooks } = (await bench.call('GET', '/webhooks')).data;
        expect(webhooks.map(({ event }: { event: string }) => event)).toEqual([
          'project.resumed',
          'project.paused',
        ]);
      }),
      row('DELETE answers success, and nothing is sent any more', async (bench) => {
        bench.project('shop');
        const { id } = (await bench.hook('project.paused')).data;
        expect((await bench.call('DELETE', `/webhooks/${id}`)).data).toEqual({ success: true });
        bench.control.emitSample('project.paused', 'shop');
        expect(await bench.arrived()).toEqual([]);
      }),
      row('the secret starts with whsec_', async (bench) => {
        const { id } = (await bench.hook('project.paused')).data;
        const { data } = await bench.call('GET', `/webhooks/${id}/secret`);
        expect(data).toEqual({ webhookId: id, secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) });
      }),
      row('one unfiltered subscription per event; filtered ones beside it', async (bench) => {
        bench.project('shop');
        expect((await bench.hook('project.paused')).status).toBe(201);
        expect((await bench.hook('project.paused', { projectIds: ['shop'] })).status).toBe(201);
        const ask = () => bench.hook('project.paused', { url: `${HOOKS}/other` });
        await bench.refused(ask, 409, 'WEBHOOK_EVENT_ALREADY_EXISTS');
        const same = () => bench.hook('project.paused', { projectIds: ['shop'] });
        await bench.refused(same, 409, 'WEBHOOK_EVENT_ALREADY_EXISTS');
      }),
      row('after a delete the event can be registered again', async (bench) => {
        const { id } = (await bench.hook('project.paused')).data;
        await bench.call('DELETE', `/webhooks/${id}`);
        expect((await bench.hook('project.paused')).status).toBe(201);
      }),
      row('an empty filter list filters nothing', async (bench) => {
        bench.project('shop');
        const { data } = await bench.hook('project.paused', { projectIds: [] });
        expect(data.projectIds).toBeUndefined();
        bench.control.emitSample('project.paused', 'shop');
        expect(await bench.arrived()).toHaveLength(1);
        await bench.refused(() => bench.hook('project.paused'), 409, 'WEBHOOK_EVENT_ALREADY_EXISTS');
      }),
      row('the projectIds filter', async (bench) => {
        bench.project('shop');
        bench.project('blog');
        await bench.hook('project.paused', { projectIds: ['shop'] });
        bench.control.emitSample('project.paused', 'blog');
        bench.control.emitSample('project.paused', 'shop');
        expect((await bench.arrived()).map(({ data }) => data.projectId)).toEqual(['shop']);
      }),
      row('the features filter', async (bench) => {
        bench.project('shop');
        await bench.hook(FILTERABLE, { features: ['pdf'] });
        bench.control.emitSample(FILTERABLE, 'shop', { feature: 'email' });
        bench.control.emitSample(FILTERABLE, 'shop', { feature: 'pdf' });
        expect((await bench.arrived()).map(({ data }) => data.feature)).toEqual(['pdf']);
      }),
      row('MISSING_WEBHOOK_FIELDS 400: url or event', async (bench) => {
        const noEvent = () => bench.call('PUT', '/webhooks', { url: HOOKS });
        await bench.refused(noEvent, 400, 'MISSING_WEBHOOK_FIELDS');
        const noUrl = () => bench.call('PUT', '/webhooks', { event: 'project.paused' });
        await bench.refused(noUrl, 400, 'MISSING_WEBHOOK_FIELDS');
      }),
      row('INVALID_WEBHOOK_URL 400', async (bench) => {
        const ask = () => bench.hook('project.paused', { url: 'http://hooks.test/in' });
        await bench.refused(ask, 400, 'INVALID_WEBHOOK_URL');
      }),
      row('INVALID_WEBHOOK_EVENT 400, listing the registrable ones', async (bench) => {
        const { json } = await bench.refused(() => bench.hook('project.gone'), 400, 'INVALID_WEBHOOK_EVENT');
        for (const event of Object.keys(EVENTS)) expect(json.errors.errorMessage).toContain(event);
      }),
      row('VALIDATION_ERROR 400: filters that are no string lists', async (bench) => {
        const numbers = () => bench.hook('project.paused', { projectIds: [1] });
        await bench.refused(numbers, 400, 'VALIDATION_ERROR');
        await bench.refused(() => bench.hook(FILTERABLE, { features: 'pdf' }), 400, 'VALIDATION_ERROR');
      }),
      row('headers must be an object of what a header can be', async (bench) => {
        for (const headers of ['a', { 'x y': '1' }, { 'x-a': 1 }, { 'x-a': 'a\nb: c' }]) {
          await bench.refused(() => bench.hook('project.paused', { headers }), 400, 'VALIDATION_ERROR');
        }
      }),
      row('VALIDATION_ERROR 400: more than 50 projects', async (bench) => {
        bench.control.addProjects(51, 'shop-');
        const all = Array.from({ length: 51 }, (_, i) => `shop-${String(i + 1).padStart(5, '0')}`);
        expect((await bench.hook('project.paused', { projectIds: all.slice(1) })).status).toBe(201);
        await bench.refused(() => bench.hook('project.paused', { projectIds: all }), 400, 'VALIDATION_ERROR');
      }),
      row('WEBHOOK_FILTER_NOT_APPLICABLE 400', async (bench) => {
        const ask = () => bench.hook('project.paused', { features: ['pdf'] });
        await bench.refused(ask, 400, 'WEBHOOK_FILTER_NOT_APPLICABLE');
      }),
      row('WEBHOOK_PROJECT_NOT_OWNED 403', async (bench) => {
        const ask = () => bench.hook('project.paused', { projectIds: ['theirs'] });
        await bench.refused(ask, 403, 'WEBHOOK_PROJECT_NOT_OWNED');
      }),
      row('WEBHOOK_NOT_FOUND 404: delete, secret, deliveries', async (bench) => {
        for (const [method, path] of [
          ['DELETE', ''],
          ['GET', '/secret'],
          ['GET', '/deliveries'],
        ] as const) {
          await bench.refused(() => bench.call(method, `/webhooks/none${path}`), 404, 'WEBHOOK_NOT_FOUND');
        }
      }),
      notProvable('headers are stored encrypted', 'the storage of the service cannot be seen from outside'),
    ],
  },
  {
    section: 'Webhooks: deliveries',
    rows: [
      ...fieldRows('delivery', delivery, {
        id: number,
        webhookId: text,
        event: oneOf('project.paused'),
        eventId: text,
        projectId: oneOf('shop'),
        feature: oneOf(null),
        status: oneOf('delivered'),
        attempts: oneOf(1),
        httpStatus: oneOf(200),
        durationMs: number,
        error: oneOf(null),
        at: isoTime,
        updatedAt: isoTime,
      }),
      row('feature is named for feature events', async (bench) => {
        bench.project('shop');
        const { id } = (await bench.hook(FILTERABLE)).data;
        bench.control.emitSample(FILTERABLE, 'shop');
        const { deliveries } = (await bench.call('GET', `/webhooks/${id}/deliveries`)).data;
        expect(deliveries[0].feature).toBe('email');
      }),
      row('the event id of a deployment is deploy:<deploymentId>', async (bench) => {
        bench.project('shop');
        const { id } = (await bench.hook('deployment.finished')).data;
        await bench.call('POST', '/projects/shop/deployments/deploy');
        await bench.control.advance(5 * 60_000);
        const { deploymentId } = (await bench.call('GET', '/projects/shop/deployments/status')).data;
        const { deliveries } = (await bench.call('GET', `/webhooks/${id}/deliveries`)).data;
        expect(deliveries[0].eventId).toBe(`deploy:${deploymentId}`);
      }),
      row('limit: default 50, up to 200', async (bench) => {
        const path = await paged(bench, 205);
        expect((await bench.call('GET', path)).data.deliveries).toHaveLength(50);
        expect((await bench.call('GET', `${path}?limit=999`)).data.deliveries).toHaveLength(200);
      }),
      row('cursor: the previous nextCursor, a number, null at the end; newest first', async (bench) => {
        const path = await paged(bench, 7);
        const seen: number[] = [];
        let cursor = '';
        do {
          const { data } = await bench.call('GET', `${path}?limit=3${cursor}`);
          seen.push(...data.deliveries.map(({ id }: { id: number }) => id));
          expect(orNull(number)(data.nextCursor)).toBe(true);
          cursor = data.nextCursor === null ? '' : `&cursor=${data.nextCursor}`;
        } while (cursor !== '');
        expect(seen).toEqual([...seen].sort((a, b) => b - a));
        expect(seen).toHaveLength(7);
      }),
      row('30 days of history', async (bench) => {
        const path = await paged(bench, 1);
        await bench.control.advance(30 * DAY_MS);
        expect((await bench.call('GET', path)).data.deliveries).toHaveLength(1);
        await bench.control.advance(1);
        expect((await bench.call('GET', path)).data.deliveries).toHaveLength(0);
      }),
      row('pending to delivered: 2xx within 10 s', async (bench) => {
        bench.receiver.responses.push(204);
        expect(await delivery(bench)).toMatchObject({ status: 'delivered', httpStatus: 204 });
      }),
      row('no 2xx: again after 30 s, again after 2 minutes, same event id, then failed', async (bench) => {
        bench.receiver.responses.push(500, 302, 404);
        const { webhookId } = await delivery(bench);
        const status = async () =>
          (await bench.call('GET', `/webhooks/${webhookId}/deliveries`)).data.deliveries[0];
        expect(await status()).toMatchObject({ status: 'pending', attempts: 1, httpStatus: 500 });
        await bench.control.advance(29_999);
        expect((await status()).attempts).toBe(1);
        await bench.control.advance(1);
        expect(await status()).toMatchObject({ status: 'pending', attempts: 2, httpStatus: 302 });
        await bench.control.advance(119_999);
        expect((await status()).attempts).toBe(2);
        await bench.control.advance(1);
        expect(await status()).toMatchObject({
          status: 'failed',
          attempts: 3,
          httpStatus: 404,
          error: 'HTTP 404',
        });
        const ids = bench.receiver.received.map(({ headers }) => headers['x-service-event-id']);
        expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
      }),
      row('a receiver that takes more than 10 s has failed the attempt', async (bench) => {
        bench.receiver.responses.push('hang');
        const { webhookId } = await delivery(bench);
        await bench.control.advance(10_000);
        const { deliveries } = (await bench.call('GET', `/webhooks/${webhookId}/deliveries`)).data;
        expect(deliveries[0]).toMatchObject({ status: 'pending', attempts: 1, httpStatus: null });
      }),
      row('the owner gets at most one e-mail a day about failures', async (bench) => {
        bench.receiver.responses.push(...Array.from({ length: 9 }, () => 500));
        await paged(bench, 3);
        await bench.control.advance(150_000);
        expect(bench.control.emails().filter(({ about }) => about === 'webhook')).toHaveLength(1);
      }),
    ],
  },
  {
    section: 'Project webhook',
    rows: [
      row('before it is set: nothing, and not enabled', async (bench) => {
        bench.project('shop');
        const { data } = await bench.call('GET', '/projects/shop/webhook');
        expect(data).toEqual({ url: null, enabled: false, secretPrefix: null });
      }),
      ...fieldRows(
        'set',
        async (bench) => {
          bench.project('shop');
          return (await bench.call('PUT', '/projects/shop/webhook', { url: `${HOOKS}/app` })).data;
        },
        {
          url: oneOf(`${HOOKS}/app`),
          enabled: boolean,
          secretPrefix: (value) =>
            typeof value === 'string' && value.startsWith('whsec_') && value.length < 20,
        },
      ),
      row('OWNER_ONLY 403: set and rotate', async (bench) => {
        bench.project('shop');
        const set = () => bench.member('PUT', '/projects/shop/webhook', { url: HOOKS });
        await bench.refused(set, 403, 'OWNER_ONLY');
        await bench.refused(
          () => bench.member('POST', '/projects/shop/webhook/rotate-secret'),
          403,
          'OWNER_ONLY',
        );
      }),
      row('VALIDATION_ERROR 400: not https', async (bench) => {
        bench.project('shop');
        const ask = () => bench.call('PUT', '/projects/shop/webhook', { url: 'http://hooks.test' });
        await bench.refused(ask, 400, 'VALIDATION_ERROR');
      }),
      row('rotate answers the new secret; the old one signs for 24 hours more', async (bench) => {
        bench.project('shop');
        await bench.call('PUT', '/projects/shop/webhook', { url: `${HOOKS}/app` });
        const rotate = async () =>
          (await bench.call('POST', '/projects/shop/webhook/rotate-secret')).data.secret as string;
        const [old, current] = [await rotate(), await rotate()];
        const signers = async () => {
          bench.receiver.received.length = 0;
          bench.control.emitIntegration('shop', 'scan.finished');
          await bench.control.settled();
          const [sent] = bench.receiver.received;
          return [old, current].map((secret) =>
            signedBy(secret, sent?.headers['x-service-signature'], sent?.body),
          );
        };
        expect(await signers()).toEqual([true, true]);
        await bench.control.advance(DAY_MS - 1);
        expect(await signers()).toEqual([true, true]);
        await bench.control.advance(1);
        expect(await signers()).toEqual([false, true]);
      }),
      notProvable(
        "payment events reach the app's own route by themselves",
        'they go to the app, not to a client',
      ),
    ],
  },
  {
    section: 'Events',
    rows: [
      row('body: event, timestamp and data', async (bench) => {
        await delivery(bench);
        const [body] = await bench.arrived();
        expect(Object.keys(body ?? {}).sort()).toEqual(['data', 'event', 'timestamp']);
        expect(isoTime(body?.timestamp)).toBe(true);
      }),
      row('signature: t and v1 over <t>.<raw body>, keyed with the hex after whsec_', async (bench) => {
        const { webhookId } = await delivery(bench);
        const { secret } = (await bench.call('GET', `/webhooks/${webhookId}/secret`)).data;
        const [sent] = bench.receiver.received;
        expect(signedBy(secret, sent?.headers['x-service-signature'], sent?.body)).toBe(true);
        expect(signedBy(secret, sent?.headers['x-service-signature'], `${sent?.body} `)).toBe(false);
      }),
      row('the signature is over the bytes of the body: text beyond ASCII', async (bench) => {
        bench.project('shop');
        const { id } = (await bench.hook('agent.prompt.finished')).data;
        const { secret } = (await bench.call('GET', `/webhooks/${id}/secret`)).data;
        bench.control.startRun('shop', 'Žižkov, 東京 🔥');
        bench.control.finishRun('shop');
        await bench.control.settled();
        const [sent] = bench.receiver.received;
        expect(sent?.body).toContain('Žižkov, 東京 🔥');
        expect(signedBy(secret, sent?.headers['x-service-signature'], sent?.body)).toBe(true);
      }),
      row('t is within 300 s of now', async (bench) => {
        await delivery(bench);
        const [, t] = /^t=(\d+),v1=[0-9a-f]{64}$/.exec(header(bench)) ?? [];
        expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300);
      }),
      row('the event id header, and the headers of the subscription', async (bench) => {
        bench.project('shop');
        await bench.hook('project.paused', { headers: { authorization: 'Bearer mine' } });
        const id = bench.control.emitSample('project.paused', 'shop');
        await bench.control.settled();
        expect(bench.receiver.received[0]?.headers).toMatchObject({
          'x-service-event-id': id,
          authorization: 'Bearer mine',
        });
      }),
      ...Object.entries(EVENTS).map(([event, fields]) =>
        row(`${event}: registrable, sent with its data`, async (bench) => {
          bench.project('shop');
          expect((await bench.hook(event)).status).toBe(201);
          const cause = CAUSES[event] ?? (() => bench.control.emitSample(event as never, 'shop'));
          await cause(bench);
          const arrived = await bench.arrived(event);
          expect(arrived).toHaveLength(1);
          expect(arrived[0]?.data.projectId).toBe('shop');
          for (const [field, check] of Object.entries(fields)) {
            const value = arrived[0]?.data[field];
            expect(check(value), `${field} is ${JSON.stringify(value)}`).toBe(true);
          }
        }),
      ),
      row('each crossing is told with what was spent and the limit of its own category', async (bench) => {
        bench.project('shop');
        await bench.hook('project.credit_limit.reached');
        bench.control.setUsage('shop', { development: 5_000, infrastructure: 300 });
        expect((await bench.arrived()).map(({ data }) => data)).toEqual([
          { projectId: 'shop', category: 'development', spent: 5_000, limit: 5_000 },
          { projectId: 'shop', category: 'infrastructure', spent: 300, limit: 300 },
        ]);
      }),
      row('the timestamp is when it happened', async (bench) => {
        bench.project('shop');
        await bench.hook('project.paused');
        await bench.control.advance(90_000);
        bench.control.setPaused('shop', true);
        const [body] = await bench.arrived();
        expect([body?.timestamp, body?.data.at]).toEqual(Array(2).fill('2026-11-15T12:01:30.000Z'));
      }),
      row('deployment.finished with status error: creditRefunded and errorDetails', async (bench) => {
        bench.project('shop');
        await bench.hook('deployment.finished');
        bench.control.setOutcomes({ deploys: ['error'] });
        const before = await bench.credits();
        await bench.call('POST', '/projects/shop/deployments/deploy');
        await bench.control.advance(5 * 60_000);
        const [body] = await bench.arrived();
        expect(body?.data).toMatchObject({ status: 'error', creditRefunded: true });
        expect(body?.data.errorDetails).toBeDefined();
        expect(await bench.credits()).toBe(before);
      }),
      row('a legacy project registers and emits two events only', async (bench) => {
        bench.project('shop', 'legacy');
        const ask = () => bench.hook('project.paused', { projectIds: ['shop'] });
        await bench.refused(ask, 400, 'INVALID_WEBHOOK_EVENT');
        for (const event of ['agent.prompt.finished', 'project.credit_limit.reached']) {
          expect((await bench.hook(event, { projectIds: ['shop'] })).status).toBe(201);
        }
        await bench.hook('deployment.finished');
        bench.control.startDeployment('shop');
        bench.control.finishDeployment('shop');
        expect(await bench.arrived()).toEqual([]);
      }),
      row('the older host registers the same two only', async (bench) => {
        const { code } = await bench.legacyHost('PUT', '/webhooks', { url: HOOKS, event: 'project.paused' });
        expect(code).toBe('INVALID_WEBHOOK_EVENT');
        const ok = await bench.legacyHost('PUT', '/webhooks', { url: HOOKS, event: 'agent.prompt.finished' });
        expect(ok.status).toBe(201);
      }),
      notProvable(
        'data beyond projectId of kill switch, credits exhausted, preview and payments; value sets of status, category, scope, capKind, state, to, reason, nextStep',
        'the reference does not show them; ours are in the README',
      ),
    ],
  },
];

function header(bench: Bench): string {
  return String(bench.receiver.received[0]?.headers['x-service-signature']);
}

function signedBy(secret: string, signature: unknown, body: string | undefined): boolean {
  const parts = String(signature).split(',');
  const t = parts[0]?.slice(2);
  const key = Buffer.from(secret.replace('whsec_', ''), 'hex');
  const expected = createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
  return parts.slice(1).includes(`v1=${expected}`);
}
