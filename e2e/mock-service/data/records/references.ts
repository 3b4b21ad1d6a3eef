import type { DataBackend, DataRecord, Link } from '../backend/backend.ts';
import { type OpenTable, tableOf } from '../backend/require-table.ts';
import { notFound, refuseField } from '../http/problem.ts';
import { findProperty, type Property, type Relation } from '../structure/table-structure.ts';

/** A reference from one table's records to another's, seen from the first. */
export interface Reference {
  from: OpenTable;
  property: Property;
  relation: Relation;
  to: OpenTable;
}

/** The reference that a property of a table holds. 400 names it when it is none. */
export function requireReference(backend: DataBackend, from: OpenTable, nameOrId: string): Reference {
  const property = findProperty(from.structure, nameOrId);
  if (property === undefined) refuseField(nameOrId, `${from.structure.type} has no property ${nameOrId}.`);
  const reference = referenceOf(backend, from, property);
  return reference ?? refuseField(nameOrId, `${property.name} of ${from.structure.type} is no reference.`);
}

export function referenceOf(
  backend: DataBackend,
  from: OpenTable,
  property: Property,
): Reference | undefined {
  const { objectReference } = property;
  const to = objectReference && tableOf(backend, objectReference.objectReferenceTypeId);
  if (to === undefined) return undefined;
  return { from, property, relation: objectReference?.objectReferenceRelation ?? 'manyToOne', to };
}

/** All references of a table, optionally those to one other table only. */
export function referencesOf(backend: DataBackend, from: OpenTable, to?: OpenTable): Reference[] {
  return [...from.structure.properties.values()].flatMap((property) => {
    const reference = referenceOf(backend, from, property);
    const fits = to === undefined || reference?.to.structure === to.structure;
    return reference !== undefined && fits ? [reference] : [];
  });
}

/** The records that `record` references, in the order of their table, or of being linked. */
export function referencedRecords(
  backend: DataBackend,
  reference: Reference,
  record: DataRecord,
): DataRecord[] {
  const { property, relation, to } = reference;
  switch (relation) {
    case 'manyToOne': {
      const found = to.records.get(String(record[property.name]));
      return found === undefined ? [] : [found];
    }
    case 'oneToMany': {
      const back = backReference(backend, reference, 'manyToOne');
      if (back === undefined) return [];
      return [...to.records.values()].filter((other) => other[back.property.name] === record._id);
    }
    case 'manyToMany': {
      const ids = linkedIds(backend, reference, record._id);
      return ids.flatMap((id) => to.records.get(id) ?? []);
    }
  }
}

/** Pairs of ids that a reference joins: first the record that has it, then the one that it leads to. */
export function* pairsOf(backend: DataBackend, reference: Reference): Generator<[string, string]> {
  const { from, property, relation, to } = reference;
  switch (relation) {
    case 'manyToOne':
      for (const { _id, [property.name]: id } of from.records.values()) {
        if (typeof id === 'string') yield [_id, id];
      }
      return;
    case 'oneToMany': {
      const back = backReference(backend, reference, 'manyToOne');
      if (back === undefined) return;
      for (const { _id, [back.property.name]: id } of to.records.values()) {
        if (typeof id === 'string') yield [id, _id];
      }
      return;
    }
    case 'manyToMany': {
      const { home, mirrored } = homeOf(backend, reference);
      for (const link of linksOf(backend, home)) yield mirrored ? [link.to, link.from] : [link.from, link.to];
    }
  }
}

/** The first reference of the other table that leads back with this relation. */
function backReference(
  backend: DataBackend,
  { from, to }: Reference,
  relation: Relation,
): Reference | undefined {
  return referencesOf(backend, to, from).find((back) => back.relation === relation);
}

/** Links are kept once: a property of the other table that leads back shows the same ones. */
function homeOf(backend: DataBackend, reference: Reference): { home: Reference; mirrored: boolean } {
  const back = backReference(backend, reference, 'manyToMany');
  const mirrored =
    back !== undefined &&
    back.property !== reference.property &&
    back.property.id < reference.property.id &&
    backReference(backend, back, 'manyToMany')?.property === reference.property;
  return mirrored && back !== undefined ? { home: back, mirrored } : { home: reference, mirrored: false };
}

function linkOf(backend: DataBackend, reference: Reference, id: string, referenceId: string): Link {
  const { home, mirrored } = homeOf(backend, reference);
  const [from, to] = mirrored ? [referenceId, id] : [id, referenceId];
  return { typeId: home.from.structure._id, propertyName: home.property.name, from, to };
}

function isSame(a: Link, b: Link): boolean {
  return a.typeId === b.typeId && a.propertyName === b.propertyName && a.from === b.from && a.to === b.to;
}

function linksOf(backend: DataBackend, { from, property }: Reference): Link[] {
  return backend.links.filter(
    ({ typeId, propertyName }) => typeId === from.structure._id && propertyName === property.name,
  );
}

function linkedIds(backend: DataBackend, reference: Reference, id: string): string[] {
  return [...pairsOf(backend, reference)].flatMap(([from, to]) => (from === id ? [to] : []));
}

/** Links two records (data reference, States); linking them again changes nothing. */
export function addLink(backend: DataBackend, reference: Reference, id: string, referenceId: string): void {
  const link = linkOf(backend, reference, id, referenceId);
  if (!backend.links.some((other) => isSame(other, link))) backend.links.push(link);
}

/** Removes the link, never a record. 404 when there is none. */
export function dropLink(backend: DataBackend, reference: Reference, id: string, referenceId: string): void {
  const link = linkOf(backend, reference, id, referenceId);
  const index = backend.links.findIndex((other) => isSame(other, link));
  if (index < 0) notFound(`${id} and ${referenceId} are not linked by ${reference.property.name}.`);
  backend.links.splice(index, 1);
}
