import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';
import type { Binding, Version } from './account.ts';

/** Local base addresses of external hosts. */
export type ConnectTo = Readonly<Record<string, string>>;

/** A deployed version of a Worker in workerd, with storage that persists over versions. */
export class RunningWorker {
  readonly #name: string;
  readonly #stateDir: string;
  readonly #connectTo: ConnectTo;
  readonly #onLog: (message: string) => void;
  #miniflare: Miniflare | null = null;
  /** Local port, the same for every version; 0 before the first. */
  port = 0;

  constructor(
    name: string,
    options: { stateDir: string; connectTo: ConnectTo; onLog: (message: string) => void },
  ) {
    this.#name = name;
    this.#stateDir = options.stateDir;
    this.#connectTo = options.connectTo;
    this.#onLog = options.onLog;
  }

  /** Replaces the running version. */
  async run(version: Version): Promise<void> {
    await this.stop();
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        workers: [this.#options(version)],
        resourcePersistencePath: join(this.#stateDir, this.#name),
        handleStructuredLogs: ({ message }) => this.#onLog(message),
        unsafeLocalExplorer: false,
        unsafeObservability: false,
      }),
    );
    await miniflare.ready;
    this.#miniflare = miniflare;
    this.port = Number((await miniflare.unsafeGetDirectURL(this.#name)).port);
  }

  async stop(): Promise<void> {
    await this.#miniflare?.dispose();
    this.#miniflare = null;
  }

  #options(version: Version): V4WorkerOptions {
    const of = <T>(type: string, value: (binding: Binding) => T) =>
      Object.fromEntries(
        version.bindings.filter((one) => one.type === type).map((one) => [one.name, value(one)] as const),
      );
    const metadata = {
      id: version.id,
      tag: version.annotations['workers/tag'] ?? '',
      timestamp: version.createdAt,
    };
    return {
      name: this.#name,
      modulesRoot: '/',
      modules: version.modules
        // The main module comes first.
        .toSorted((a, b) => Number(b.name === version.mainModule) - Number(a.name === version.mainModule))
        .map(({ name, text }) => ({ type: 'ESModule' as const, path: `/${name}`, contents: text })),
      compatibilityDate: version.compatibilityDate,
      bindings: {
        ...of('plain_text', ({ text }) => String(text)),
        ...of('secret_text', ({ text }) => String(text)),
        ...of('version_metadata', () => metadata),
      },
      kvNamespaces: of('kv_namespace', ({ namespace_id }) => String(namespace_id)),
      durableObjects: of('durable_object_namespace', ({ class_name }) => ({
        className: String(class_name),
        useSQLite: true,
      })),
      ratelimits: of('ratelimit', ({ namespace_id, simple }) => ({
        namespace_id: String(namespace_id),
        simple: simple as { limit: number; period: 10 | 60 },
      })),
      outboundService: (request: Request) => this.#fetchOutside(request),
      unsafeDirectSockets: [{ host: '127.0.0.1', port: this.port }],
    } as unknown as V4WorkerOptions;
  }

  /** A Worker's own requests: to mapped hosts only. */
  async #fetchOutside(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const base = this.#connectTo[url.host];
    if (base === undefined) return new Response('No such host.', { status: 530 });
    const { Response: MiniflareResponse, fetch } = await import('miniflare');
    const reached = await fetch(`${base}${url.pathname}${url.search}`, request as never);
    return new MiniflareResponse(reached.body, reached) as unknown as Response;
  }
}
