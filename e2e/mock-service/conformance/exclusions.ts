import { expect } from 'vitest';
import type { Reply } from '../testing/client.ts';
import type { Bench } from './bench.ts';
import { type Row, row, type Section } from './row.ts';

const SHOP = '/projects/shop';

/** Requested work on a project. */
const WANTED = {
  run: ({ call }: Bench) => call('POST', `${SHOP}/agent/start`, { prompt: 'More' }),
  deploy: ({ call }: Bench) => call('POST', `${SHOP}/deployments/deploy`),
  recovery: async ({ call }: Bench) => {
    const { versions } = (await call('GET', `${SHOP}/versions`)).data;
    return call('POST', `${SHOP}/versions/${versions[0]._id}/recover`);
  },
  'server start': ({ call }: Bench) => call('POST', `${SHOP}/agent/server/start-or-restart`),
  rebuild: ({ call }: Bench) => call('POST', `${SHOP}/rebuild`),
} satisfies Record<string, (bench: Bench) => Promise<Reply>>;

type Wanted = keyof typeof WANTED;

/** Work in progress. */
const UNDER_WAY: Record<string, (bench: Bench) => void> = {
  'a run': ({ control }) => control.startRun('shop'),
  'a batch': ({ control }) => control.startBatch('shop', { goal: 'A shop' }),
  'a deploy': ({ control }) => control.startDeployment('shop'),
  'a recovery': ({ control }) => control.startRecovery('shop'),
  'a rebuild': ({ control }) => control.startRebuild('shop'),
  'a pull': ({ control }) =>
    control.connectGithub('shop', { pull: { status: 'pulling', createdAt: control.now() } }),
  'an import': ({ control }) => control.setImporting('shop'),
};

const [A, B] = ['AGENT_RUNNING', 'AUTO_EXECUTION_ALREADY_ACTIVE'];
const [D, R] = ['DEPLOYMENT_RUNNING', 'RECOVERY_RUNNING'];
const REBUILD = 'REBUILD_RUNNING';

/** Requested work by work in progress: the code, or `allowed`. Undocumented combinations have no row. */
const TABLE: Record<Wanted, Record<string, string | undefined>> = {
  run: {
    'a run': A,
    'a batch': B,
    'a deploy': D,
    'a recovery': R,
    'a rebuild': REBUILD,
    'a pull': 'GITHUB_PULL_RUNNING',
    'an import': 'IMPORT_IN_PROGRESS',
  },
  deploy: { 'a run': A, 'a batch': A, 'a deploy': D, 'a recovery': R },
  recovery: { 'a run': A, 'a batch': A, 'a deploy': D, 'a recovery': R },
  'server start': {
    'a run': A,
    'a batch': A,
    'a deploy': D,
    'a recovery': R,
    'a rebuild': 'allowed',
    'a pull': 'allowed',
    'an import': 'allowed',
  },
  rebuild: { 'a run': A, 'a batch': A, 'a rebuild': REBUILD },
};

function ready(bench: Bench): void {
  bench.project('shop');
  bench.control.addVersion('shop');
}

async function serverOf({ call }: Bench): Promise<string> {
  return (await call('GET', SHOP)).data.agentServerStatus;
}

function tableRows(): Row[] {
  return (Object.keys(TABLE) as Wanted[]).flatMap((wanted) =>
    Object.entries(TABLE[wanted]).map(([going, code]) =>
      row(`${wanted} during ${going}: ${code}`, async (bench) => {
        ready(bench);
        UNDER_WAY[going]?.(bench);
        const ask = () => WANTED[wanted](bench);
        if (code === 'allowed') expect((await ask()).status).toBe(200);
        else await bench.refused(ask, 409, String(code));
      }),
    ),
  );
}

