import { dataAreas, type QualifiedDataName, qualified } from '../data-api/catalogue.ts';
import { type OperationName, serviceAreas } from '../operations/catalogue.ts';
import { type AnyOperation, isOfData } from './address.ts';

/** Both catalogues by area, in the order in which they are listed. */
const BY_AREA = { ...dataAreas, ...serviceAreas };

export type AreaName = keyof typeof BY_AREA;
export const AREAS = Object.keys(BY_AREA) as AreaName[];

/** Name of an operation of either catalogue. */
export type AnyOperationName = OperationName | QualifiedDataName;

export interface ListedOperation {
  name: AnyOperationName;
  area: AreaName;
  operation: AnyOperation;
}

/** Every operation of both catalogues, by area. */
export const LISTED: readonly ListedOperation[] = AREAS.flatMap((area) =>
  Object.entries<AnyOperation>(BY_AREA[area]).map(([name, operation]) => ({
    name: (isOfData(operation)
      ? qualified(name as Parameters<typeof qualified>[0])
      : name) as AnyOperationName,
    area,
    operation,
  })),
);

/** Whether something is lost by a call, which is asked about, by name. */
export const isDeletion = (operation: AnyOperation): boolean =>
  isOfData(operation) ? operation.effect === 'delete' : operation.deletes;
