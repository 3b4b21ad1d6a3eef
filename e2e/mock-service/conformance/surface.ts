import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { notProvable, row, type Section } from './row.ts';

const FREE_READS = [
  '/account',
  '/credit-costs',
  '/account/v2-opt-in',
  '/projects',
  '/projects/shop',
  '/projects/shop/agent/status',
  '/projects/shop/agent/full-conversation',
  '/projects/shop/deployments/status',
  '/projects/shop/versions',
  '/projects/shop/backend/dev/logs',
  '/projects/shop/backend/prod/logs',
  '/projects/shop/rebuild/status',
  '/projects/shop/github/status',
  '/projects/shop/github/pull-status',
  '/projects/shop/designtool/status',
  '/project-groups',
  '/projects/shop/credit-limits',
  '/projects/credit-limits/at-limit',
  '/projects/shop/limits',
  '/projects/shop/rate-limit',
  '/projects/shop/webhook',
  '/webhooks',
];

function broke(bench: Bench): void {
  bench.control.setAccount({ recurrentCredits: 0, oneTimeCredits: 0 });
}

export const SURFACE: Section[] = [
  {
    section: 'What the service does',
    rows: [
      row('runs and deploys answer at once and are followed by asking', async (bench) => {
        bench.project('shop');
        await bench.call('POST', '/projects/shop/agent/start', { prompt: 'More' });
        expect((await bench.call('GET', '/projects/shop/agent/status')).data.status).toBe('init');
      }),
      row('success: errors is null and data holds the result', async ({ call }) => {
        const { status, json } = await call('GET', '/account');
        expect([status, json.errors, typeof json.data, Object.keys(json)]).toEqual([
          200,
          null,
          'object',
          ['errors', 'data'],
        ]);
      }),
      row('failure: code and message, data is null', async ({ call }) => {
        const { json } = await call('GET', '/projects/none');
        expect(json).toEqual({
          errors: { errorCode: 'PROJECT_NOT_FOUND', errorMessage: expect.any(String) },
          data: null,
        });
      }),
      ...FREE_READS.map((path) =>
        row(`free: GET ${path}`, async (bench) => {
          bench.project('shop');
          bench.publish('shop');
          const cost = await bench.cost(async () => {
            expect((await bench.call('GET', path)).status).toBe(200);
          });
          expect(cost).toBe(0);
        }),
      ),
      row('a refused call costs nothing', async (bench) => {
        await bench.refused(() => bench.launch({ prompt: '' }), 400, 'MISSING_PROMPT');
      }),
      row('a refused built-in call costs nothing', async (bench) => {
        bench.project('shop');
        await bench.call('PUT', '/projects/shop/limits', { features: { email: { enabled: false } } });
        const call = () => bench.call('POST', '//__control/app/shop/email', { credits: 5 });
        expect(await bench.cost(call)).toBe(0);
      }),
      row('the production address is <projectId>.<production domain>', async (bench) => {
        bench.project('shop');
        const { productionProjectUrl } = (await bench.call('GET', '/projects/shop')).data;
        expect(productionProjectUrl).toMatch(/^shop\.[a-z.]+$/);
      }),
      notProvable(
        'transfer, source code, files of a project, analytics entries, connecting repositories and design tools',
        'neither the reference nor the gaps page shows an endpoint',
      ),
    ],
  },
  {
    section: 'Authentication',
    rows: [
      row('without a key: 401 with { error }', async (bench) => {
        const { status, json } = await bench.call('GET', '/account', undefined, { 'api-key': '' });
        expect([status, json]).toEqual([401, { error: expect.any(String) }]);
      }),
      row('a rejected key: 401 with { error }', async (bench) => {
        const { status, json } = await bench.call('POST', '/projects/launch', {}, { 'api-key': 'wrong' });
        expect([status, Object.keys(json)]).toEqual([401, ['error']]);
      }),
      row('the key is asked for before anything else, whatever the route', async (bench) => {
        expect((await bench.call('GET', '/nothing', undefined, { 'api-key': 'wrong' })).status).toBe(401);
      }),
      notProvable(
        'the key must never reach browser code; how keys are issued or revoked',
        'not about an answer of the service, or not shown',
      ),
    ],
  },
  {
    section: 'Errors: without credits, and request-level refusals',
    rows: [
      ...['/projects', '/account', '/credit-costs'].flatMap((path) => [
        row(`403 when credits are missing: GET ${path}`, async (bench) => {
          broke(bench);
          expect((await bench.call('GET', path)).status).toBe(403);
        }),
        row(`on the older host with { error, code }: GET ${path}`, async (bench) => {
          broke(bench);
          const { status, json } = await bench.legacyHost('GET', path);
          expect([status, json]).toEqual([
            403,
            { error: expect.any(String), code: 'VCAAS_INSUFFICIENT_CREDITS' },
          ]);
        }),
      ]),
      row('work on a legacy project: the same body', async (bench) => {
        bench.project('shop', 'legacy');
        broke(bench);
        const { status, json } = await bench.call('POST', '/projects/shop/deployments/deploy');
        expect([status, json]).toEqual([
          403,
          { error: expect.any(String), code: 'VCAAS_INSUFFICIENT_CREDITS' },
        ]);
      }),
      row('a secret failing validation, legacy: { success, message, errors }', async (bench) => {
        const body = { engineVersion: 'legacy', secrets: [{ secretName: 'A' }] };
        const body2 = { success: false, message: expect.any(String), errors: expect.any(Array) };
        expect((await bench.launch(body)).json).toEqual(body2);
        const older = { projectId: 'recipes', prompt: 'x', secrets: 'A' };
        expect((await bench.legacyHost('POST', '/projects/launch', older)).json).toEqual(body2);
        bench.control.setAccount({ v2OptIn: false });
        expect((await bench.launch({ secrets: [{ secretName: 'A' }] })).json).toEqual(body2);
      }),
      row('ROUTE_NOT_FOUND', async (bench) => {
        await bench.refused(() => bench.call('GET', '/nothing/here'), 404, 'ROUTE_NOT_FOUND');
      }),
      row('a slash at the end changes nothing', async (bench) => {
        expect((await bench.call('GET', '/account/')).status).toBe(200);
      }),
      row('METHOD_NOT_ALLOWED', async (bench) => {
        const { headers } = await bench.refused(
          () => bench.call('DELETE', '/projects'),
          405,
          'METHOD_NOT_ALLOWED',
        );
        expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
      }),
      row('INVALID_JSON', async (bench) => {
        await bench.refused(() => bench.call('POST', '/projects/launch', '{"prompt":'), 400, 'INVALID_JSON');
      }),
      row('INVALID_JSON: lists within lists without end', async (bench) => {
        const deep = `{"prompt":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
        await bench.refused(() => bench.call('POST', '/projects/launch', deep), 400, 'INVALID_JSON');
      }),
      row('PAYLOAD_TOO_LARGE', async (bench) => {
        const ask = () => bench.launch({ prompt: 'x'.repeat(21 * 1024 * 1024) });
        await bench.refused(ask, 413, 'PAYLOAD_TOO_LARGE');
      }),
      row('in the envelope on the current engine only: not on the older host', async (bench) => {
        const { status, json } = await bench.legacyHost('GET', '/nothing/here');
        expect([status, json]).toEqual([404, undefined]);
      }),
      row('nor what is refused before the operation: INVALID_JSON, PAYLOAD_TOO_LARGE', async (bench) => {
        const large = { prompt: 'x'.repeat(21 * 1024 * 1024) };
        const replies = [
          await bench.legacyHost('POST', '/projects/launch', '{"prompt":'),
          await bench.legacyHost('POST', '/projects/launch', large),
        ];
        expect(replies.map(({ status, json }) => [status, json])).toEqual([
          [400, undefined],
          [413, undefined],
        ]);
      }),
      row('nor on a legacy project', async (bench) => {
        bench.project('shop', 'legacy');
        const replies = [
          await bench.call('GET', '/projects/shop/nothing'),
          await bench.call('DELETE', '/projects/shop/agent/start'),
          await bench.call('POST', '/projects/shop/agent/start', '{"prompt":'),
        ];
        expect(replies.map(({ status, json }) => [status, json])).toEqual([
          [404, undefined],
          [404, undefined],
          [400, undefined],
        ]);
      }),
      notProvable('statuses of request-level refusals', 'not shown: 404, 405, 400 and 413 are our choice'),
      notProvable(
        'body of the 403 without credits on the current engine',
        'not shown: the envelope with INSUFFICIENT_CREDITS is our choice',
      ),
    ],
  },
];
