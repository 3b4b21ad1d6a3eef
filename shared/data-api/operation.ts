import type * as z from 'zod/mini';
import type { Feature } from '../builder-api/limits.ts';
import type { CostClass, HttpMethod } from '../operations/operation.ts';

/**
 * What a call does to an app's data. `file`: it makes a file and changes no record. What changes or deletes records needs the
 * write mode of the project.
 */
export type DataEffect = 'read' | 'file' | 'change' | 'delete';

/** One call of the data backend of a project's app, described once. */
export interface DataOperation {
  method: HttpMethod;
  /** Path below `{data_api_url}/api/v1`, parameters as `:name`. */
  path: string;
  /** `credits`: made at most once per key, through the ledger. Nobody says which calls cost: what may is taken to. */
  cost: CostClass;
  /** Records are other people's data: a viewer has no part in any. */
  role: 'builder' | 'owner';
  effect: DataEffect;
  /** `file`: the body is the file itself; the edge makes the multipart form of it. */
  takes: 'json' | 'file';
  /** Feature of the project whose units a call uses, as `getFeatureLimits` tells them; null = none. */
  feature: Feature | null;
  /** Whether neither reference shows the path: an answer of 404 is then "not available here". */
  assumed: boolean;
  query: z.ZodMiniType | null;
  body: z.ZodMiniType | null;
  data: z.ZodMiniType;
}

type Described = Pick<DataOperation, 'method' | 'path' | 'data'>;

/** Fills in what most operations have in common: free reads for builders, without query and body. */
export function dataOperation<const O extends Described & Partial<DataOperation>>(described: O) {
  return {
    cost: 'free',
    role: 'builder',
    effect: 'read',
    takes: 'json',
    feature: null,
    assumed: false,
    query: null,
    body: null,
    ...described,
  } as Omit<DataOperation, keyof O> & O;
}
