import type { DataOperationName, dataCatalogue } from '../data-api/catalogue.ts';
import { catalogue, type OperationName } from '../operations/catalogue.ts';

type PaidIn<Rows, N extends keyof Rows> = N extends N
  ? Rows[N] extends { cost: 'credits' }
    ? N
    : never
  : never;

/** Operations of the builder service that use credits. */
export type PaidServiceName = PaidIn<typeof catalogue, OperationName>;

/**
 * Operations that may use credits. What each needs (price, settling of a lost response, row of work, words)
 * is a record over these names: one without it does not compile. `null` is a decision, with its reason.
 */
export type PaidOperationName = PaidServiceName | `data.${PaidIn<typeof dataCatalogue, DataOperationName>}`;

export const isPaid = (name: OperationName): name is PaidServiceName => catalogue[name].cost === 'credits';
