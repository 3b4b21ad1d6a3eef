import type { Role } from '../../shared/edge-api/role.ts';
import { parseKeepingDigits } from '../../shared/exact-numbers.ts';
import { catalogue, type OperationName } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { withoutWithheld } from '../../shared/withheld.ts';
import type { ServiceResponse, ServiceSuccess } from '../builder-api/response.ts';
import { failedCall, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { ReadSectionName } from '../sections/reader.ts';
import type { Sections } from '../sections/sections.ts';
import { EngineRouting } from './engine-routing.ts';

/** A request that passed the whitelist: an operation and checked values only. */
export interface GatewayCall {
  operation: OperationName;
  role: Role;
  parameters: Record<string, string>;
  query: Record<string, string>;
  /** The checked body as JSON; null = none. */
  body: string | null;
}

/** The service's response: the text of its envelope. */
export interface GatewayResponse {
  status: number;
  text: string;
  /** Allow-listed headers, in lower case. */
  headers: Record<string, string>;
}

/** Forwards whitelisted operations to the service and returns its responses, redacted. */
export class Gateway {
  readonly #context: AccountContext;
  readonly #sections: Sections;
  readonly #engines: EngineRouting;

  /** @param onPointed called with the address when a project's own webhook was changed directly */
  constructor(context: AccountContext, sections: Sections) {
    this.#context = context;
    this.#sections = sections;
    this.#engines = new EngineRouting(context);
  }

  /** @param role of the caller: below owner, addresses of webhooks are reduced to their host */
  async call(
    { operation: requested, parameters, query, body }: GatewayCall,
    role: Role,
  ): Promise<Result<GatewayResponse>> {
    const { projectId } = parameters;
    const routed = await this.#engines.route(requested, projectId);
    const question = { parameters, query, ...(body === null ? {} : { body }) };
    const first = await this.#context.client.call(routed, question);
    const instead = this.#engines.correct(routed, projectId, first);
    const response = instead === null ? first : await this.#context.client.call(instead, question);
    const operation: Operation = catalogue[instead ?? routed];
    if (operation.method !== 'GET') this.#sections.markStale(madeStaleBy(operation.path), projectId ?? null);
    if (response.ok && requested === 'stopAgent' && projectId !== undefined)
      this.#context.emitter.emit('run-stopped', projectId);
    if (response.ok && requested === 'deleteProject' && projectId !== undefined)
      this.#context.emitter.emit('project-deleted', projectId);
    if (response.ok && requested === 'setProjectWebhook' && body !== null)
      this.#context.emitter.emit('project-hook-set', projectId ?? '', JSON.parse(body).url);
    if (response.ok && HEARD.has(requested)) this.#hear(requested, { parameters, query }, response);
    const isHostOnly = HOST_ONLY.has(requested) && role !== 'owner';
    return forward(operation, response, isHostOnly);
  }

  #hear(
    name: OperationName,
    asked: Pick<GatewayCall, 'parameters' | 'query'>,
    { data, askedAt }: ServiceSuccess,
  ): void {
    const parsed = catalogue[name].data.safeParse(data);
    if (parsed.success) this.#context.client.heard(name, asked, parsed.data, askedAt);
  }
}

/** Operations whose answers say what others go by, whoever asked. */
const HEARD: ReadonlySet<OperationName> = new Set([
  'getFeatureLimits',
  'setFeatureLimits',
  'getConversation',
  'getCreditLimits',
  'getSpending',
]);

/** Sections that a change through the gateway makes stale. */
function madeStaleBy(path: string): readonly ReadSectionName[] {
  if (path.includes('limits')) return ['atLimit'];
  if (path === '/account/v2-opt-in') return ['prices'];
  if (path.startsWith('/webhooks')) return ['deliveries'];
  return [];
}

/** The service's response in the form for a browser: redacted, or the error for its failure. */
export function forward(
  { redacted, holdsRows }: Pick<Operation, 'redacted' | 'holdsRows'>,
  result: ServiceResponse,
  isHostOnly: boolean,
): Result<GatewayResponse> {
  if (!result.ok) return failedCall(result.failure);
  const seen = redact(holdsRows ? dataWithDigits(result.text) : result.data, redacted);
  const data = holdsRows ? withoutWithheld(seen) : seen;
  const text =
    redacted.length === 0 && !holdsRows && !isHostOnly
      ? result.text
      : JSON.stringify({ errors: null, data: isHostOnly ? withHostsOnly(data) : data });
  return success({ status: result.status, text, headers: result.paging });
}

/** The data of rows, whose numbers are written again with their own digits. */
const dataWithDigits = (text: string): unknown => (parseKeepingDigits(text) as { data: unknown }).data;

/** Operations that return receivers' addresses, whose paths, queries and user parts may be credentials. */
const HOST_ONLY: ReadonlySet<OperationName> = new Set([
  'listWebhooks',
  'getProjectWebhook',
  'registerWebhook',
]);

/** A copy in which every `url` is reduced to its origin; invalid addresses are removed. */
function withHostsOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHostsOnly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      name === 'url' && typeof held === 'string' ? (URL.parse(held)?.origin ?? null) : withHostsOnly(held),
    ]),
  );
}

/**
 * Removes fields from a response before a browser sees it. In a path such as `webhooks.*.secret`, `*` = every
 * element; at its end, every value of the field, of which only the names stay.
 * @returns a copy without them
 */
export function redact(data: unknown, paths: readonly string[]): unknown {
  return paths.reduce((rest, path) => without(rest, path.split('.')), data);
}

function without(value: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === '*' && deeper.length === 0) return namesOf(value);
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  if (name === '*') return Array.isArray(value) ? value.map((element) => without(element, deeper)) : value;
  if (Array.isArray(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: taken, ...rest } = value as Record<string, unknown>;
  return deeper.length === 0 ? rest : { ...rest, [name]: without(taken, deeper) };
}

/** The names of an object's fields, without their values; null for anything else. */
const namesOf = (value: unknown): Record<string, null> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.keys(value).map((name) => [name, null]))
    : null;
