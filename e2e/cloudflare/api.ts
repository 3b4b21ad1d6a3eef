import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Account, Right, Worker } from './account.ts';
import { ApiProblem, refusal, success } from './respond.ts';
import { parseUpload, shownBinding, withSecret } from './upload.ts';

/** Codes of Cloudflare's API. */
export const CODES = {
  badToken: 9109,
  refused: 10000,
  noSuchWorker: 10007,
  noSuchService: 10090,
  noSubdomain: 10007,
  subdomainTaken: 10031,
  subdomainFree: 10032,
  noSuchNamespace: 10013,
  namespaceExists: 10014,
  /** Undocumented; the deployment must recognize the call, whatever the code. */
  tooManyNamespaces: 10024,
  internal: 10013,
} as const;

/** A planned fault: the next matching call fails, or is held until released. */
export interface Fault {
  readonly call: RegExp;
  readonly status: number;
  readonly code: number;
  /** Where a redirect leads. */
  readonly location?: string;
  times: number;
}

export interface ApiOptions {
  readonly account: Account;
  readonly faults: Fault[];
  /** Called before every response, which waits for it. */
  readonly onCall: (call: string) => Promise<void> | void;
  /** Runs the deployed version, or stops it when the Worker is deleted. */
  readonly onDeployed: (worker: Worker | null, name: string) => Promise<void>;
}

/**
 * Serves what `wrangler deploy` and `npm run deploy` call of Cloudflare's API (v4), for one account. Anything
 * else gets 404 with code 7003, like at Cloudflare, and is listed in `unknownCalls`.
 */
