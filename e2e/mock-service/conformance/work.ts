import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { type Row, row, type Section } from './row.ts';

const AGENT = '/projects/shop/agent';
const DEPLOY = '/projects/shop/deployments/deploy';

/** Paid work on a project, and what each of them asks. */
const WORK = {
  'agent start': (bench: Bench) => bench.call('POST', `${AGENT}/start`, { prompt: 'More' }),
  deploy: (bench: Bench) => bench.call('POST', DEPLOY),
  'server start': (bench: Bench) => bench.call('POST', `${AGENT}/server/start-or-restart`),
};

type Work = keyof typeof WORK;
const EVERY_WORK = Object.keys(WORK) as Work[];

function refusedWork(status: number, code: string, prepare: (bench: Bench) => unknown): Row[] {
  return EVERY_WORK.map((work) =>
    row(`${code} ${status}: ${work}`, async (bench) => {
      bench.project('shop');
      await prepare(bench);
      await bench.refused(() => WORK[work](bench), status, code);
    }),
  );
}

export const WORK_SECTIONS: Section[] = [
  {
    section: 'Gaps page: deployments and the server',
    rows: [
      row('deploy answers deploying at once', async (bench) => {
        bench.project('shop');
        const { data } = await WORK.deploy(bench);
        expect(data).toMatchObject({ projectId: 'shop', status: 'deploying', message: expect.any(String) });
      }),
      row('a deploy is told to Get Project: its status, when, and no more than one', async (bench) => {
        bench.project('shop');
        await WORK.deploy(bench);
        const { deployment } = (await bench.call('GET', '/projects/shop')).data;
        expect(deployment).toEqual({
          status: 'deploying',
          createdAt: '2026-11-15T12:00:00.000Z',
          versionId: expect.any(String),
        });
      }),
      row('a deploy that fails is refunded', async (bench) => {
        bench.project('shop');
        bench.control.setOutcomes({ deploys: ['error'] });
        const cost = await bench.cost(async () => {
          await WORK.deploy(bench);
          await bench.control.advance(5 * 60_000);
        });
        expect(cost).toBe(0);
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
          expect(await status()).not.toHaveProperty('liveUrl');
          await bench.control.advance(181_000);
          expect(await status()).toMatchObject({
            status: 'success',
            liveUrl: 'https://shop.apps.example',
          });
        },
      ),
      row('status: error', async (bench) => {
        bench.project('shop');
        bench.control.setOutcomes({ deploys: ['error'] });
        await WORK.deploy(bench);
        await bench.control.advance(5 * 60_000);
        const { data } = await bench.call('GET', '/projects/shop/deployments/status');
        expect([data.status, data.liveUrl]).toEqual(['error', undefined]);
        expect((await bench.call('GET', '/projects/shop')).data.deployment).toMatchObject({
          status: 'error',
        });
      }),
    ],
  },
  {
    section: 'Gaps page: refusals of paid work',
    rows: [
      ...refusedWork(402, 'INSUFFICIENT_CREDITS', ({ control }) =>
        control.setAccount({ recurrentCredits: 0, oneTimeCredits: 0.1 }),
      ),
      row('a run needs the credits of its start, and those of a server that it wakes', async (bench) => {
        bench.project('shop');
        bench.control.setAccount({ recurrentCredits: 0, oneTimeCredits: 9.9 });
        await bench.refused(() => WORK['agent start'](bench), 402, 'INSUFFICIENT_CREDITS');
        bench.control.setAccount({ oneTimeCredits: 10 });
        bench.control.fallAsleep('shop');
        await bench.refused(() => WORK['agent start'](bench), 402, 'INSUFFICIENT_CREDITS');
        bench.control.setAccount({ oneTimeCredits: 10.5 });
        expect((await WORK['agent start'](bench)).status).toBe(200);
      }),
      ...EVERY_WORK.flatMap((work) => [
        row(`PROJECT_NOT_ALLOWED 403: ${work}`, async (bench) => {
          bench.project('shop');
          const asMember = { ...bench, call: bench.restricted };
          await bench.refused(() => WORK[work](asMember), 403, 'PROJECT_NOT_ALLOWED');
        }),
        row(`PROJECT_NOT_FOUND 404: ${work}`, async (bench) => {
          await bench.refused(() => WORK[work](bench), 404, 'PROJECT_NOT_FOUND');
        }),
      ]),
      row('PROJECT_NOT_FOUND 404 for another account’s project', async (bench) => {
        bench.control.takeNames('shop');
        await bench.refused(() => bench.call('GET', '/projects/shop'), 404, 'PROJECT_NOT_FOUND');
        await bench.refused(() => WORK.deploy(bench), 404, 'PROJECT_NOT_FOUND');
      }),
      row('MISSING_PROJECT_ID 400 where the path names none', async (bench) => {
        const ask = () => bench.call('GET', '/projects/%20/agent/status');
        await bench.refused(ask, 400, 'MISSING_PROJECT_ID');
      }),
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
