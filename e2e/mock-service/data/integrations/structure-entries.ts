import type { DataBackend } from '../backend/backend.ts';
import { tableOf } from '../backend/require-table.ts';
import type { Property, TableStructure } from '../structure/table-structure.ts';

export const USAGES = ['filter', 'create', 'edit', 'files', 'read'] as const;
export type Usage = (typeof USAGES)[number];

/** Data reference, Table structure entry: `value` is the id that a filter takes as `field`. */
interface StructureEntry {
  name: string;
  label: string;
  type: string;
  required: boolean;
  value: string;
  spec: { name: string; label: string; type: string }[];
}

const TYPES: Readonly<Record<Property['propertyType'], string>> = {
  string: 'text',
  'long-string': 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  options: 'select',
  file: 'file',
  objectReference: 'text',
};

const SYSTEM_ENTRIES = [
  ['_id', 'Id', 'text'],
  ['createdAt', 'Created', 'date'],
  ['updatedAt', 'Updated', 'date'],
] as const;

/** The fields of a table that matter for a use: those to write, to filter by, files, or all that is read. */
export function structureEntries(
  backend: DataBackend,
  { properties }: TableStructure,
  usage: Usage,
): StructureEntry[] {
  const own = [...properties.values()]
    .filter((property) => isFor(property, usage))
    .map((property) => entryOf(backend, property, usage));
  return usage === 'read' || usage === 'filter' ? [...SYSTEM_ENTRIES.map(systemEntry), ...own] : own;
}

function isFor({ propertyType, objectReference }: Property, usage: Usage): boolean {
  const isStored = objectReference === undefined || objectReference.objectReferenceRelation === 'manyToOne';
  switch (usage) {
    case 'files':
      return propertyType === 'file';
    case 'filter':
    case 'create':
    case 'edit':
      return isStored;
    case 'read':
      return true;
  }
}

function entryOf(backend: DataBackend, property: Property, usage: Usage): StructureEntry {
  const { id, name, label, propertyType, required, objectReference } = property;
  const target = objectReference && tableOf(backend, objectReference.objectReferenceTypeId);
  const options = property.typeExtras?.options ?? [];
  return {
    name,
    label,
    type: TYPES[propertyType],
    required: usage === 'create' && required === true,
    value: id,
    spec: [
      ...options.map(({ value }) => ({ name: value, label: value, type: 'option' })),
      ...[...(target?.structure.properties.values() ?? [])].map((inner) => ({
        name: inner.name,
        label: inner.label,
        type: TYPES[inner.propertyType],
      })),
    ],
  };
}

function systemEntry([name, label, type]: (typeof SYSTEM_ENTRIES)[number]): StructureEntry {
  return { name, label, type, required: false, value: name, spec: [] };
}
