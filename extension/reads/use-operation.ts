import type { Signal } from '@preact/signals';
import type * as z from 'zod/mini';
import { type AnyOperation, filledEdgePath } from '../../shared/catalogues/address.ts';
import type { DataOperation } from '../../shared/data-api/operation.ts';
import type { Result } from '../edge-client/api-error.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { mayAct } from '../ui/stored-state.ts';
import { type ChangeState, useChange } from './change.ts';
import type { Passed, PathParameters } from './paths.ts';
import { type Resource, type ResourceRequest, useResource } from './resource.ts';

/** What an operation of either catalogue takes besides its body; one of an app's data names its project. */
type Given<O extends AnyOperation> = PathParameters<O['path']> &
  (O extends DataOperation ? { projectId: string } : unknown) &
  (O['query'] extends z.ZodMiniType ? { query?: z.input<O['query']> } : unknown);
type Data<O extends AnyOperation> = z.output<O['data']>;

/** Where the edge takes an operation with these parameters. Without one of them, its use does not compile. */
function pathOf<O extends AnyOperation>(operation: O, given: Given<O>): string {
  const { query = {}, ...parameters } = given as { query?: Record<string, string> } & Record<string, string>;
  return filledEdgePath(operation, parameters, query);
}

/**
 * Reads an operation by GET while the component is mounted, as {@link useResource} does; null reads nothing.
 * A view imports the rows that it needs, not the catalogue.
 */
export const useOperation = <O extends AnyOperation & { method: 'GET' }>(
  operation: O & Passed<O>,
  given: Given<O> | null,
  options: Pick<ResourceRequest<Data<O>>, 'keep'> = {},
): Resource<Data<O>> =>
  useResource<Data<O>>(
    given && {
      path: pathOf<O>(operation, given),
      schema: operation.data as z.ZodMiniType<Data<O>>,
      ...options,
    },
  );

/** A free operation that changes something. */
export type Act = {
  /** Whether this browser's role permits it. */
  may: boolean;
  /** How it went. */
  state: Signal<ChangeState>;
  /** Makes it, once at a time. What stands at its path, and beside it, is read again. */
  send: (body?: unknown) => Promise<Result<unknown>>;
};

/** See {@link Act}. */
export function useAct<O extends AnyOperation & { method: MessageRequest<'changeEdge'>['method'] }>(
  operation: O & Passed<O>,
  given: Given<O>,
): Act {
  const change = useChange();
  const path = pathOf<O>(operation, given);
  return {
    may: mayAct(operation.role),
    state: change.state,
    send: (body) =>
      change.send({ method: operation.method, path, body }, [path.slice(0, path.lastIndexOf('/'))]),
  };
}