export function createApi(options: ApiOptions): {
  fetch: (request: Request) => Promise<Response>;
  unknownCalls: string[];
} {
  const { account } = options;
  const unknownCalls: string[] = [];
  const app = new Hono();

  app.use(async (c, next) => {
    const call = `${c.req.method} ${c.req.path}`;
    await options.onCall(call);
    const fault = options.faults.find((one) => one.times > 0 && one.call.test(call));
    if (fault) {
      fault.times--;
      // A connection closed before its upload is read ends as a network failure, which wrangler tries again.
      await c.req.arrayBuffer();
      if (fault.location !== undefined) return c.redirect(fault.location, 307);
      return refusal(new ApiProblem(fault.status, fault.code, 'planned by the test'));
    }
    return next();
  });
  app.onError((failure) => {
    if (failure instanceof ApiProblem) return refusal(failure);
    console.error(failure);
    return refusal(new ApiProblem(500, CODES.internal, String(failure)));
  });
  app.notFound((c) => {
    unknownCalls.push(`${c.req.method} ${c.req.path}`);
    return refusal(new ApiProblem(404, 7003, 'Could not route'));
  });

  function require(c: Context, right: Right): void {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    const rights = account.tokens.get(token);
    if (rights === undefined) throw new ApiProblem(403, CODES.badToken, 'Invalid access token');
    const isOwn = right === 'account' || c.req.param('account') === account.id;
    if (!rights.has(right) || !isOwn) throw new ApiProblem(403, CODES.refused, 'Authentication error');
  }
  const worker = (c: Context, code: number): Worker => {
    const found = account.workers.get(c.req.param('name') ?? '');
    if (found) return found;
    throw new ApiProblem(404, code, 'workers.api.error.not_found');
  };
  const deployVersion = async (name: string, versionId: string) => {
    const found = account.workers.get(name);
    if (!found) throw new ApiProblem(404, CODES.noSuchWorker, 'workers.api.error.script_not_found');
    found.deployments.unshift({ id: randomUUID(), createdAt: new Date().toISOString(), versionId });
    await options.onDeployed(found, name);
  };

  app.get('/accounts', (c) => {
    require(c, 'account');
    return success([{ id: account.id, name: account.name }]);
  });
  app.get('/memberships', (c) => {
    require(c, 'account');
    return success([{ id: account.id, account: { id: account.id, name: account.name } }]);
  });

  const workers = new Hono();
  workers.use(async (c, next) => {
    require(c, 'workers');
    await next();
  });
  workers.get('/subdomain', () => {
    if (account.subdomain === null) throw new ApiProblem(404, CODES.noSubdomain, 'no subdomain');
    return success({ subdomain: account.subdomain });
  });
  workers.put('/subdomain', async (c) => {
    const { subdomain } = await c.req.json<{ subdomain: string }>();
    if (account.takenSubdomains.has(subdomain)) throw new ApiProblem(409, CODES.subdomainTaken, 'taken');
    account.subdomain = subdomain;
    return success({ subdomain });
  });
  workers.get('/subdomains/:subdomain', (c) => {
    const isTaken = account.takenSubdomains.has(c.req.param('subdomain'));
    throw isTaken
      ? new ApiProblem(409, CODES.subdomainTaken, 'taken')
      : new ApiProblem(404, CODES.subdomainFree, 'free');
  });
  workers.get('/services/:name', (c) => {
    const found = worker(c, CODES.noSuchService);
    const script = {
      id: found.name,
      tag: found.tag,
      tags: [],
      last_deployed_from: found.lastDeployedFrom,
      ...(found.migrationTag !== null && { migration_tag: found.migrationTag }),
    };
    return success({ id: found.name, default_environment: { environment: 'production', script } });
  });
  // wrangler reads the tag of the executed migrations here.
  workers.get('/scripts', () =>
    success(
      [...account.workers.values()].map(({ name, migrationTag }) => ({
        id: name,
        ...(migrationTag !== null && { migration_tag: migrationTag }),
      })),
    ),
  );
  workers.get('/scripts/:name/secrets', (c) => {
    const found = worker(c, CODES.noSuchWorker);
    const bindings = account.deployed(found.name)?.bindings ?? [];
    return success(
      bindings.filter(({ type }) => type === 'secret_text').map(({ name, type }) => ({ name, type })),
    );
  });
  workers.put('/scripts/:name/secrets', async (c) => {
    const found = worker(c, CODES.noSuchWorker);
    const { name, text } = await c.req.json<{ name: string; text: string }>();
    const before = account.deployed(found.name);
    if (!before) throw new ApiProblem(404, CODES.noSuchWorker, 'nothing deployed');
    const version = withSecret(before, name, text);
    found.versions.push(version);
    await deployVersion(found.name, version.id);
    return success({ name, type: 'secret_text' });
  });
  workers.get('/scripts/:name/settings', (c) => {
    const found = worker(c, CODES.noSuchWorker);
    return success({ bindings: (account.deployed(found.name)?.bindings ?? []).map(shownBinding) });
  });
  workers.patch('/scripts/:name/script-settings', (c) => {
    worker(c, CODES.noSuchWorker);
    return success({});
  });
  workers.get('/scripts/:name/deployments', (c) => {
    const found = worker(c, CODES.noSuchWorker);
    return success({
      deployments: found.deployments.map(({ id, createdAt, versionId }) => ({
        id,
        created_on: createdAt,
        source: 'wrangler',
        strategy: 'percentage',
        versions: [{ version_id: versionId, percentage: 100 }],
      })),
    });
  });
  workers.post('/scripts/:name/deployments', async (c) => {
    const found = worker(c, CODES.noSuchWorker);
    const { versions } = await c.req.json<{ versions: { version_id: string }[] }>();
    await deployVersion(found.name, versions[0]?.version_id ?? '');
    found.lastDeployedFrom = 'wrangler';
    return success({ id: found.deployments[0]?.id });
  });
  workers.put('/scripts/:name', async (c) => {
    const name = c.req.param('name');
    const known = account.workers.get(name);
    const before = account.deployed(name);
    const read = await parseUpload(
      c.req.raw,
      before && known ? { version: before, migrationTag: known.migrationTag } : null,
    );
    const taken = known ?? newWorker(name);
    account.workers.set(name, taken);
    taken.versions.push(read.version);
    taken.migrationTag = read.newMigrationTag ?? taken.migrationTag;
    await deployVersion(name, read.version.id);
    return success({
      id: name,
      tag: taken.tag,
      deployment_id: read.version.id.replaceAll('-', ''),
      startup_time_ms: 1,
    });
  });
  workers.post('/scripts/:name/versions', async (c) => {
    const found = worker(c, CODES.noSuchWorker);
    const before = account.deployed(found.name);
    const read = await parseUpload(
      c.req.raw,
      before && { version: before, migrationTag: found.migrationTag },
    );
    found.versions.push(read.version);
    return success({
      id: read.version.id,
      startup_time_ms: 1,
      metadata: { has_preview: false },
      resources: { script: { etag: read.version.id } },
    });
  });
  workers.delete('/scripts/:name', async (c) => {
    const found = worker(c, CODES.noSuchWorker);
    account.workers.delete(found.name);
    await options.onDeployed(null, found.name);
    return success(null);
  });
  workers.get('/workers/:name', (c) => {
    const found = worker(c, CODES.noSuchWorker);
    return success({
      id: found.tag,
      name: found.name,
      subdomain: { enabled: found.subdomainEnabled, previews_enabled: false },
    });
  });
  workers.post('/scripts/:name/subdomain', async (c) => {
    const found = worker(c, CODES.noSuchWorker);
    const { enabled } = await c.req.json<{ enabled: boolean }>();
    found.subdomainEnabled = enabled;
    return success({ enabled, previews_enabled: false });
  });

  const kv = new Hono();
  kv.use(async (c, next) => {
    require(c, 'kv');
    await next();
  });
  kv.get('/namespaces', (c) => {
    const [page, size] = [Number(c.req.query('page') ?? 1), Number(c.req.query('per_page') ?? 20)];
    const all = [...account.namespaces].map(([id, title]) => ({ id, title, supports_url_encoding: true }));
    return success(all.slice((page - 1) * size, page * size));
  });
  kv.post('/namespaces', async (c) => {
    const { title } = await c.req.json<{ title: string }>();
    if ([...account.namespaces.values()].includes(title))
      throw new ApiProblem(
        400,
        CODES.namespaceExists,
        'a namespace with this account ID and title already exists',
      );
    if (account.namespaces.size >= account.namespacesMax)
      throw new ApiProblem(400, CODES.tooManyNamespaces, 'too many namespaces');
    const id = randomUUID().replaceAll('-', '');
    account.namespaces.set(id, title);
    return success({ id, title, supports_url_encoding: true });
  });
  kv.delete('/namespaces/:id', (c) => {
    if (!account.namespaces.delete(c.req.param('id')))
      throw new ApiProblem(404, CODES.noSuchNamespace, 'not found');
    return success(null);
  });

  app.route('/accounts/:account/workers', workers);
  app.route('/accounts/:account/storage/kv', kv);
  return { fetch: async (request) => app.fetch(request), unknownCalls };
}

const newWorker = (name: string): Worker => ({
  name,
  tag: randomUUID().replaceAll('-', ''),
  lastDeployedFrom: 'wrangler',
  versions: [],
  deployments: [],
  migrationTag: null,
  subdomainEnabled: false,
});
