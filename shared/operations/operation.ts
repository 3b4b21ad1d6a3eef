import type * as z from 'zod/mini';
import type { Role } from '../edge-api/role.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `credits`: made at most once, through the ledger. `unstated`: the service doesn't say; never repeated. */
export type CostClass = 'free' | 'credits' | 'unstated';

/**
 * Who may call it. `gateway`: a paired browser, at `/service` and its own path. `launches`, `caps`: a paired
 * browser, at `/launches` or `/caps` only, where a cap is compared before it is set. `edge`: only the edge
 * itself, because the response is a secret.
 */
export type Reach = 'gateway' | 'launches' | 'caps' | 'edge';

/** One call of the service. */
export interface Operation {
  method: HttpMethod;
  /** `builder`: under `{base_url}/api/v1/vcaas`; `root`: under `{base_url}/api/v1`. */
  base: 'builder' | 'root';
  /** Path below the base, parameters as `:name`. */
  path: string;
  /** What it does, as a sentence without its end, in English. */
  does: string;
  cost: CostClass;
  reach: Reach;
  role: Role;
  /** Fields of `data` removed before anyone but the edge sees them; `*` = of every element of a list. */
  redacted: readonly string[];
  /** Whether something is lost by it: it is asked about, by name. */
  deletes: boolean;
  /** Whether it changes rows of a database: only in write mode. SQL does unless it surely only reads. */
  changesRows: boolean;
  /** Whether its response holds an app's rows, from which `withoutWithheld` takes what nobody may see. */
  holdsRows: boolean;
  query: z.ZodMiniType | null;
  body: z.ZodMiniType | null;
  /** Whether the service takes a multipart form with a `file`; browsers send `name` and `content` as JSON. */
  isUpload: boolean;
  data: z.ZodMiniType;
  /** Whether the route exists for one engine only. */
  engine: 'v2' | 'legacy' | null;
}

type Options = Omit<Operation, 'method' | 'path' | 'data'>;

/** @param options other than usual: free, for viewers, without query and body */
export function operation<
  const M extends HttpMethod,
  const P extends string,
  D extends z.ZodMiniType,
  const O extends Partial<Options> & Pick<Options, 'does'>,
>(method: M, path: P, data: D, options: O) {
  return {
    base: 'builder',
    cost: 'free',
    reach: 'gateway',
    role: 'viewer',
    redacted: [],
    deletes: method === 'DELETE',
    changesRows: false,
    holdsRows: false,
    query: null,
    body: null,
    isUpload: false,
    engine: null,
    ...options,
    method,
    path,
    data,
  } as Omit<Options, keyof O> & O & { method: M; path: P; data: D };
}

export const paidByBuilders = { cost: 'credits', role: 'builder' } as const;
