import { type Binding, CLOUDFLARE_ID, type CloudflareApi, type Deployment } from './cloudflare-api.ts';
import { SECRET_NAMES, type SecretName } from './made-secrets.ts';
import { again } from './origin.ts';
import type { SignedIn } from './sign-in.ts';
import { Stop } from './stop.ts';

export interface DeployedEdge {
  readonly kind: 'edge';
  readonly variables: Readonly<Record<string, string>>;
  /** Secrets that are set; their values can't be read. */
  readonly secrets: ReadonlySet<SecretName>;
  readonly namespaceId: string | null;
  readonly deployment: Deployment | null;
}

/** What exists under the Worker's name. */
export type Found =
  /** No Worker. A KV namespace may remain from an interrupted run. */
  | { readonly kind: 'nothing'; readonly namespaceId: string | null }
  /** A Worker that is not an edge: left alone. */
  | { readonly kind: 'foreign' }
  | DeployedEdge;

/** Title of the KV namespace of the events, as wrangler names it. */
export const namespaceTitle = (name: string) => `${name}-events`;

export async function find({ api, accountId }: SignedIn, name: string): Promise<Found> {
  if (!(await api.workerExists(accountId, name)))
    return { kind: 'nothing', namespaceId: await leftNamespace(api, accountId, name) };
  const bindings = (await api.bindings(accountId, name)) ?? [];
  if (!isEdge(bindings)) return { kind: 'foreign' };
  return { ...readBindings(bindings), deployment: await api.latestDeployment(accountId, name) };
}

async function leftNamespace(api: CloudflareApi, accountId: string, name: string): Promise<string | null> {
  const { rows, isCut } = await api.namespaces(accountId);
  const left = rows.find(({ title }) => title === namespaceTitle(name));
  if (left === undefined && isCut)
    throw new Stop(
      `Only the first ${rows.length} KV namespaces of this account were read, and “${namespaceTitle(name)}” is not among them; whether it exists is not known. Nothing was changed.`,
    );
  return left?.id ?? null;
}

/** Recognizes an edge by its bindings, which no other Worker has under these names. */
export function isEdge(bindings: readonly Binding[]): boolean {
  const has = (type: string, name: string) => bindings.some((one) => one.type === type && one.name === name);
  return has('durable_object_namespace', 'ACCOUNT') && has('kv_namespace', 'EVENTS');
}

export function readBindings(bindings: readonly Binding[]): Omit<DeployedEdge, 'deployment'> {
  const variables: Record<string, string> = {};
  const secrets = new Set<SecretName>();
  let namespaceId: string | null = null;
  for (const binding of bindings) {
    const secret = SECRET_NAMES.find((name) => name === binding.name);
    if (binding.type === 'plain_text' && typeof binding.text === 'string')
      variables[binding.name] = binding.text;
    if (binding.type === 'secret_text' && secret) secrets.add(secret);
    const id = binding.namespace_id;
    if (binding.name === 'EVENTS' && typeof id === 'string') namespaceId = checkedId(id);
  }
  return { kind: 'edge', variables, secrets, namespaceId };
}

function checkedId(id: string): string {
  if (CLOUDFLARE_ID.test(id)) return id;
  throw new Stop(`“${id}”, which Cloudflare names as the KV namespace of the events, is no id of one.`);
}

/** The edge with that name. @throws Stop when there is none, or another Worker */
export async function requireEdge(signedIn: SignedIn, name: string): Promise<DeployedEdge> {
  const found = await find(signedIn, name);
  if (found.kind === 'edge') return found;
  throw new Stop(
    found.kind === 'foreign'
      ? foreignWorker(name)
      : `There is no edge “${name}” in this account: \`${again()}\` makes one (--name names another).`,
  );
}

export const foreignWorker = (name: string) =>
  `A Worker “${name}” is in this account that is no edge of Pilot Light. It was left alone: choose another name with --name.`;

/** The edge's address: its own domain when it has one, else workers.dev. */
export async function edgeAddress({ api, accountId }: SignedIn, name: string): Promise<string> {
  const subdomain = await api.subdomain(accountId);
  if (subdomain === null)
    throw new Stop(`Your account has no workers.dev subdomain yet: run \`${again('--subdomain <name>')}\`.`);
  return workersAddress(name, subdomain);
}

export const workersAddress = (name: string, subdomain: string) => `https://${name}.${subdomain}.workers.dev`;
