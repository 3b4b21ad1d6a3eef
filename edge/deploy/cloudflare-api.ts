import * as z from 'zod/mini';
import { oneLine } from '../../shared/one-line.ts';

const DEFAULT_BASE = 'https://api.cloudflare.com/client/v4';
const CALL_TIMEOUT_MS = 30_000;
/** Failed reads are retried once; nothing else is. */
const READ_TRIES = 2;

const ACCOUNTS_MAX = 50;
const PAGE_ROWS = 100;
/** Cloudflare allows an account 1,000 namespaces, which are half of these pages. */
const PAGES_MAX = 20;

/** Cloudflare's error codes for a missing Worker. */
const NO_SUCH_WORKER = new Set([10007, 10090]);
const NO_SUBDOMAIN = 10007;
const SUBDOMAIN_FREE = 10032;

const envelope = z.object({
  success: z.boolean(),
  errors: z.optional(z.nullable(z.array(z.object({ code: z.number(), message: z.optional(z.string()) })))),
  result: z.unknown(),
});

/** An id of an account or a namespace. Ids are put into paths, so nothing of another form is one. */
export const CLOUDFLARE_ID = /^[0-9a-f]{32}$/;
/** A name of a Worker, or one under workers.dev. */
export const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const id = z.string().check(z.regex(CLOUDFLARE_ID));
const account = z.object({ id, name: z.pipe(z.string(), z.transform(oneLine)) });
const binding = z.looseObject({ name: z.string(), type: z.string() });
const settings = z.object({ bindings: z.optional(z.array(binding)) });
const namespace = z.object({ id, title: z.string() });
const subdomain = z.object({ subdomain: z.nullable(z.string().check(z.regex(DNS_LABEL))) });
const deployments = z.object({
  deployments: z.array(
    z.object({
      created_on: z.string(),
      versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
    }),
  ),
});

export type Binding = z.infer<typeof binding>;

