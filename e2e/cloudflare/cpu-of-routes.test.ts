import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPast, type StoredRow } from '../../edge/testing/past.ts';
import { EVENT, idsFrom, secretOfSubscription, signDeliveries } from '../bench/deliveries.ts';
import { edgeBindings, pairCommandLine } from '../bench/edge-under-test.ts';
import { cpuSecondsSince, descendantsWith } from '../bench/processes.ts';
import { startWorkers } from '../bench/workerd.ts';
import { Closing } from '../dev/closing.ts';
import { startLocalService } from '../mock-service/service.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** For the page of figures: milliseconds of CPU by route. */
    cpu?: { route: string; ms: number }[];
  }
}

/**
 * CPU of Worker and object together, on a busy machine; the page of figures has that of an idle one. The free
 * plan gives a request of the Worker 10 ms, and one of the object 30 s (Cloudflare, limits).
 */
const AT_MOST_MS = 50;
/** The kernel counts in hundredths of a second. */
const REQUESTS = 40;
const WARM_UP = 20;
const PROJECTS = 100;
const PROJECT = 'bulk-00001';
const MONTH = new Date().toISOString().slice(0, 7);

type Asked = { path?: string; body?: unknown; headers?: Record<string, string> };

const uniqueKey = (what: string, n: number) => ({ 'idempotency-key': `measured-${what}-${n}` });
const file = (bytes: number) => [{ name: 'plan.txt', content: 'QUJD'.repeat(bytes / 4) }];

/** How each route is asked, with what a browser sends; a number makes each request another one. */
const ASKED: Record<string, (n: number) => Asked> = {
  'GET /': () => ({}),
  'GET /health': () => ({}),
  'GET /devices': () => ({}),
  'GET /snapshot': () => ({}),
  'GET /status': () => ({}),
  'GET /events': () => ({ path: '/events?limit=100' }),
  'GET /announcements': () => ({ path: '/announcements?since=0' }),
  'GET /work/:projectId': () => ({ path: '/work/app-3' }),
  'GET /paid-calls': () => ({}),
  'GET /guards/:projectId': () => ({ path: `/guards/${PROJECT}` }),
  'GET /statements/:period': () => ({ path: `/statements/${MONTH}` }),
  'GET /channels': () => ({}),
  'GET /imports': () => ({}),
  'GET /subscriptions': () => ({}),
  'GET /sites/:projectId': () => ({ path: `/sites/${PROJECT}` }),
  'PUT /balance-alarm': (n) => ({ body: { credits: 5 + n } }),
  'PUT /guards/:projectId': (n) => ({
    path: `/guards/${PROJECT}`,
    body: { kind: 'day-budget', credits: 500 + n, stopsRun: false },
  }),
  'POST /launches': (n) => ({
    body: { projectId: `new-${n}`, prompt: 'Build a shop', files: file(400_000) },
    headers: uniqueKey('launch', n),
  }),
  'POST /hooks/:event': () => ({ path: `/hooks/${EVENT}`, ...delivery() }),
  'GET /service/projects': () => ({ path: '/service/projects?limit=100' }),
  'POST /service/projects/:projectId/agent/start': (n) => ({
    path: `/service/projects/bulk-${String((n % PROJECTS) + 1).padStart(5, '0')}/agent/start`,
    body: { prompt: `Change the colour ${n}` },
    headers: uniqueKey('run', n),
  }),
};

const closing = new Closing();
let edge = '';
let token = '';
let pids: readonly number[] = [];
let delivery: () => Asked = () => ({});

/** @throws where it is not answered as a browser that is paired is */
async function ask(route: string, n: number): Promise<void> {
  const [method = '', pattern = ''] = route.split(' ');
  const { path = pattern, body, headers } = ASKED[route]?.(n) ?? {};
  const response = await fetch(`${edge}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
}

beforeAll(async () => {
  const service = await startLocalService({ demo: 'empty' });
  closing.add(() => service.stop());
  service.control.addProjects(PROJECTS);
  service.control.setAccount({ recurrentCredits: 1_000_000 });
  const workers = await startWorkers([{ name: 'edge', source: 'edge', bindings: edgeBindings(service.url) }]);
  closing.add(() => workers.stop());
  edge = workers.urls.edge ?? '';
  token = await pairCommandLine(edge);
  const authorization = `Bearer ${token}`;
  await ask('GET /snapshot', 0);
  await keepPast(
    await workers.miniflare.unsafeGetDurableObjectStorage('edge', 'Account', { name: 'account' }),
  );
  await fetch(`${edge}/subscriptions/sync`, { method: 'POST', headers: { authorization } });
  const secret = await secretOfSubscription(service);
  const nextId = idsFrom('measured');
  delivery = () => signDeliveries(secret, 1, nextId)[0] ?? {};
  pids = descendantsWith('workerd');
}, 120_000);
afterAll(() => closing.closeAll());

/** Stores a year of calls, 62 days of work, 30 of events, many rows a statement: each takes milliseconds. */
async function keepPast(storage: { exec(query: string, ...given: unknown[]): Promise<unknown> }) {
  const made = new Map<string, StoredRow[]>();
  fillPast((table, row) => made.set(table, [...(made.get(table) ?? []), row]), Date.now());
  for (const [table, all] of made) {
    const columns = Object.keys(all[0] ?? {});
    const values = columns.map((name) => `json_extract(value, '$.${name}')`);
    const insert = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`;
    for (let at = 0; at < all.length; at += 2_000)
      await storage.exec(insert, JSON.stringify(all.slice(at, at + 2_000)));
  }
}

// The kernel tells the CPU of a process on Linux alone.
test.runIf(existsSync('/proc/self/stat'))(
  'a request of each route takes little CPU, in an account with a year’s past',
  async ({ task }) => {
    const took: { route: string; ms: number }[] = [];
    for (const route of Object.keys(ASKED)) {
      for (let n = 0; n < WARM_UP; n++) await ask(route, n);
      const used = cpuSecondsSince(pids);
      for (let n = WARM_UP; n < WARM_UP + REQUESTS; n++) await ask(route, n);
      took.push({ route, ms: (used() * 1_000) / REQUESTS });
    }
    task.meta.cpu = took;
    const tooMuch = took.filter(({ ms }) => ms > AT_MOST_MS);
    expect(tooMuch, 'of a Worker’s request: see docs/running.md, What it costs').toEqual([]);
  },
  240_000,
);
