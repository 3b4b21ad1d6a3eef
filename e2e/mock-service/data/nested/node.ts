import { isRecord } from '../../http/values.ts';
import { type OpenTable, requireTable, tableOf } from '../backend/require-table.ts';
import type { DataCall } from '../http/operation.ts';
import { refuseField } from '../http/problem.ts';
import { pairsOf, type Reference, referencesOf } from '../records/references.ts';
import { findProperty } from '../structure/table-structure.ts';

/** A table of a nested query with the tables below it (gaps page, nested data). */
export interface NestedNode {
  /** Under what name its records stand in those of the table above. */
  name: string;
  table: OpenTable;
  /** How its records hang on those above; undefined at the top. */
  edge: Edge | undefined;
  tableFilter: unknown;
  children: NestedNode[];
}

/** A reference between a table and the one below it; `forward` when the upper one has it. */
interface Edge {
  reference: Reference;
  forward: boolean;
}

const DEEPEST = 20;
const OWN_KEYS = ['tableFilter', 'propertyName'];

/** Reads `{ <table>: { tableFilter, propertyName?, <table>: … } }`; 400 names what can't be followed. */
export function readNested(call: DataCall, field: string, sent: unknown): NestedNode {
  if (!isRecord(sent)) return refuseField(field, `${field} must be a map with one table at its top.`);
  const [top, ...others] = Object.entries(sent);
  if (top === undefined || others.length > 0)
    return refuseField(field, `${field} must name one table at its top.`);
  return readNode(call, `${field}.${top[0]}`, top[0], top[1], undefined, 0);
}

function readNode(
  call: DataCall,
  path: string,
  name: string,
  sent: unknown,
  above: OpenTable | undefined,
  depth: number,
): NestedNode {
  if (depth > DEEPEST) return refuseField(path, `${path} is nested too deeply.`);
  const body = sent === null || sent === undefined ? {} : sent;
  if (!isRecord(body)) return refuseField(path, `${path} must be { tableFilter, propertyName, … }.`);
  const { propertyName } = body;
  if (propertyName !== undefined && typeof propertyName !== 'string') {
    return refuseField(`${path}.propertyName`, 'propertyName must name a reference.');
  }
  const table = requireNested(call, path, name, above);
  const edge = above && edgeBetween(call, path, above, table, propertyName ?? ownName(call, name));
  const children = Object.entries(body)
    .filter(([key]) => !OWN_KEYS.includes(key))
    .map(([key, below]) => readNode(call, `${path}.${key}`, key, below, table, depth + 1));
  return { name, table, edge, tableFilter: body.tableFilter, children };
}

/** A key names a table, or a property of the table above that references one. */
function requireNested(call: DataCall, path: string, name: string, above: OpenTable | undefined): OpenTable {
  const property = above && findProperty(above.structure, name);
  const referenced = property?.objectReference?.objectReferenceTypeId;
  if (tableOf(call.backend, name) === undefined && referenced !== undefined) {
    return requireTable(call, referenced, 'read');
  }
  if (above !== undefined && tableOf(call.backend, name) === undefined) {
    return refuseField(path, `${name} is neither a table nor a reference of ${above.structure.type}.`);
  }
  return requireTable(call, name, 'read');
}

/** The property that a key names itself, when it is not the name of a table. */
function ownName(call: DataCall, name: string): string | undefined {
  return tableOf(call.backend, name) === undefined ? name : undefined;
}

function edgeBetween(
  call: DataCall,
  path: string,
  above: OpenTable,
  below: OpenTable,
  propertyName: string | undefined,
): Edge {
  const edges: Edge[] = [
    ...referencesOf(call.backend, above, below).map((reference) => ({ reference, forward: true })),
    ...referencesOf(call.backend, below, above).map((reference) => ({ reference, forward: false })),
  ];
  const named = edges.filter(
    ({ reference: { property } }) =>
      propertyName === undefined || property.name === propertyName || property.id === propertyName,
  );
  const [upper, lower] = [above.structure.type, below.structure.type];
  const [first] = named;
  if (first === undefined) {
    return refuseField(
      path,
      `No reference${propertyName ? ` ${propertyName}` : ''} joins ${upper} and ${lower}.`,
    );
  }
  const own = named.filter(({ forward }) => forward === first.forward);
  if (propertyName === undefined && own.length > 1) {
    const names = own.map(({ reference }) => reference.property.name).join(', ');
    return refuseField(
      `${path}.propertyName`,
      `Several references join ${upper} and ${lower}: name one of ${names}.`,
    );
  }
  return first;
}

/** Pairs of an upper record's id and a lower one's. */
export function* joined(call: DataCall, { reference, forward }: Edge): Generator<[string, string]> {
  for (const [from, to] of pairsOf(call.backend, reference)) yield forward ? [from, to] : [to, from];
}
