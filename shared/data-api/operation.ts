import type * as z from 'zod/mini';
import type { Feature } from '../builder-api/limits.ts';
import type { CostClass, HttpMethod } from '../operations/operation.ts';

/**
 * What a call does to an app's data. `file`: it creates a file and changes no record. Changing or deleting
 * records needs the project's write mode.
 */
export type DataEffect = 'read' | 'file' | 'change' | 'delete';

/** One call of the data backend of a project's app. */
export interface DataOperation {
  method: HttpMethod;
  /** Path below `{data_api_url}/api/v1`, parameters as `:name`. */
  path: string;
  /** What it does, as a sentence without its end, in English. */
  does: string;
  /**
   * `credits`: made at most once per key, through the ledger. The references do not say which calls cost;
   * every call that may is treated as if it did.
   */
  cost: CostClass;
  /** Records are other people's data: viewers may not read them. */
  role: 'builder' | 'owner';
  effect: DataEffect;
  /** `file`: the body is the file itself; the edge builds the multipart form. */
  takes: 'json' | 'file';
  /** Feature of the project whose units a call uses, as `getFeatureLimits` names it; null = none. */
  feature: Feature | null;
  /** Whether neither reference documents the path: a 404 then means "not available here". */
  assumed: boolean;
  query: z.ZodMiniType | null;
  body: z.ZodMiniType | null;
  data: z.ZodMiniType;
}

type Options = Omit<DataOperation, 'method' | 'path' | 'data'>;

/** @param options other than usual: free reads for builders, without query and body */
export function dataOperation<
  const M extends HttpMethod,
  const P extends string,
  D extends z.ZodMiniType,
  const O extends Partial<Options> & Pick<Options, 'does'>,
>(method: M, path: P, data: D, options: O) {
  return {
    cost: 'free',
    role: 'builder',
    effect: 'read',
    takes: 'json',
    feature: null,
    assumed: false,
    query: null,
    body: null,
    ...options,
    method,
    path,
    data,
  } as Omit<Options, keyof O> & O & { method: M; path: P; data: D };
}
