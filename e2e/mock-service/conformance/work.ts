import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { fieldRows, isoTime, list, number, oneOf, orNull, record, text } from './fields.ts';
import { notProvable, type Row, row, type Section } from './row.ts';

const AGENT = '/projects/shop/agent';
const DEPLOY = '/projects/shop/deployments/deploy';

async function running(bench: Bench) {
  bench.project('shop');
  return bench.call('POST', `${AGENT}/start`, { prompt: 'More' });
}

/** Paid work on a project, and what each of them asks. */
const WORK = {
  'agent start': (bench: Bench) => bench.call('POST', `${AGENT}/start`, { prompt: 'More' }),
  deploy: (bench: Bench) => bench.call('POST', DEPLOY),
  'server start': (bench: Bench) => bench.call('POST', `${AGENT}/server/start-or-restart`),
};

function heavy(
  status: number,
  code: string,
  prepare: (bench: Bench) => unknown,
  works: (keyof typeof WORK)[] = ['agent start', 'deploy', 'server start'],
): Row[] {
  return works.map((work) =>
    row(`${code} ${status}: ${work}`, async (bench) => {
      bench.project('shop');
      await prepare(bench);
      await bench.refused(() => WORK[work](bench), status, code);
    }),
  );
}

export const WORK_SECTIONS: Section[] = [
  {
    section: 'Gaps page: the agent',
    rows: [
      ...fieldRows('started', async (bench) => (await running(bench)).data, {
        projectId: oneOf('shop'),
        status: oneOf('init'),
        message: text,
      }),
      ...fieldRows(
        'status',
        async (bench) => {
          await running(bench);
          return (await bench.call('GET', `${AGENT}/status`)).data;
        },
        {
          projectId: oneOf('shop'),
          status: oneOf('init'),
          startedAt: isoTime,
          realtimeConversation: list,
          multiPrompt: orNull(record),
          creditsSpent: oneOf(undefined),
        },
      ),
      row('a message: author, message, messageType, createdAt', async (bench) => {
        await running(bench);
        await bench.control.advance(40 * 60_000);
        const { realtimeConversation, status, creditsSpent } = (await bench.call('GET', `${AGENT}/status`))
          .data;
        expect([status, number(creditsSpent)]).toEqual(['done', true]);
        for (const message of realtimeConversation) {
          expect(['user', 'agent']).toContain(message.author);
          expect([text(message.message), isoTime(message.createdAt)]).toEqual([true, true]);
        }
        const types = realtimeConversation.map(({ messageType }: { messageType: string }) => messageType);
        expect([...new Set(types)]).toEqual(['regular', 'starting', 'building', 'finished']);
      }),
      row('a project that never ran is idle', async (bench) => {
        bench.project('shop');
        const { data } = await bench.call('GET', `${AGENT}/status`);
        expect(data).toMatchObject({ status: 'idle', startedAt: null, realtimeConversation: [] });
      }),
      row('stop ends the run, free', async (bench) => {
        await running(bench);
        const spent = bench.control.counters().effects.creditsCharged;
        expect(text((await bench.call('POST', `${AGENT}/stop`)).data.message)).toBe(true);
        expect((await bench.call('GET', `${AGENT}/status`)).data.status).toBe('done');
        expect(bench.control.counters().effects.creditsCharged).toBe(spent);
      }),
      row('NO_PROCESS_RUNNING 400', async (bench) => {
        bench.project('shop');
        await bench.refused(() => bench.call('POST', `${AGENT}/stop`), 400, 'NO_PROCESS_RUNNING');
      }),
      row('a run takes 5 to 40 minutes', async (bench) => {
        await running(bench);
        await bench.control.advance(5 * 60_000);
        expect((await bench.call('GET', `${AGENT}/status`)).data.status).toBe('init');
        await bench.control.advance(35 * 60_000);
        expect((await bench.call('GET', `${AGENT}/status`)).data.status).toBe('done');
      }),
      row('a failed run is refunded', async (bench) => {
        bench.control.setOutcomes({ runs: ['error'] });
        bench.project('shop');
        const before = await bench.credits();
        await WORK['agent start'](bench);
        await bench.control.advance(40 * 60_000);
        expect(await bench.credits()).toBe(before);
      }),
      row('a run never takes more than there is; the balance does not go below 0', async (bench) => {
        bench.project('shop');
        bench.control.setAccount({ recurrentCredits: 3, oneTimeCredits: 2 });
        await WORK['agent start'](bench);
        await bench.control.advance(40 * 60_000);
        expect((await bench.call('GET', `${AGENT}/status`)).data.creditsSpent).toBe(5);
        expect((await bench.call('GET', '/account')).status).toBe(403);
      }),
      row('PROMPT_SECURITY_VIOLATION 400', async (bench) => {
        bench.project('shop');
        const ask = () => bench.call('POST', `${AGENT}/start`, { prompt: 'Make a phishing page' });
        await bench.refused(ask, 400, 'PROMPT_SECURITY_VIOLATION');
      }),
      row('the prompt of a start must be non-empty', async (bench) => {
        bench.project('shop');
        await bench.refused(() => bench.call('POST', `${AGENT}/start`, {}), 400, 'MISSING_PROMPT');
      }),
      row('start-or-restart: starting, then Active after 2 to 4 minutes', async (bench) => {
        bench.project('shop');
        expect((await WORK['server start'](bench)).data).toMatchObject({
          status: 'starting',
          message: expect.any(String),
        });
        const server = async () => (await bench.call('GET', '/projects/shop')).data.agentServerStatus;
        await bench.control.advance(119_000);
        expect(await server()).toBe('Starting');
        await bench.control.advance(121_000);
        expect(await server()).toBe('Active');
      }),
      notProvable(
        'a run that uses its whole time budget is billed a flat 50 to 60',
        'published guidance, no rule; a test gives a run any cost',
      ),
    ],
  },
  {
    section: 'Gaps page: deployments',
    rows: [
      row('deploy answers deploying at once', async (bench) => {
        bench.project('shop');
        const { data } = await WORK.deploy(bench);
        expect(data).toMatchObject({ projectId: 'shop', status: 'deploying', message: expect.any(String) });
      }),
      row('status: null when never deployed', async (bench) => {
        bench.project('shop');
        const { data } = await bench.call('GET', '/projects/shop/deployments/status');
        expect(data).toMatchObject({ status: null, createdAt: null });
      }),
      row(
        'status: deploying with a step, then success with liveUrl, within 2 to 5 minutes',
        async (bench) => {
          bench.project('shop');
          await WORK.deploy(bench);
          const status = async () => (await bench.call('GET', '/projects/shop/deployments/status')).data;
          await bench.control.advance(119_000);
          expect(await status()).toMatchObject({
            status: 'deploying',
            createdAt: expect.any(String),
            deploymentId: expect.any(String),
            step: expect.any(String),
          });
          await bench.control.advance(181_000);
          expect(await status()).toMatchObject({
            status: 'success',
            liveUrl: expect.stringContaining('shop.'),
          });
        },
      ),
      row('status: error', async (bench) => {
        bench.project('shop');
        bench.control.setOutcomes({ deploys: ['error'] });
        await WORK.deploy(bench);
        await bench.control.advance(5 * 60_000);
        expect((await bench.call('GET', '/projects/shop/deployments/status')).data.status).toBe('error');
        expect((await bench.call('GET', '/projects/shop')).data.deployment).toMatchObject({
          status: 'error',
        });
      }),
    ],
  },
  {
    section: 'Gaps page: one heavy operation at a time, and other refusals',
    rows: [
      ...heavy(409, 'AGENT_RUNNING', ({ control }) => control.startRun('shop')),
      ...heavy(409, 'DEPLOYMENT_RUNNING', ({ control }) => control.startDeployment('shop')),
      ...heavy(409, 'RECOVERY_RUNNING', ({ control }) => control.setProject('shop', { recovering: true })),
      ...heavy(409, 'SERVER_NOT_READY', ({ control }) => control.fallAsleep('shop'), [
        'agent start',
        'deploy',
      ]),
      row('SERVER_NOT_READY starts the server; later the same call goes through', async (bench) => {
        bench.project('shop');
        bench.control.fallAsleep('shop');
        await bench.refused(() => WORK.deploy(bench), 409, 'SERVER_NOT_READY');
        await bench.control.advance(4 * 60_000);
        expect((await WORK.deploy(bench)).status).toBe(200);
      }),
      ...heavy(402, 'INSUFFICIENT_CREDITS', ({ control }) =>
        control.setAccount({ recurrentCredits: 0, oneTimeCredits: 0.1 }),
      ),
      row('PROJECT_NOT_ALLOWED 403', async (bench) => {
        bench.project('shop');
        const ask = () => bench.restricted('POST', DEPLOY);
        await bench.refused(ask, 403, 'PROJECT_NOT_ALLOWED');
      }),
      ...Object.keys(WORK).map((work) =>
        row(`PROJECT_NOT_FOUND 404: ${work}`, async (bench) => {
          await bench.refused(() => WORK[work as keyof typeof WORK](bench), 404, 'PROJECT_NOT_FOUND');
        }),
      ),
    ],
  },
  {
    section: 'Gaps page: spending analytics',
    rows: [
      row('outside P; days, totals and projects', async (bench) => {
        bench.control.addProject({ projectId: 'shop' });
        await WORK.deploy(bench);
        bench.control.useFeature('shop', 'email', { credits: 2 });
        const path = '//api/v1/credits/spending-analytics?from=2026-11-14&to=2026-11-15';
        const { data } = await bench.call('GET', path);
        expect(data.daily).toEqual([
          { date: '2026-11-14', development: 0, infrastructure: 0, byType: {} },
          { date: '2026-11-15', development: 1, infrastructure: 2, byType: { deploy: 1, email: 2 } },
        ]);
        expect(data.totals).toEqual({
          development: 1,
          infrastructure: 2,
          total: 3,
          byType: { deploy: 1, email: 2 },
        });
        expect(data.projects).toEqual(['shop']);
      }),
      row('projectId: of one project only', async (bench) => {
        bench.control.addProject({ projectId: 'shop' });
        bench.control.addProject({ projectId: 'blog' });
        await WORK.deploy(bench);
        bench.control.useFeature('blog', 'email', { credits: 2 });
        const { data } = await bench.call('GET', '//api/v1/credits/spending-analytics?projectId=blog');
        expect([data.totals.total, data.projects]).toEqual([2, ['blog']]);
      }),
      row('at most 90 days apart', async (bench) => {
        const ask = (from: string) =>
          bench.call('GET', `//api/v1/credits/spending-analytics?from=${from}&to=2026-11-15`);
        expect((await ask('2026-08-17')).status).toBe(200);
        await bench.refused(() => ask('2026-08-16'), 400, 'VALIDATION_ERROR');
      }),
    ],
  },
];
