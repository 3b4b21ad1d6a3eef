import { isOfData } from '../../../../shared/catalogues/address.ts';
import { AREAS, type AreaName, LISTED, type ListedOperation } from '../../../../shared/catalogues/listed.ts';
import type { Role } from '../../../../shared/edge-api/role.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import type { Engine } from '../../../../shared/snapshot/prices.ts';
import { isFound } from '../../../i18n/searchable.ts';
import { viewAddress } from '../../parts/routes.ts';

/** Who looks, and at what: what these can never do is absent. */
export interface Looking {
  role: Role;
  /** Of the project that is chosen; null: none is, or it is not known. */
  engine: Engine | null;
  /** Whether the edge knows a data backend. */
  hasBackend: boolean;
}

/** Operations that a browser of this role can run, or is led to the form of. */
export const shownOperations = ({ role, engine, hasBackend }: Looking): ListedOperation[] =>
  LISTED.filter(({ operation }) => {
    if (!mayActAs(role, operation.role)) return false;
    if (isOfData(operation)) return hasBackend;
    if (operation.reach === 'edge') return false;
    return operation.engine === null || engine === null || operation.engine === engine;
  });

/** Those whose name, sentence or path contains every typed word, by area. */
export function byArea(
  shown: readonly ListedOperation[],
  search: string,
): [area: AreaName, operations: ListedOperation[]][] {
  const found = shown.filter(({ name, operation: { does, path, method } }) =>
    isFound(`${does} ${name} ${method} ${path}`, search),
  );
  return AREAS.flatMap((area): [AreaName, ListedOperation[]][] => {
    const within = found.filter((one) => one.area === area);
    return within.length === 0 ? [] : [[area, within]];
  });
}

/** What the form of an operation is led to by. */
export const FORM = 'operation';

export const operationAddress = (name: string, projectId: string): string =>
  viewAddress('operations', name, ...(projectId === '' ? [] : [projectId]));
