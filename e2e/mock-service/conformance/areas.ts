import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { absent, fieldRows, isoTime, list, oneOf, text } from './fields.ts';
import { notProvable, row, type Section } from './row.ts';

const SHOP = '/projects/shop';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function published(bench: Bench): void {
  bench.project('shop');
  bench.publish('shop');
}

async function price(bench: Bench, key: string): Promise<number> {
  return (await bench.call('GET', '/credit-costs')).data.creditCosts[key];
}

function fileForm(name: string, content: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set('file', new File([content], name));
  return form;
}

async function productionLogs(bench: Bench, query = '') {
  return (await bench.call('GET', `${SHOP}/backend/prod/logs${query}`)).data;
}

/** Records of one visit each, so many hours ago. */
function visits(bench: Bench, hoursAgo: number[]): void {
  const now = bench.control.now();
  bench.control.addProductionLogs(
    'shop',
    hoursAgo.map((hours) => ({
      EventTimestampMs: now - hours * HOUR_MS,
      Outcome: 'ok',
      Event: { Request: { URL: `https://shop.apps.example/${hours}`, Method: 'GET' } },
    })),
  );
}

async function setDomain(bench: Bench, hostname = 'www.acme.test') {
  return bench.call('PUT', `${SHOP}/domain`, { hostname });
}

async function domain(bench: Bench) {
  return (await bench.call('GET', SHOP)).data.customDomain;
}

