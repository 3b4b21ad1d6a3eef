import type { DataOperation } from '../http/operation.ts';
import { structureView } from './table-structure.ts';

/** Data reference, GET `/data-structure/`; its shape is on the gaps page. */
export const STRUCTURE_OPERATIONS: DataOperation[] = [
  {
    name: 'getDataStructure',
    method: 'GET',
    path: '/data-structure',
    handle: ({ backend }) => ({ data: [...backend.structures.values()].map(structureView) }),
  },
];
