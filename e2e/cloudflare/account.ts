import { randomUUID } from 'node:crypto';

/** A binding of an upload (`type`, `name` and type-specific fields). */
export interface Binding {
  readonly type: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface Module {
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
}

/** One uploaded version of a Worker: code, bindings and settings. */
export interface Version {
  readonly id: string;
  readonly createdAt: string;
  readonly mainModule: string;
  readonly modules: readonly Module[];
  readonly compatibilityDate: string;
  readonly bindings: readonly Binding[];
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Worker {
  readonly name: string;
  readonly tag: string;
  lastDeployedFrom: string;
  versions: Version[];
  /** Newest first. */
  deployments: { id: string; createdAt: string; versionId: string }[];
  migrationTag: string | null;
  subdomainEnabled: boolean;
}

/** Permissions of a token. */
export type Right = 'account' | 'workers' | 'kv';

/** State of one Cloudflare account. */
export class Account {
  id = randomUUID().replaceAll('-', '');
  name = 'Ada’s account';
  readonly tokens = new Map<string, ReadonlySet<Right>>();
  subdomain: string | null = 'ada';
  /** Names under workers.dev that others own. */
  readonly takenSubdomains = new Set<string>();
  readonly workers = new Map<string, Worker>();
  readonly namespaces = new Map<string, string>();
  namespacesMax = 1_000;

  deployed(name: string): Version | null {
    const worker = this.workers.get(name);
    const [latest] = worker?.deployments ?? [];
    return worker?.versions.find(({ id }) => id === latest?.versionId) ?? null;
  }
}
