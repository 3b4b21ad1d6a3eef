import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { boolean, fieldRows, isoTime, list, number, oneOf, orNull, record, text } from './fields.ts';
import { notProvable, row, type Section } from './row.ts';

const FEATURES: [feature: string, unit: string, parent?: string][] = [
  ['ai', 'calls'],
  ['ai_text', 'calls', 'ai'],
  ['ai_image', 'calls', 'ai'],
  ['ai_video', 'calls', 'ai'],
  ['speech', 'calls'],
  ['web', 'calls'],
  ['browser', 'session_minutes'],
  ['scan', 'pages'],
  ['storage', 'bytes'],
  ['email', 'recipients'],
  ['pdf', 'pages'],
  ['vectors', 'calls'],
  ['realtime', 'room_minutes'],
  ['cron', 'executions'],
  ['mobile', 'builds'],
  ['database', 'rows'],
  ['worker', 'requests'],
  ['all', 'credits'],
];

const LIMITS = '/projects/shop/credit-limits';

function shop(bench: Bench): void {
  bench.project('shop');
}

async function withShop(bench: Bench): Promise<void> {
  if ((await bench.call('GET', '/projects/shop')).status === 404) shop(bench);
}

async function setFeatures(bench: Bench, features: Record<string, unknown>) {
  await withShop(bench);
  return bench.call('PUT', '/projects/shop/limits', { features });
}

async function features(bench: Bench) {
  return (await bench.call('GET', '/projects/shop/limits')).data.features;
}

async function atLimit(bench: Bench): Promise<Record<string, unknown>> {
  bench.control.addProject({ projectId: 'shop', label: 'Shop' });
  bench.control.crossCap('shop');
  return (await bench.call('GET', '/projects/credit-limits/at-limit')).data.projects[0];
}

async function visitorLimit(bench: Bench, change: unknown) {
  await withShop(bench);
  return bench.call('PATCH', '/projects/shop/rate-limit', change);
}