export interface Deployment {
  readonly versionId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Rows of a list that is not read for ever. */
export interface Listed<T> {
  readonly rows: readonly T[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** Cloudflare refused, or was not reached (`status` 0). `call`: `METHOD path`, with names instead of ids. */
export class CloudflareError extends Error {
  readonly status: number;
  readonly codes: readonly number[];
  readonly call: string;

  constructor(call: string, status: number, codes: readonly number[]) {
    super(`${call}: ${status} ${codes.join(', ')}`);
    this.call = call;
    this.status = status;
    this.codes = codes;
  }
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
}

/** The parts of Cloudflare's API that the command reads, and the few that it writes itself. */
export class CloudflareApi {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  /** Cloudflare's clock minus ours; expiry times for the edge use Cloudflare's clock. */
  #clockAheadMs = 0;

  constructor(env: Record<string, string | undefined>, headers: Record<string, string>) {
    this.#base = (env.CLOUDFLARE_API_BASE_URL?.trim() || DEFAULT_BASE).replace(/\/+$/, '');
    this.#headers = headers;
  }

  /** The time at Cloudflare. */
  now(): number {
    return Date.now() + this.#clockAheadMs;
  }

  async accounts(): Promise<Listed<z.infer<typeof account>>> {
    const rows = await this.#ask(`/accounts?per_page=${ACCOUNTS_MAX}`, z.array(account));
    return { rows, isCut: rows.length >= ACCOUNTS_MAX };
  }

  /** The Worker's bindings; null = there is no such Worker. */
  async bindings(accountId: string, name: string): Promise<Binding[] | null> {
    const path = `/accounts/${accountId}/workers/scripts/${name}/settings`;
    return (await this.#orNull(this.#ask(path, settings), NO_SUCH_WORKER))?.bindings ?? null;
  }

  async workerExists(accountId: string, name: string): Promise<boolean> {
    const path = `/accounts/${accountId}/workers/services/${name}`;
    return (await this.#orNull(this.#ask(path, z.unknown()), NO_SUCH_WORKER)) !== null;
  }

  /** What was deployed, newest first. Cloudflare lists the last ten. */
  async deployments(accountId: string, name: string): Promise<readonly Deployment[]> {
    const path = `/accounts/${accountId}/workers/scripts/${name}/deployments`;
    return (await this.#ask(path, deployments)).deployments.flatMap(
      ({ created_on: at, versions: [version] }) => (version ? [{ versionId: version.version_id, at }] : []),
    );
  }

  async latestDeployment(accountId: string, name: string): Promise<Deployment | null> {
    return (await this.deployments(accountId, name))[0] ?? null;
  }

  /** The account's subdomain of `workers.dev`; null = none yet. */
  async subdomain(accountId: string): Promise<string | null> {
    const path = `/accounts/${accountId}/workers/subdomain`;
    const read = this.#ask(path, subdomain);
    return (await this.#orNull(read, new Set([NO_SUBDOMAIN])))?.subdomain ?? null;
  }

  async isSubdomainFree(accountId: string, name: string): Promise<boolean> {
    const read = this.#ask(`/accounts/${accountId}/workers/subdomains/${name}`, z.unknown());
    return (await this.#orNull(read, new Set([SUBDOMAIN_FREE]))) === null;
  }

  async registerSubdomain(accountId: string, name: string): Promise<void> {
    const path = `/accounts/${accountId}/workers/subdomain`;
    await this.#ask(path, z.unknown(), { method: 'PUT', body: { subdomain: name } });
  }

  async namespaces(accountId: string): Promise<Listed<z.infer<typeof namespace>>> {
    const found: z.infer<typeof namespace>[] = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const path = `/accounts/${accountId}/storage/kv/namespaces?per_page=${PAGE_ROWS}&order=title&direction=asc&page=${page}`;
      const rows = await this.#ask(path, z.array(namespace));
      found.push(...rows);
      if (rows.length < PAGE_ROWS) return { rows: found, isCut: false };
    }
    return { rows: found, isCut: true };
  }

  async createNamespace(accountId: string, title: string): Promise<string> {
    const path = `/accounts/${accountId}/storage/kv/namespaces`;
    return (await this.#ask(path, namespace, { method: 'POST', body: { title } })).id;
  }

  async deleteNamespace(accountId: string, id: string): Promise<void> {
    await this.#ask(`/accounts/${accountId}/storage/kv/namespaces/${id}`, z.unknown(), { method: 'DELETE' });
  }

  /** Sets one secret, which Cloudflare deploys at once as a new version. */
  async putSecret(accountId: string, name: string, secret: { name: string; text: string }): Promise<void> {
    const path = `/accounts/${accountId}/workers/scripts/${name}/secrets`;
    await this.#ask(path, z.unknown(), { method: 'PUT', body: { ...secret, type: 'secret_text' } });
  }

  /** Deletes the Worker with its Durable Object and all stored data. */
  async deleteWorker(accountId: string, name: string): Promise<void> {
    await this.#ask(`/accounts/${accountId}/workers/scripts/${name}?force=true`, z.unknown(), {
      method: 'DELETE',
    });
  }

  async #ask<T extends z.ZodMiniType>(path: string, schema: T, call: Call = {}): Promise<z.output<T>> {
    const method = call.method ?? 'GET';
    const name = `${method} ${path.replace(/\?.*$/, '').replace(/[0-9a-f]{32}/g, '…')}`;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(name, path, method, call.body, schema);
      } catch (failure) {
        const isOnTheWay =
          failure instanceof CloudflareError && (failure.status === 0 || failure.status >= 500);
        if (method !== 'GET' || !isOnTheWay || attempt === READ_TRIES) throw failure;
      }
    }
  }

  async #once<T extends z.ZodMiniType>(
    name: string,
    path: string,
    method: string,
    body: unknown,
    schema: T,
  ): Promise<z.output<T>> {
    let response: Response;
    try {
      response = await fetch(`${this.#base}${path}`, {
        method,
        headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
    } catch {
      throw new CloudflareError(name, 0, []);
    }
    const at = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(at)) this.#clockAheadMs = at - Date.now();
    const read = envelope.safeParse(await response.json().catch(() => null));
    const errors = read.success ? (read.data.errors ?? []) : [];
    if (!read.success || !read.data.success)
      throw new CloudflareError(
        name,
        response.status,
        errors.map(({ code }) => code),
      );
    const result = schema.safeParse(read.data.result);
    if (!result.success) throw new CloudflareError(name, response.status, []);
    return result.data;
  }

  /** The result, or null when Cloudflare responds with one of these codes. */
  async #orNull<T>(request: Promise<T>, codes: ReadonlySet<number>): Promise<T | null> {
    try {
      return await request;
    } catch (failure) {
      if (failure instanceof CloudflareError && failure.codes.some((code) => codes.has(code))) return null;
      throw failure;
    }
  }
}