export const AREAS: Section[] = [
  {
    section: 'Gaps page: logs',
    rows: [
      row('development: one text that grows with the work', async (bench) => {
        bench.project('shop');
        const logs = async () => (await bench.call('GET', `${SHOP}/backend/dev/logs`)).data.logs;
        expect(await logs()).toBe('');
        await bench.call('POST', `${SHOP}/agent/server/start-or-restart`);
        expect(await logs()).toContain('2026-11-15T12:00:00.000Z');
      }),
      row('production: without a bound the last 6 hours, and getOnlyLastLogs is ignored', async (bench) => {
        published(bench);
        visits(bench, [71, 7, 5, 1]);
        for (const query of ['', '?getOnlyLastLogs=true']) {
          const { records } = await productionLogs(bench, query);
          expect(records.map((record: never) => Object.values(record).length > 0)).toEqual([true, true]);
          expect(records[0].Event.Request.URL).toBe('https://shop.apps.example/5');
        }
      }),
      row('production: from and to, at most 3 days back', async (bench) => {
        published(bench);
        visits(bench, [80, 71, 7, 5, 1]);
        const since = (hours: number) => new Date(bench.control.now() - hours * HOUR_MS).toISOString();
        expect((await productionLogs(bench, `?from=${since(100)}`)).records).toHaveLength(4);
        expect((await productionLogs(bench, `?from=${since(8)}&to=${since(4)}`)).records).toHaveLength(2);
      }),
      row('production: regexSearch', async (bench) => {
        published(bench);
        visits(bench, [7, 5, 1]);
        const { records } = await productionLogs(
          bench,
          `?regexSearch=${encodeURIComponent('example/[57]"')}`,
        );
        expect(records).toHaveLength(2);
      }),
      row('production: data is the list itself, where that is assumed', async (bench) => {
        published(bench);
        visits(bench, [1]);
        bench.control.assume({ productionLogs: 'list' });
        expect(await productionLogs(bench)).toHaveLength(1);
      }),
      row('PROD_LOGS_WORKER_ERROR 400: not published, or what can’t be searched for', async (bench) => {
        bench.project('shop');
        const ask = (query: string) => () => bench.call('GET', `${SHOP}/backend/prod/logs${query}`);
        await bench.refused(ask(''), 400, 'PROD_LOGS_WORKER_ERROR');
        bench.publish('shop');
        await bench.refused(ask('?regexSearch=('), 400, 'PROD_LOGS_WORKER_ERROR');
      }),
      notProvable('PLAN_LIMIT_REACHED 429 of production logs', 'its condition is not shown; as a fault only'),
    ],
  },
  {
    section: 'Gaps page: delete and unpublish',
    rows: [
      row('DELETE is final, free, and frees the name and the slot at once', async (bench) => {
        bench.control.setAccount({ plan: { maxProjects: 1 } });
        published(bench);
        const cost = await bench.cost(async () => {
          expect((await bench.call('DELETE', SHOP)).data).toEqual({ success: true });
        });
        expect(cost).toBe(0);
        expect((await bench.call('GET', SHOP)).code).toBe('PROJECT_NOT_FOUND');
        expect((await bench.launch({ projectId: 'shop' })).data.projectId).toBe('shop');
      }),
      row('a run ends with its project', async (bench) => {
        await bench.hook('agent.prompt.finished');
        bench.project('shop');
        bench.control.startRun('shop');
        await bench.call('DELETE', SHOP);
        await bench.control.advance(HOUR_MS);
        expect(await bench.arrived()).toEqual([]);
      }),
      row('PLAN_NOT_API 400', async (bench) => {
        bench.control.addProject({ projectId: 'shop', plan: 'studio' });
        await bench.refused(() => bench.call('DELETE', SHOP), 400, 'PLAN_NOT_API');
      }),
      row('UNPUBLISH_FAILED 502: nothing is deleted', async (bench) => {
        published(bench);
        bench.control.setOutcomes({ unpublishes: ['error'] });
        await bench.refused(() => bench.call('DELETE', SHOP), 502, 'UNPUBLISH_FAILED');
        const { status } = (await bench.call('GET', `${SHOP}/deployments/status`)).data;
        expect(status).toBe('success');
      }),
      row('DEPLOYMENT_RUNNING 409', async (bench) => {
        bench.project('shop');
        bench.control.startDeployment('shop');
        await bench.refused(() => bench.call('DELETE', SHOP), 409, 'DEPLOYMENT_RUNNING');
      }),
      row('unpublish takes the site and all domains at once', async (bench) => {
        published(bench);
        await setDomain(bench);
        expect((await bench.call('POST', `${SHOP}/deployments/unpublish`)).status).toBe(200);
        const { data } = await bench.call('GET', SHOP);
        expect([data.deployment, data.customDomain]).toEqual([null, null]);
        expect((await bench.call('GET', `${SHOP}/deployments/status`)).data.status).toBeNull();
        await bench.refused(() => setDomain(bench), 404, 'NO_DEPLOYMENT');
      }),
    ],
  },
  {
    section: 'Gaps page: domain',
    rows: [
      ...fieldRows(
        'set',
        async (bench) => {
          published(bench);
          return (await setDomain(bench)).data;
        },
        {
          success: oneOf(true),
          hostname: oneOf('www.acme.test'),
          status: oneOf('pending_validation'),
          dnsRecordsToAdd: list,
        },
      ),
      ...fieldRows(
        'customDomain',
        async (bench) => {
          published(bench);
          await setDomain(bench);
          return domain(bench);
        },
        {
          _id: text,
          projectId: oneOf('shop'),
          deploymentId: text,
          hostname: oneOf('www.acme.test'),
          status: oneOf('pending_validation'),
          sslStatus: oneOf('initializing'),
          dnsRecordsToAdd: list,
          createdAt: isoTime,
          updatedAt: isoTime,
        },
      ),
      row('its records: type, name within the zone, value', async (bench) => {
        published(bench);
        await setDomain(bench, 'shop.de.acme.test');
        const { dnsRecordsToAdd } = await domain(bench);
        expect(dnsRecordsToAdd[0]).toEqual({ type: 'CNAME', name: 'shop.de', value: 'shop.apps.example' });
        expect(dnsRecordsToAdd[1]).toMatchObject({ type: 'TXT', value: expect.any(String) });
      }),
      row('it becomes active step by step, its certificate apart from it', async (bench) => {
        published(bench);
        await setDomain(bench);
        const address = async () => (await bench.call('GET', SHOP)).data.productionProjectUrl;
        expect(await address()).toBe('shop.apps.example');
        const seen = new Set<string>();
        for (let minute = 0; minute < 25; minute += 1) {
          const { status, sslStatus } = await domain(bench);
          seen.add(`${status} ${sslStatus}`);
          await bench.control.advance(MINUTE_MS);
        }
        expect([...seen]).toEqual([
          'pending_validation initializing',
          'pending_validation authorizing',
          'pending_deployment issuing',
          'active issuing',
          'active active',
        ]);
        expect((await domain(bench)).dnsRecordsToAdd).toBeUndefined();
        expect(await address()).toBe('www.acme.test');
      }),
      row('setting one costs ADD_CUSTOM_DOMAIN, deleting it nothing', async (bench) => {
        published(bench);
        expect(await bench.cost(() => setDomain(bench))).toBe(await price(bench, 'ADD_CUSTOM_DOMAIN'));
        const cost = await bench.cost(async () => {
          expect(text((await bench.call('DELETE', `${SHOP}/domain`)).data.message)).toBe(true);
        });
        expect([cost, await domain(bench)]).toEqual([0, null]);
      }),
      row('MISSING_HOSTNAME 400; a subdomain is wanted', async (bench) => {
        published(bench);
        const put = (body: unknown) => () => bench.call('PUT', `${SHOP}/domain`, body);
        await bench.refused(put({}), 400, 'MISSING_HOSTNAME');
        await bench.refused(put({ hostname: 'acme.test' }), 400, 'INVALID_HOSTNAME');
      }),
      row('NO_DEPLOYMENT 404: to set and to delete, until a deploy has succeeded', async (bench) => {
        bench.project('shop');
        await bench.refused(() => setDomain(bench), 404, 'NO_DEPLOYMENT');
        await bench.refused(() => bench.call('DELETE', `${SHOP}/domain`), 404, 'NO_DEPLOYMENT');
        bench.control.startDeployment('shop');
        bench.control.finishDeployment('shop', 'error');
        await bench.refused(() => setDomain(bench), 404, 'NO_DEPLOYMENT');
      }),
      row('paid plans only', async (bench) => {
        published(bench);
        bench.control.setPlan('free');
        await bench.refused(() => setDomain(bench), 403, 'PAID_PLAN_REQUIRED');
      }),
    ],
  },
  {
    section: 'Gaps page: files',
    rows: [
      row('upload: an id that ends as the file does, and a signed address', async (bench) => {
        bench.project('shop');
        const { data } = await bench.call('POST', `${SHOP}/files/upload`, fileForm('logo.png', 'hello'));
        expect(data.fileNameId).toMatch(/\.png$/);
        expect(await bench.file(data.url)).toEqual({ status: 200, text: 'hello' });
      }),
      row('an address whose signature is wrong or escaped is refused: 403', async (bench) => {
        bench.project('shop');
        const { url } = (await bench.call('POST', `${SHOP}/files/upload`, fileForm('a.png', 'x'))).data;
        expect((await bench.file(url.replace(/.$/, '-'))).status).toBe(403);
        expect((await bench.file(url.replaceAll('&', '&amp;'))).status).toBe(403);
      }),
      row('an upload costs UPLOAD_FILE', async (bench) => {
        bench.project('shop');
        const upload = () => bench.call('POST', `${SHOP}/files/upload`, fileForm('a.png', 'x'));
        expect(await bench.cost(upload)).toBe(await price(bench, 'UPLOAD_FILE'));
      }),
      row('MISSING_FILE 400: no file, or no form', async (bench) => {
        bench.project('shop');
        const form = new FormData();
        form.set('other', 'x');
        for (const body of [form, {}, '']) {
          const ask = () => bench.call('POST', `${SHOP}/files/upload`, body);
          await bench.refused(ask, 400, 'MISSING_FILE');
        }
      }),
      row('8 MB, on a legacy project too; not a byte more', async (bench) => {
        bench.project('shop');
        bench.project('old', 'legacy');
        const upload = (id: string, bytes: number) =>
          bench.call('POST', `/projects/${id}/files/upload`, fileForm('a.bin', new Uint8Array(bytes)));
        for (const id of ['shop', 'old']) {
          expect((await upload(id, 8 * 1024 * 1024)).status).toBe(200);
          expect((await upload(id, 8 * 1024 * 1024 + 1)).status).toBe(413);
        }
      }),
      notProvable('UPLOAD_FAILED 500', 'its condition is not shown; as a fault only'),
    ],
  },
  {
    section: 'Gaps page: rebuild',
    rows: [
      row('rebuild: since when, for 1 to 4 minutes, then its outcome', async (bench) => {
        bench.project('shop');
        const status = async () => (await bench.call('GET', `${SHOP}/rebuild/status`)).data;
        expect(await status()).toEqual({ status: 'idle' });
        const { data } = await bench.call('POST', `${SHOP}/rebuild`);
        expect(data).toEqual({ status: 'rebuilding', startedAt: '2026-11-15T12:00:00.000Z' });
        await bench.control.advance(MINUTE_MS - 1);
        expect(await status()).toEqual({ status: 'rebuilding' });
        await bench.control.advance(3 * MINUTE_MS + 1);
        expect(await status()).toEqual({ status: 'success' });
        bench.control.setOutcomes({ rebuilds: ['error'] });
        await bench.call('POST', `${SHOP}/rebuild`);
        await bench.control.advance(4 * MINUTE_MS);
        expect(await status()).toEqual({ status: 'error', errorMessage: expect.any(String) });
      }),
      row('a rebuild costs REBUILD_PROJECT', async (bench) => {
        bench.project('shop');
        const cost = await bench.cost(() => bench.call('POST', `${SHOP}/rebuild`));
        expect(cost).toBe(await price(bench, 'REBUILD_PROJECT'));
      }),
    ],
  },
  {
    section: 'Gaps page: connections',
    rows: [
      row('repository: not connected', async (bench) => {
        bench.project('shop');
        expect((await bench.call('GET', `${SHOP}/github/status`)).data).toEqual({
          connected: false,
          tokenValid: false,
          tokenExpired: false,
        });
        expect((await bench.call('GET', `${SHOP}/github/pull-status`)).data).toEqual({ status: null });
      }),
      row('repository: connected, with its branches and its last pull', async (bench) => {
        bench.project('shop');
        const pull = { status: 'success' as const, createdAt: bench.control.now() };
        bench.control.connectGithub('shop', { tokenExpired: true, tokenValid: false, pull });
        expect((await bench.call('GET', `${SHOP}/github/status`)).data).toEqual({
          connected: true,
          tokenValid: false,
          tokenExpired: true,
          repositoryFullName: 'studio/shop',
          developBranch: 'develop',
          productionBranch: 'main',
        });
        expect((await bench.call('GET', `${SHOP}/github/pull-status`)).data).toEqual({
          status: 'success',
          createdAt: '2026-11-15T12:00:00.000Z',
        });
      }),
      row('repository: its environment answers the values of all secrets', async (bench) => {
        bench.project('shop');
        await bench.call('POST', `${SHOP}/secrets`, { secretName: 'A', secretValue: 'very-secret' });
        expect((await bench.call('GET', `${SHOP}/github/env`)).text).toContain('very-secret');
      }),
      ...fieldRows(
        'design tool',
        async (bench) => {
          await bench.launch({ designtool: { token: 'tool_0123456789abcdef' } });
          return (await bench.call('GET', '/projects/recipes/designtool/status')).data;
        },
        {
          connected: oneOf(true),
          account: (value) => typeof value === 'object' && value !== null,
          connectedAt: isoTime,
          tokenValid: absent,
        },
      ),
      row('design tool: not connected', async (bench) => {
        bench.project('shop');
        expect((await bench.call('GET', `${SHOP}/designtool/status`)).data).toEqual({ connected: false });
      }),
      row('design tool: verify asks the tool, and counts as a token check', async (bench) => {
        await bench.launch({ designtool: { token: 'tool_0123456789abcdef' } });
        const verify = () => bench.call('GET', '/projects/recipes/designtool/status?verify=true');
        for (let check = 1; check < 10; check += 1) expect((await verify()).data.tokenValid).toBe(true);
        await bench.refused(verify, 429, 'RATE_LIMITED');
      }),
      notProvable('pull and import as work that is wanted', 'their endpoints are not shown; only as states'),
    ],
  },
];
