import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import app from '../index.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

type Role = 'viewer' | 'builder' | 'owner';

/** Callers of each route, by hand. `nobody`: no token is needed; `itself`: every browser, about itself. */
const ROUTES: Record<Role | 'nobody' | 'itself', string> = {
  nobody: `GET /, GET /health, GET /a, POST /a/look, POST /a/act, POST /pair, POST /hooks/projects/:projectId, POST /hooks/:event`,
  itself: `POST /devices/token, GET /live, DELETE /devices/:deviceId`,
  viewer: `GET /snapshot, GET /status, GET /announcements, GET /events, GET /events/:seq, GET /channels, GET /guards/:projectId,
    GET /statements/:period, GET /sites/:projectId, GET /projects, GET /work/:projectId, GET /journal, GET /subscriptions, GET /subscriptions/projects, GET /app-files/:projectId`,
  builder: `POST /attention/:id/seen, DELETE /attention/:id/seen, POST /launches, GET /paid-calls, GET /paid-calls/:key,
    POST /paid-calls/:key/settle, POST /paid-calls/:key/abandon, POST /imports, GET /imports, GET /imports/:key,
    POST /work/:id/mark, POST /imports/:key/stop, POST /imports/:key/undo, POST /imports/:key/retry, POST /imports/:key/settle,
    POST /sites/:projectId/looks, PUT /sites/:projectId/marks/:versionId, DELETE /sites/:projectId/marks/:versionId, POST /write-mode/:projectId,
    DELETE /write-mode/:projectId`,
  owner: `GET /devices, PATCH /devices/:deviceId, POST /devices/sign-out-others, POST /pairing-codes, POST /account,
    PUT /channels/:id, DELETE /channels/:id, POST /channels/:id/test, PUT /guards/:projectId, DELETE /guards/:projectId,
    POST /guards/:projectId/trial, POST /guards/:projectId/undo, PUT /caps/:projectId,
    PUT /balance-alarm, GET /data-keys, PUT /data-keys/:projectId, DELETE /data-keys/:projectId,
    POST /subscriptions/sync, PUT /subscriptions/projects/:projectId,
    POST /subscriptions/projects/:projectId/rotate`,
};

/** Operations of both services for builders, and for owners; anybody may make the others of the first. */
const OPERATIONS: Record<'builder' | 'owner', string> = {
  builder: `launchProject createProject updateProject createGroup updateGroup startAgent stopAgent deploy startServer
    uploadFile clearContext rebuild getDevLogs getProductionLogs recoverVersion clearRecovery createSecret queryRows
    changeRelations queryTable linkRecord unlinkRecord createRecord updateRecord`,
  owner: `setEngineOptIn deleteGroup setDomain deleteDomain unpublish deleteProject deleteSecret setFeatureLimits
    setRateLimit registerWebhook deleteWebhook setProjectWebhook runSql deleteRecord`,
};
const DATA_OF_OWNERS = `getCurrentUser getUser deleteRecord deleteWithSubelements deleteFile listUsers createUser editUser deleteUser
  editOrganization getBackup updateRecords deleteRecords`;

/** Each operation of both services by its address, and what is none. */
const OF_SERVICES = [
  ...Object.values(catalogue).map(({ method, path }) => `${method} /service${path}`),
  ...Object.values(dataCatalogue).map(({ method, path }) => `${method} /data/shop${path}`),
  ...['GET /service/nothing', 'GET /data/%2e/records', 'GET /data/shop/nothing'],
];

const split = (list: string, by: RegExp) => list.trim().split(by);
const RANK = { viewer: 0, builder: 1, owner: 2 };
const ROLES = Object.keys(RANK) as Role[];

let browsers: Record<Role, Paired>;
beforeEach(async () => {
  await control('reset');
  const owner = await pair();
  browsers = { owner, builder: await pairAs(owner, 'builder'), viewer: await pairAs(owner, 'viewer') };
});
afterEach(reset);

const fill = (path: string) => path.replace(/:\w+/g, 'shop-0001');

/** Who is refused for their role. */
async function refusedTo(method: string, path: string): Promise<Role[]> {
  const codes = await Promise.all(ROLES.map(async (role) => (await browsers[role].ask(method, path)).code));
  return ROLES.filter((_, at) => codes[at] === 'EDGE_ROLE_FORBIDDEN');
}
const below = (needed: Role) => ROLES.filter((role) => RANK[role] < RANK[needed]);

test('each route is somebody’s, and reached by nobody below', async () => {
  const listed = Object.values(ROUTES).flatMap((list) => split(list, /,\s*/));
  const served = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(served)].sort()).toEqual(listed.sort());
  // What an owner signs out is no longer there to be refused.
  const last = (route: string) => Number(route.includes('sign-out'));
  const reached: string[] = [];
  for (const needed of ['builder', 'owner'] as const)
    for (const route of split(ROUTES[needed], /,\s*/).toSorted((one, other) => last(one) - last(other))) {
      const [method = '', path = ''] = route.split(' ');
      for (const role of below(needed)) {
        const { code } = await browsers[role].ask(method, fill(path));
        if (code !== 'EDGE_ROLE_FORBIDDEN') reached.push(`${role}: ${route} ${code}`);
      }
    }
  expect(reached).toEqual([]);
});

test.each([
  ['without a token', undefined],
  ['with a made-up token', `pl_${'A'.repeat(43)}`],
])(
  'a stranger %s reads only that they are one, whatever a route needs and the operator has left out',
  async (_, token) => {
    const ask = async (method: string, path: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const request = new Request(`https://edge.test${path}`, { method, headers });
      const narrowed = { ...env, ALLOWED_OPERATIONS: 'getAccount' };
      return (await app.fetch(request, narrowed, createExecutionContext())).status;
    };
    const { nobody: _open, ...ofSomebody } = ROUTES;
    const routes = [
      ...Object.values(ofSomebody).flatMap((list) => split(list, /,\s*/)),
      // What names no operation costs no call of the object, which alone tells a made-up token.
      ...(token === undefined ? OF_SERVICES : []),
    ];
    const told: string[] = [];
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const status = await ask(method, fill(path));
      if (status !== 401) told.push(`${route} ${status}`);
    }
    expect(told).toEqual([]);
  },
);

test('each operation of the service is refused to whoever is below its role, and to nobody else for it', async () => {
  const neededFor = (name: string): Role =>
    (['builder', 'owner'] as const).find((role) => split(OPERATIONS[role], /\s+/).includes(name)) ?? 'viewer';
  for (const [name, { method, path, reach }] of Object.entries(catalogue)) {
    if (reach !== 'gateway' || method === 'GET') continue;
    expect([name, await refusedTo(method, `/service${fill(path)}`)]).toEqual([name, below(neededFor(name))]);
  }
  const read = Object.values(catalogue).filter(
    ({ reach, method }) => reach === 'gateway' && method === 'GET',
  );
  for (const { path } of read) {
    const needed = /\/logs$/.test(path) ? 'builder' : 'viewer';
    expect([path, await refusedTo('GET', `/service${fill(path)}`)]).toEqual([path, below(needed)]);
  }
});

test('each operation of an app’s data is for builders, or for owners alone', async () => {
  const owners = split(DATA_OF_OWNERS, /\s+/);
  for (const [name, { method, path }] of Object.entries(dataCatalogue)) {
    const needed = owners.includes(name) ? 'owner' : 'builder';
    expect([name, await refusedTo(method, `/data/shop${fill(path)}`)]).toEqual([name, below(needed)]);
  }
});