export const EXCLUSIONS: Section[] = [
  {
    section: 'Gaps page: what excludes what',
    rows: [
      ...tableRows(),
      ...(['deploy', 'recovery', 'rebuild'] as const).map((wanted) =>
        row(
          `${wanted} of a sleeping project: SERVER_NOT_READY 409, started and paid by that call`,
          async (bench) => {
            ready(bench);
            bench.control.fallAsleep('shop');
            const { START_SERVER } = (await bench.call('GET', '/credit-costs')).data.creditCosts;
            const ask = async () => {
              const { status, code } = await WANTED[wanted](bench);
              expect([status, code]).toEqual([409, 'SERVER_NOT_READY']);
            };
            expect(await bench.cost(ask)).toBe(START_SERVER);
            expect(await serverOf(bench)).toBe('Unarchiving');
            expect(await bench.cost(ask)).toBe(0);
            await bench.control.advance(4 * 60_000);
            expect(await serverOf(bench)).toBe('Active');
            expect((await WANTED[wanted](bench)).status).toBe(200);
          },
        ),
      ),
      row('a run of a sleeping project starts the server and waits for it', async (bench) => {
        ready(bench);
        bench.control.fallAsleep('shop');
        bench.control.setDurations({ runMs: [600_000, 600_000], serverStartMs: [180_000, 180_000] });
        const { START_SERVER } = (await bench.call('GET', '/credit-costs')).data.creditCosts;
        const cost = await bench.cost(async () => {
          expect((await WANTED.run(bench)).data.status).toBe('init');
        });
        expect(cost).toBe(10 + START_SERVER);
        const messages = async () =>
          (await bench.call('GET', `${SHOP}/agent/status`)).data.realtimeConversation.at(-1).messageType;
        await bench.control.advance(180_000);
        expect(await messages()).toBe('starting');
        await bench.control.advance(599_999);
        expect(await messages()).toBe('building');
        await bench.control.advance(1);
        expect(await messages()).toBe('finished');
      }),
      row('a run is allowed while the server starts', async (bench) => {
        ready(bench);
        await WANTED['server start'](bench);
        expect((await WANTED.run(bench)).status).toBe(200);
      }),
      row('a run without its server is refused, where that is assumed', async (bench) => {
        bench.control.assume({ runWithoutServer: 'refused' });
        ready(bench);
        bench.control.fallAsleep('shop');
        const { status, code } = await WANTED.run(bench);
        expect([status, code]).toEqual([409, 'SERVER_NOT_READY']);
      }),
      row('a server start while it starts: SERVER_NOT_READY 409, not charged again', async (bench) => {
        ready(bench);
        await WANTED['server start'](bench);
        await bench.refused(() => WANTED['server start'](bench), 409, 'SERVER_NOT_READY');
      }),
      row('a server start wakes a sleeping project', async (bench) => {
        ready(bench);
        bench.control.fallAsleep('shop');
        expect((await WANTED['server start'](bench)).data.status).toBe('starting');
        await bench.control.advance(4 * 60_000);
        expect(await serverOf(bench)).toBe('Active');
      }),
      row('deploy: SANDBOX_NOT_REACHABLE 409 while the app behind an Active server starts', async (bench) => {
        ready(bench);
        bench.control.setDurations({ serverStartMs: [120_000, 120_000], appStartMs: [60_000, 60_000] });
        await WANTED['server start'](bench);
        await bench.control.advance(120_000);
        expect(await serverOf(bench)).toBe('Active');
        const ask = () => WANTED.deploy(bench);
        await bench.refused(ask, 409, 'SANDBOX_NOT_REACHABLE', { reason: 'starting' });
        await bench.control.advance(60_000);
        expect((await ask()).status).toBe(200);
      }),
      row(
        'deploy: SANDBOX_NOT_REACHABLE 409 with app_error until a prompt has mended the app',
        async (bench) => {
          ready(bench);
          bench.control.setProject('shop', { appBroken: true });
          const ask = () => WANTED.deploy(bench);
          await bench.refused(ask, 409, 'SANDBOX_NOT_REACHABLE', { reason: 'app_error' });
          bench.control.startRun('shop');
          bench.control.finishRun('shop');
          expect((await ask()).status).toBe(200);
        },
      ),
      row('writes wait up to 3 s for their turn, then PROJECT_BUSY 409', async (bench) => {
        ready(bench);
        const rename = () => bench.call('PATCH', SHOP, { label: 'New' });
        bench.control.holdWrites('shop', 3_000);
        const waits = rename();
        await bench.underWay('updateProject');
        await bench.control.advance(3_000);
        expect((await waits).status).toBe(200);
        bench.control.holdWrites('shop', 3_001);
        const refused = rename();
        await bench.underWay('updateProject', 2);
        await bench.control.advance(3_000);
        expect((await refused).code).toBe('PROJECT_BUSY');
      }),
      row('a failed import or recovery is in nobody’s way', async (bench) => {
        ready(bench);
        bench.control.setImporting('shop', 'The code is too old');
        bench.control.startRecovery('shop', { outcome: 'error', durationMs: 1_000 });
        await bench.control.advance(1_000);
        expect((await WANTED.run(bench)).status).toBe(200);
      }),
    ],
  },
];
