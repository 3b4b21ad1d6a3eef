import type * as z from 'zod/mini';
import type { QualifiedDataName } from '../../shared/data-api/catalogue.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import type { KnownDevice } from '../devices/devices.ts';
import type { EdgeContext } from '../http/context.ts';
import type { Result } from '../http/result.ts';
import type { Capabilities } from './capabilities.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** An operation that the operator may have left out. */
export type Needed = OperationName | QualifiedDataName;

/** One address of the edge that needs no more than a role. `never`: whatever its own row says. */
export interface Route {
  address: string;
  role: Role;
  /** Whether it acts at the service: refused while it is not known whose account the key opens. */
  isAtService: boolean;
  takes: Takes<z.ZodMiniType | undefined, z.ZodMiniType | undefined, string>;
  act: (has: Capabilities, who: KnownDevice, given: never) => Result<unknown> | Promise<Result<unknown>>;
  answer: ((c: EdgeContext, value: never) => Response | Promise<Response>) | undefined;
}

/** What a request gives to its route: the parameters of its path, and what the route takes. */
export type AnyGiven = Readonly<Record<string, unknown>>;

/** What a route takes besides its path. */
interface Takes<Body, Query, Name> {
  /** Schema of the body, which is read only for a caller with the role. */
  body?: Body;
  /** Absent: 16 kB. */
  maxBytes?: number;
  query?: Query;
  /** A header that is handed over. */
  header?: string;
  /** The parameter that is an id which a browser has made. */
  ownId?: Name;
  /** What it calls of itself; null: nothing that could be left out. */
  needs?: Needed | ((body: Output<Body>) => Needed | null);
}

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
/** The parameters in a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Given<Path extends string, Body, Query> = Record<NamesIn<Path>, string> & {
  body: Output<Body>;
  query: Output<Query>;
  header: string | null;
};

/**
 * A row of the table of routes.
 * @param act what the object does for a caller with the role
 * @param answer the Worker's response where that succeeds; absent: its value in the envelope
 */
const define =
  (isAtService: boolean) =>
  <
    const Path extends string,
    V,
    Body extends z.ZodMiniType | undefined = undefined,
    Query extends z.ZodMiniType | undefined = undefined,
  >(
    address: `${Method} ${Path}`,
    role: Role,
    takes: Takes<Body, Query, NamesIn<Path>>,
    act: (
      has: Capabilities,
      who: KnownDevice,
      given: Given<Path, Body, Query>,
    ) => Result<V> | Promise<Result<V>>,
    answer?: (c: EdgeContext, value: V) => Response | Promise<Response>,
  ): Route => ({ address, role, isAtService, takes: takes as Route['takes'], act, answer });

export const here = define(false);
export const atService = define(true);