export const LIMITS_SECTIONS: Section[] = [
  {
    section: 'Credit limits',
    rows: [
      row('GET: both caps and what this month used', async (bench) => {
        shop(bench);
        bench.control.setUsage('shop', { development: 12, infrastructure: 3.5 });
        expect((await bench.call('GET', LIMITS)).data).toEqual({
          creditLimits: { maxDevelopmentCreditsPerMonth: 5000, maxInfrastructureCreditsPerMonth: 300 },
          usedThisMonth: { development: 12, infrastructure: 3.5 },
        });
      }),
      row('GET: usedThisMonth is null while it cannot be read', async (bench) => {
        shop(bench);
        bench.control.setProject('shop', { usageReadable: false });
        expect((await bench.call('GET', LIMITS)).data.usedThisMonth).toBeNull();
      }),
      row('defaults of an API-created project: 5,000 and 300', async (bench) => {
        await bench.call('POST', '/projects', { projectId: 'shop' });
        expect((await bench.call('GET', LIMITS)).data.creditLimits).toEqual({
          maxDevelopmentCreditsPerMonth: 5000,
          maxInfrastructureCreditsPerMonth: 300,
        });
      }),
      row('PATCH: one of the caps, answered as sent', async (bench) => {
        shop(bench);
        const caps = { maxDevelopmentCreditsPerMonth: 40.5 };
        expect((await bench.call('PATCH', LIMITS, caps)).data).toEqual({ creditLimits: caps });
      }),
      row('PATCH: null removes a cap', async (bench) => {
        shop(bench);
        await bench.call('PATCH', LIMITS, { maxInfrastructureCreditsPerMonth: null });
        const { creditLimits } = (await bench.call('GET', LIMITS)).data;
        expect(creditLimits.maxInfrastructureCreditsPerMonth).toBeNull();
      }),
      row('OWNER_ONLY 403', async (bench) => {
        shop(bench);
        const ask = () => bench.member('PATCH', LIMITS, { maxDevelopmentCreditsPerMonth: 1 });
        await bench.refused(ask, 403, 'OWNER_ONLY');
      }),
      row('MISSING_LIMIT_FIELDS 400', async (bench) => {
        shop(bench);
        await bench.refused(() => bench.call('PATCH', LIMITS, {}), 400, 'MISSING_LIMIT_FIELDS');
        await bench.refused(() => bench.call('PATCH', LIMITS), 400, 'MISSING_LIMIT_FIELDS');
      }),
      row('INVALID_CREDIT_LIMITS 400', async (bench) => {
        shop(bench);
        await bench.refused(() => bench.call('PATCH', LIMITS, []), 400, 'INVALID_CREDIT_LIMITS');
      }),
      row('INVALID_LIMIT 400', async (bench) => {
        shop(bench);
        const ask = () => bench.call('PATCH', LIMITS, { maxDevelopmentCreditsPerMonth: -1 });
        await bench.refused(ask, 400, 'INVALID_LIMIT');
      }),
      ...fieldRows('project at its limit', atLimit, {
        projectId: oneOf('shop'),
        label: orNull(text),
        createdVia: oneOf('ui', 'api', null),
        creditLimits: record,
        usedThisMonth: record,
        atLimit: record,
      }),
      row('at-limit: which cap, when it resets, and who may raise it', async (bench) => {
        expect((await atLimit(bench)).atLimit).toEqual({ development: true, infrastructure: false });
        const { data } = await bench.call('GET', '/projects/credit-limits/at-limit');
        expect([data.resetsAt, data.canEdit]).toEqual(['2026-12-01T00:00:00.000Z', true]);
        const theirs = await bench.member('GET', '/projects/credit-limits/at-limit');
        expect(theirs.data.canEdit).toBe(false);
      }),
      row('at-limit: label and createdVia are null when unknown', async (bench) => {
        bench.control.addProject({ projectId: 'shop', createdVia: null });
        bench.control.crossCap('shop', 'infrastructure');
        const { data } = await bench.call('GET', '/projects/credit-limits/at-limit');
        expect(data.projects[0]).toMatchObject({ label: null, createdVia: null });
      }),
      row('at the development cap a prompt is refused: PROJECT_CREDIT_LIMIT_REACHED 403', async (bench) => {
        shop(bench);
        bench.control.crossCap('shop');
        const ask = () => bench.call('POST', '/projects/shop/agent/start', { prompt: 'More' });
        await bench.refused(ask, 403, 'PROJECT_CREDIT_LIMIT_REACHED');
      }),
      row('a running prompt that crosses the cap stops; what was built is kept', async (bench) => {
        shop(bench);
        bench.control.setUsage('shop', { development: 4990 });
        await bench.hook('project.credit_limit.reached');
        bench.control.startRun('shop', 'More', { credits: 30 });
        await bench.control.advance(40 * 60_000);
        const { data } = await bench.call('GET', '/projects/shop/agent/status');
        expect(data).toMatchObject({ status: 'done', creditsSpent: 10 });
        expect(data.realtimeConversation.at(-1).messageType).toBe('limit-reached');
        expect((await bench.call('GET', '/projects/shop')).data.previewImageUrl).toBeDefined();
        expect((await bench.arrived())[0]?.data).toEqual({
          projectId: 'shop',
          category: 'development',
          spent: 5000,
          limit: 5000,
        });
      }),
      row('at the infrastructure cap the paid built-in calls of the app are refused', async (bench) => {
        shop(bench);
        bench.control.crossCap('shop', 'infrastructure');
        expect((await bench.call('POST', '//__control/app/shop/email', { credits: 1 })).status).toBe(429);
        expect((await bench.call('POST', '//__control/app/shop/email')).status).toBe(200);
        await bench.call('PATCH', LIMITS, { maxInfrastructureCreditsPerMonth: 1000 });
        expect((await bench.call('POST', '//__control/app/shop/email', { credits: 1 })).status).toBe(200);
      }),
      row('reaching a cap emits the event once and mails the owner', async (bench) => {
        shop(bench);
        await bench.hook('project.credit_limit.reached');
        bench.control.setUsage('shop', { infrastructure: 300 });
        bench.control.setUsage('shop', { infrastructure: 301 });
        expect(await bench.arrived()).toHaveLength(1);
        expect(bench.control.emails()).toHaveLength(1);
      }),
      row('caps count by calendar month, UTC', async (bench) => {
        shop(bench);
        bench.control.crossCap('shop');
        await bench.control.advance(Date.UTC(2026, 11, 1) - bench.control.now() - 1);
        expect((await bench.call('GET', '/projects/credit-limits/at-limit')).data.projects).toHaveLength(1);
        await bench.control.advance(1);
        const { data } = await bench.call('GET', '/projects/credit-limits/at-limit');
        expect([data.projects.length, data.resetsAt]).toEqual([0, '2027-01-01T00:00:00.000Z']);
      }),
    ],
  },
  {
    section: 'Feature limits',
    rows: [
      ...fieldRows(
        'entry with budgets',
        async (bench) => {
          await setFeatures(bench, { ai_text: { monthlyCreditCap: 20, monthlyUnitCap: 50 } });
          return (await features(bench)).ai_text;
        },
        {
          enabled: boolean,
          parent: oneOf('ai'),
          monthlyCreditCap: oneOf(20),
          monthlyUnitCap: oneOf(50),
          unit: oneOf('calls'),
          consumed: record,
          period: record,
          planCeiling: record,
          source: oneOf('user'),
        },
      ),
      ...FEATURES.map(([feature, unit, parent]) =>
        row(`feature ${feature}: counted in ${unit}, on, without a budget`, async (bench) => {
          shop(bench);
          const entry = (await features(bench))[feature];
          expect(entry).toMatchObject({
            enabled: true,
            unit,
            source: 'plan',
            consumed: { credits: 0, units: 0 },
          });
          expect([entry.parent, entry.monthlyCreditCap, entry.monthlyUnitCap]).toEqual([
            parent,
            undefined,
            undefined,
          ]);
        }),
      ),
      row('GET lists every feature, and the plan', async (bench) => {
        shop(bench);
        const { data } = await bench.call('GET', '/projects/shop/limits');
        expect(data.plan).toBe('enterprise');
        expect(Object.keys(data.features).sort()).toEqual(FEATURES.map(([feature]) => feature).sort());
      }),
      row('the period is the calendar month, UTC', async (bench) => {
        shop(bench);
        expect((await features(bench)).all.period).toEqual({
          from: '2026-11-01T00:00:00.000Z',
          to: '2026-12-01T00:00:00.000Z',
        });
      }),
      row('PUT changes what was sent and answers the plan and the features after it', async (bench) => {
        const { data } = await setFeatures(bench, { email: { monthlyUnitCap: 10 } });
        expect(data).toEqual((await bench.call('GET', '/projects/shop/limits')).data);
        expect([data.features.email.monthlyUnitCap, data.features.pdf.monthlyUnitCap]).toEqual([
          10,
          undefined,
        ]);
      }),
      row('null removes a budget', async (bench) => {
        await setFeatures(bench, { email: { monthlyUnitCap: 10 } });
        const { data } = await setFeatures(bench, { email: { monthlyUnitCap: null } });
        expect(data.features.email.monthlyUnitCap).toBeUndefined();
      }),
      row("the budget of all sets the project's infrastructure cap", async (bench) => {
        await setFeatures(bench, { all: { monthlyCreditCap: 42 } });
        const { creditLimits } = (await bench.call('GET', LIMITS)).data;
        expect(creditLimits.maxInfrastructureCreditsPerMonth).toBe(42);
      }),
      row('OWNER_ONLY 403', async (bench) => {
        shop(bench);
        const ask = () => bench.member('PUT', '/projects/shop/limits', { features: {} });
        await bench.refused(ask, 403, 'OWNER_ONLY');
      }),
      row('UNKNOWN_FEATURE 400', async (bench) => {
        shop(bench);
        await bench.refused(() => setFeatures(bench, { fax: {} }), 400, 'UNKNOWN_FEATURE');
      }),
      row('FEATURE_NOT_DISABLABLE 400: database, worker', async (bench) => {
        shop(bench);
        for (const name of ['database', 'worker']) {
          const ask = () => setFeatures(bench, { [name]: { enabled: false } });
          await bench.refused(ask, 400, 'FEATURE_NOT_DISABLABLE');
        }
      }),
      row('INVALID_LIMIT 400: negative, a fraction, units of all', async (bench) => {
        shop(bench);
        for (const change of [
          { email: { monthlyUnitCap: -1 } },
          { email: { monthlyCreditCap: 1.5 } },
          { all: { monthlyUnitCap: 5 } },
        ]) {
          await bench.refused(() => setFeatures(bench, change), 400, 'INVALID_LIMIT');
        }
      }),
      row('LIMIT_ABOVE_PLAN_CEILING 400; nothing else of the request is done', async (bench) => {
        shop(bench);
        const change = { email: { enabled: false }, ai_video: { monthlyCreditCap: 1_000_000 } };
        await bench.refused(() => setFeatures(bench, change), 400, 'LIMIT_ABOVE_PLAN_CEILING');
        expect((await features(bench)).email.enabled).toBe(true);
      }),
      row('source ceo: set by support', async (bench) => {
        shop(bench);
        const setting = { enabled: true, source: 'ceo' as const };
        bench.control.setProject('shop', { features: new Map([['email', setting]]) });
        expect((await features(bench)).email.source).toBe('ceo');
      }),
      notProvable(
        'numeric values of plan ceilings',
        'the reference does not show them; ours are in the README',
      ),
    ],
  },
  {
    section: 'States: features and budgets',
    rows: [
      row('switched off: app calls answer FEATURE_DISABLED, the event is emitted', async (bench) => {
        await bench.hook('project.feature.disabled');
        await setFeatures(bench, { email: { enabled: false } });
        const reply = await bench.call('POST', '//__control/app/shop/email');
        expect([reply.status, reply.code, reply.details]).toEqual([
          403,
          'FEATURE_DISABLED',
          { feature: 'email' },
        ]);
        expect((await bench.arrived())[0]?.data).toMatchObject({ feature: 'email', refusing: true });
      }),
      row('switched on again: the event, and calls go through', async (bench) => {
        await bench.hook('project.feature.enabled');
        await setFeatures(bench, { email: { enabled: false } });
        await setFeatures(bench, { email: { enabled: true } });
        expect((await bench.call('POST', '//__control/app/shop/email')).status).toBe(200);
        expect((await bench.arrived())[0]?.data).toMatchObject({ feature: 'email', refusing: false });
      }),
      row('the switch of ai speaks for its parts, that of all for everything', async (bench) => {
        await setFeatures(bench, { ai: { enabled: false } });
        const image = await bench.call('POST', '//__control/app/shop/ai_image');
        expect(image.details).toEqual({ feature: 'ai' });
        await setFeatures(bench, { all: { enabled: false } });
        expect((await bench.call('POST', '//__control/app/shop/pdf')).details).toEqual({ feature: 'all' });
      }),
      row('80 % of a budget warns once per feature and month', async (bench) => {
        await bench.hook('project.feature_limit.warning');
        await setFeatures(bench, { email: { monthlyUnitCap: 10 } });
        for (let use = 0; use < 9; use += 1) bench.control.useFeature('shop', 'email', { units: 1 });
        expect(await bench.arrived()).toHaveLength(1);
        expect((await bench.arrived())[0]?.data).toMatchObject({
          feature: 'email',
          cap: 10,
          capKind: 'units',
          used: 8,
          refusing: false,
        });
        await bench.control.advance(31 * 86_400_000);
        bench.control.useFeature('shop', 'email', { units: 8 });
        expect(await bench.arrived()).toHaveLength(2);
      }),
      row('a spent budget: the event, and FEATURE_LIMIT_REACHED until raised', async (bench) => {
        await bench.hook('project.feature_limit.reached');
        await setFeatures(bench, { email: { monthlyUnitCap: 2 } });
        bench.control.useFeature('shop', 'email', { units: 2 });
        const refused = await bench.call('POST', '//__control/app/shop/email');
        expect([refused.status, refused.code]).toEqual([429, 'FEATURE_LIMIT_REACHED']);
        expect((await bench.arrived())[0]?.data).toMatchObject({ feature: 'email', used: 2, refusing: true });
        await setFeatures(bench, { email: { monthlyUnitCap: 5 } });
        expect((await bench.call('POST', '//__control/app/shop/email')).status).toBe(200);
      }),
      row('a spent budget is whole again on the 1st, UTC', async (bench) => {
        await setFeatures(bench, { email: { monthlyUnitCap: 2 } });
        bench.control.useFeature('shop', 'email', { units: 2 });
        await bench.control.advance(Date.UTC(2026, 11, 1) - bench.control.now());
        expect((await bench.call('POST', '//__control/app/shop/email')).status).toBe(200);
      }),
      row('the budget of ai holds for its parts together', async (bench) => {
        await setFeatures(bench, { ai: { monthlyCreditCap: 5 } });
        bench.control.useFeature('shop', 'ai_text', { credits: 3 });
        bench.control.useFeature('shop', 'ai_image', { credits: 2 });
        const { code, details } = await bench.call('POST', '//__control/app/shop/ai_video', { credits: 1 });
        expect([code, details?.feature]).toEqual(['FEATURE_LIMIT_REACHED', 'ai']);
      }),
      row(
        'half the emergency stop within an hour pauses image, video and speech AI, not text',
        async (bench) => {
          shop(bench);
          bench.control.setAccount({ oneTimeCredits: 1000 });
          await bench.call('POST', '//__control/app/shop/ai_image', { credits: 100 });
          const paused = await bench.call('POST', '//__control/app/shop/speech', { credits: 1 });
          expect([paused.status, paused.code]).toEqual([429, 'AI_MEDIA_PAUSED_THIS_HOUR']);
          expect((await bench.call('POST', '//__control/app/shop/ai_text', { credits: 1 })).status).toBe(200);
        },
      ),
      row('the pause counts whatever the app spends within the hour', async (bench) => {
        shop(bench);
        bench.control.setAccount({ oneTimeCredits: 1000 });
        await bench.call('POST', '//__control/app/shop/email', { credits: 100 });
        expect((await bench.call('POST', '//__control/app/shop/ai_video')).code).toBe(
          'AI_MEDIA_PAUSED_THIS_HOUR',
        );
        expect((await bench.call('POST', '//__control/app/shop/email', { credits: 1 })).status).toBe(200);
      }),
      row('the media pause ends with the hour, or by release of the emergency stop', async (bench) => {
        shop(bench);
        bench.control.setAccount({ oneTimeCredits: 1000 });
        const image = (credits: number) => bench.call('POST', '//__control/app/shop/ai_image', { credits });
        await image(100);
        expect((await image(1)).status).toBe(429);
        await bench.control.advance(3_600_000);
        expect((await image(100)).status).toBe(200);
        expect((await image(1)).status).toBe(429);
        bench.control.releaseEmergencyStop('shop');
        expect((await image(1)).status).toBe(200);
      }),
    ],
  },
  {
    section: 'Rate limit',
    rows: [
      ...fieldRows(
        'setting',
        async (bench) => {
          shop(bench);
          return (await bench.call('GET', '/projects/shop/rate-limit')).data;
        },
        {
          perIpPerMinute: oneOf(5000),
          allowlistCidrs: list,
          verifiedBotsExempt: boolean,
          planDefault: oneOf(5000),
          planMax: orNull(number),
          canDisable: oneOf(true),
          source: oneOf('plan'),
        },
      ),
      row('PATCH: only what is sent changes; null switches it off on a paid plan', async (bench) => {
        const { data } = await visitorLimit(bench, { perIpPerMinute: null, allowlistCidrs: ['10.0.0.0/8'] });
        expect(data).toMatchObject({
          perIpPerMinute: null,
          allowlistCidrs: ['10.0.0.0/8'],
          verifiedBotsExempt: true,
          source: 'user',
        });
      }),
      row('PATCH without anything to change: as it was, and still from the plan', async (bench) => {
        shop(bench);
        const before = (await bench.call('GET', '/projects/shop/rate-limit')).data;
        expect((await bench.call('PATCH', '/projects/shop/rate-limit', {})).data).toEqual(before);
        expect((await bench.call('PATCH', '/projects/shop/rate-limit')).data).toEqual(before);
      }),
      row('10 and 60,000 are the ends of the range: VALIDATION_ERROR 400 beyond', async (bench) => {
        expect((await visitorLimit(bench, { perIpPerMinute: 10 })).status).toBe(200);
        expect((await visitorLimit(bench, { perIpPerMinute: 60_000 })).status).toBe(200);
        for (const perIpPerMinute of [9, 60_001, '20']) {
          await bench.refused(() => visitorLimit(bench, { perIpPerMinute }), 400, 'VALIDATION_ERROR');
        }
      }),
      row('RATE_LIMIT_ABOVE_PLAN 400 with planMax: 5,000 on the free plan', async (bench) => {
        shop(bench);
        bench.control.setPlan('free');
        const ask = () => visitorLimit(bench, { perIpPerMinute: 5001 });
        await bench.refused(ask, 400, 'RATE_LIMIT_ABOVE_PLAN', { planMax: 5000 });
      }),
      row('RATE_LIMIT_DISABLE_NOT_ALLOWED 403 on the free plan', async (bench) => {
        shop(bench);
        bench.control.setPlan('free');
        const ask = () => visitorLimit(bench, { perIpPerMinute: null });
        await bench.refused(ask, 403, 'RATE_LIMIT_DISABLE_NOT_ALLOWED');
      }),
      row('allowlistCidrs: IPv4 and IPv6 ranges; INVALID_CIDR 400 otherwise', async (bench) => {
        expect((await visitorLimit(bench, { allowlistCidrs: ['2001:db8::/32'] })).status).toBe(200);
        for (const range of ['10.0.0.1', '10.0.0.0/33', 'office/8']) {
          const ask = () => visitorLimit(bench, { allowlistCidrs: [range] });
          await bench.refused(ask, 400, 'INVALID_CIDR');
        }
      }),
      row('allowlistCidrs: up to 50', async (bench) => {
        const ranges = (count: number) => Array.from({ length: count }, (_, i) => `10.0.${i}.0/24`);
        expect((await visitorLimit(bench, { allowlistCidrs: ranges(50) })).status).toBe(200);
        const ask = () => visitorLimit(bench, { allowlistCidrs: ranges(51) });
        await bench.refused(ask, 400, 'VALIDATION_ERROR');
      }),
    ],
  },
  {
    section: "Errors: an app's built-in calls",
    rows: [
      row('FEATURE_LIMIT_REACHED 429 tells feature, limit, used, unit and reset', async (bench) => {
        await setFeatures(bench, { email: { monthlyUnitCap: 1 } });
        bench.control.useFeature('shop', 'email', { units: 1 });
        const { details } = await bench.call('POST', '//__control/app/shop/email');
        expect(details).toEqual({
          feature: 'email',
          limit: 1,
          used: 1,
          unit: 'recipients',
          resetsAt: '2026-12-01T00:00:00.000Z',
        });
      }),
      row('AI_MEDIA_PAUSED_THIS_HOUR 429 tells Retry-After and resetsAt', async (bench) => {
        shop(bench);
        bench.control.setAccount({ oneTimeCredits: 1000 });
        await bench.call('POST', '//__control/app/shop/ai_image', { credits: 100 });
        const { headers, details } = await bench.call('POST', '//__control/app/shop/ai_image', {});
        expect(headers.get('retry-after')).toBe('3600');
        expect(isoTime(details?.resetsAt)).toBe(true);
      }),
      row('CONCURRENCY_QUEUE_TIMEOUT 429: one web call at a time, others wait 10 s', async (bench) => {
        shop(bench);
        const first = bench.call('POST', '//__control/app/shop/web', { holdMs: 60_000 });
        const second = bench.call('POST', '//__control/app/shop/web');
        await bench.call('GET', '/account');
        await bench.control.advance(10_000);
        const { status, code, details } = await second;
        expect([status, code, details]).toEqual([429, 'CONCURRENCY_QUEUE_TIMEOUT', { retryAfter: 10 }]);
        await bench.control.advance(60_000);
        expect((await first).status).toBe(200);
      }),
      row('a call over the concurrency waits its turn, first come first served', async (bench) => {
        shop(bench);
        const calls = [8_000, 1_000, 1_000].map((holdMs) =>
          bench.control.appCall('shop', { feature: 'web', holdMs }),
        );
        await bench.control.advance(8_000);
        await bench.control.advance(5_000);
        expect(await Promise.all(calls)).toEqual([null, null, null]);
      }),
      row('CONCURRENCY_QUEUE_FULL 429', async (bench) => {
        shop(bench);
        const calls = Array.from({ length: 11 }, () =>
          bench.control.appCall('shop', { feature: 'web', holdMs: 1 }),
        );
        const reply = await bench.call('POST', '//__control/app/shop/web');
        expect([reply.status, reply.code, reply.details]).toEqual([
          429,
          'CONCURRENCY_QUEUE_FULL',
          { retryAfter: 10 },
        ]);
        for (let turn = 0; turn < 11; turn += 1) await bench.control.advance(1);
        expect(new Set(await Promise.all(calls))).toEqual(new Set([null]));
      }),
      row('browser: 3 sessions at once, 1 on the free plan; a wait of up to 60 s', async (bench) => {
        shop(bench);
        const open = () => bench.control.appCall('shop', { feature: 'browser', holdMs: 120_000 });
        const paid = [open(), open(), open(), open()];
        await bench.control.advance(60_000);
        expect(await paid[3]).toBe('CONCURRENCY_QUEUE_TIMEOUT');
        await bench.control.advance(60_000);
        expect(await Promise.all(paid.slice(0, 3))).toEqual([null, null, null]);
        bench.control.setPlan('free');
        const free = [open(), open()];
        await bench.control.advance(60_000);
        expect(await free[1]).toBe('CONCURRENCY_QUEUE_TIMEOUT');
        await bench.control.advance(60_000);
        expect(await free[0]).toBeNull();
      }),
      row('RATE_LIMITED 429 with Retry-After: above 100 built-in calls a second', async (bench) => {
        shop(bench);
        for (let made = 0; made < 100; made += 1) await bench.control.appCall('shop', { feature: 'pdf' });
        const reply = await bench.call('POST', '//__control/app/shop/pdf');
        expect([reply.status, reply.code, reply.headers.get('retry-after')]).toEqual([
          429,
          'RATE_LIMITED',
          '1',
        ]);
      }),
      row(
        'RATE_LIMIT_EXCEEDED 429 with Retry-After: a visitor above 20 paid calls a minute',
        async (bench) => {
          shop(bench);
          const call = { credits: 0.1, visitor: '203.0.113.9' };
          for (let made = 0; made < 20; made += 1)
            await bench.control.appCall('shop', { feature: 'pdf', ...call });
          const reply = await bench.call('POST', '//__control/app/shop/pdf', call);
          expect([reply.status, reply.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
          expect(reply.headers.get('retry-after')).not.toBeNull();
          const other = { ...call, visitor: '203.0.113.10' };
          expect((await bench.call('POST', '//__control/app/shop/pdf', other)).status).toBe(200);
        },
      ),
      row(
        'paid calls per visitor: of AI, web, browser and screenshots, not of other features',
        async (bench) => {
          shop(bench);
          const call = { credits: 0.1, visitor: '203.0.113.9' };
          for (let made = 0; made < 21; made += 1) {
            expect(await bench.control.appCall('shop', { feature: 'email', ...call })).toBeNull();
          }
          for (let made = 0; made < 20; made += 1) {
            expect(await bench.control.appCall('shop', { feature: 'ai_text', ...call })).toBeNull();
          }
          expect(await bench.control.appCall('shop', { feature: 'ai_text', ...call })).toBe(
            'RATE_LIMIT_EXCEEDED',
          );
        },
      ),
      row('at the infrastructure cap the details tell what the project used of it', async (bench) => {
        shop(bench);
        bench.control.setUsage('shop', { infrastructure: 301 });
        const { details } = await bench.call('POST', '//__control/app/shop/email', { credits: 1 });
        expect(details).toMatchObject({ feature: 'all', limit: 300, used: 301, unit: 'credits' });
      }),
    ],
  },
];
