import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Account, type Binding, type Right, type Worker } from './account.ts';
import { createApi, type Fault } from './api.ts';
import { makeCertificate } from './certificate.ts';
import { startNetwork } from './network.ts';
import { type ConnectTo, RunningWorker } from './running-worker.ts';

const ALL_RIGHTS: readonly Right[] = ['account', 'workers', 'kv'];
export const TOKEN = 'cloudflare-token-of-ada';

/** A stand-in for Cloudflare on 127.0.0.1: its API for deployments, its network, and workerd to run them. */
export interface Cloudflare {
  readonly apiUrl: string;
  readonly account: Account;
  /** Switches for Chromium to reach deployed Workers under their real addresses. */
  readonly browserArguments: readonly string[];
  /** Every API call so far, `METHOD path`. */
  readonly calls: string[];
  /** Calls that this stand-in does not implement. */
  readonly unknownCalls: readonly string[];
  /** Logs of the deployed Workers. */
  readonly logLines: readonly string[];
  /** Environment for a program to use this instead of the real Cloudflare. */
  environment(token?: string): Record<string, string>;
  addToken(token: string, rights: readonly Right[]): void;
  /** Makes the next `times` matching calls fail. */
  fail(call: RegExp, status: number, code: number, times?: number): void;
  /** Sends the next matching call elsewhere, with its body. */
  redirect(call: RegExp, location: string): void;
  /** Holds the next matching call. */
  hold(call: RegExp): { reached: Promise<void>; release(): void };
  /** Deploys a Worker in the state that an earlier version left. */
  deployOld(
    name: string,
    old: { script: string; migrationTag: string; bindings: readonly Binding[] },
  ): Promise<void>;
  /** Makes a deployed Worker unreachable. */
  silence(name: string, isSilent: boolean): void;
  /** The plain local address behind a deployed Worker. */
  plainUrl(name: string): string;
  /** Folder of a Worker's storage. */
  stateDir(name: string): string;
  stop(): Promise<void>;
}

/** @param connectTo external hosts on this machine, each with its base address */
export async function startCloudflare(connectTo: ConnectTo = {}): Promise<Cloudflare> {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-light-cloudflare-'));
  const account = new Account();
  account.tokens.set(TOKEN, new Set(ALL_RIGHTS));
  const faults: Fault[] = [];
  const holds: { call: RegExp; reached: () => void; released: Promise<void> }[] = [];
  const calls: string[] = [];
  const logLines: string[] = [];
  const running = new Map<string, RunningWorker>();
  const silenced = new Set<string>();

  const runDeployed = async (worker: Worker | null, name: string) => {
    const version = account.deployed(name);
    if (!worker || !version) {
      await running.get(name)?.stop();
      running.delete(name);
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
      return;
    }
    let instance = running.get(name);
    if (!instance) {
      instance = new RunningWorker(name, {
        stateDir: folder,
        connectTo,
        onLog: (line) => logLines.push(line),
      });
      running.set(name, instance);
    }
    await instance.run(version);
  };

  const api = createApi({
    account,
    faults,
    onCall: async (call) => {
      calls.push(call);
      const at = holds.findIndex((one) => one.call.test(call));
      const [held] = at < 0 ? [] : holds.splice(at, 1);
      held?.reached();
      await held?.released;
    },
    onDeployed: runDeployed,
  });

  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const certificate = makeCertificate([
    '*.ada.workers.dev',
    '*.babbage.workers.dev',
    ...Object.keys(connectTo),
  ]);
  const certificateFile = join(folder, 'certificate.pem');
  await writeFile(certificateFile, certificate.cert);
  const network = await startNetwork(certificate, (host) => {
    const outside = connectTo[host];
    if (outside !== undefined) return Number(new URL(outside).port);
    const [name = '', subdomain] = host.split('.');
    const isDeployed = subdomain === account.subdomain && account.workers.get(name)?.subdomainEnabled;
    return isDeployed && !silenced.has(name) ? (running.get(name)?.port ?? null) : null;
  });

  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    apiUrl,
    account,
    browserArguments: [
      `--host-resolver-rules=MAP *.workers.dev:443 127.0.0.1:${network.tlsPort}`,
      `--ignore-certificate-errors-spki-list=${certificate.publicKeyHash}`,
    ],
    calls,
    unknownCalls: api.unknownCalls,
    logLines,
    environment: (token = TOKEN) => ({
      CLOUDFLARE_API_BASE_URL: apiUrl,
      CLOUDFLARE_API_TOKEN: token,
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: network.proxyUrl,
      NO_PROXY: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: certificateFile,
    }),
    addToken: (token, rights) => account.tokens.set(token, new Set(rights)),
    fail: (call, status, code, times = 1) => void faults.push({ call, status, code, times }),
    redirect: (call, location) => void faults.push({ call, status: 307, code: 0, location, times: 1 }),
    hold: (call) => {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.push({ call, reached: reached.resolve, released: released.promise });
      return { reached: reached.promise, release: released.resolve };
    },
    deployOld: async (name, { script, migrationTag, bindings }) => {
      const id = randomUUID();
      const createdAt = new Date().toISOString();
      const worker: Worker = {
        name,
        tag: 'old',
        lastDeployedFrom: 'wrangler',
        versions: [
          {
            id,
            createdAt,
            mainModule: 'old.js',
            modules: [{ name: 'old.js', contentType: 'application/javascript+module', text: script }],
            compatibilityDate: '2026-10-01',
            bindings,
            annotations: {},
          },
        ],
        deployments: [{ id: randomUUID(), createdAt, versionId: id }],
        migrationTag,
        subdomainEnabled: true,
      };
      account.workers.set(name, worker);
      await runDeployed(worker, name);
    },
    silence: (name, isSilent) => void (isSilent ? silenced.add(name) : silenced.delete(name)),
    plainUrl: (name) => `http://127.0.0.1:${running.get(name)?.port}`,
    stateDir: (name) => join(folder, name),
    stop: async () => {
      await network.stop();
      for (const worker of running.values()) await worker.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
