import type { Random } from '../../world/random.ts';

/** Kinds of properties (gaps page, table structures); `boolean` is ours, since values may be booleans. */
export type PropertyType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'long-string'
  | 'options'
  | 'file'
  | 'objectReference';

export type Relation = 'manyToOne' | 'oneToMany' | 'manyToMany';

export interface TypeExtras {
  string?: { type: 'text' | 'link' };
  'long-string'?: { type: 'text' | 'json' };
  date?: { includeHour: boolean };
  file?: { multiple: boolean };
  options?: { value: string; color: string }[];
  optionsConfig?: { multiple: boolean };
}

export interface Property {
  id: string;
  name: string;
  label: string;
  propertyType: PropertyType;
  typeExtras?: TypeExtras;
  required?: boolean;
  /** Not true: each value once in the table. */
  canRepeat: boolean;
  objectReference?: { objectReferenceTypeId: string; objectReferenceRelation: Relation };
}

export interface TableStructure {
  _id: string;
  /** The table name that `typeId` takes. */
  type: string;
  label: string;
  description?: string;
  icon?: string;
  properties: Map<string, Property>;
}

/** A property as a demo or a test writes it down. */
export interface NewProperty {
  name: string;
  label?: string;
  propertyType?: PropertyType;
  required?: boolean;
  unique?: boolean;
  /** `link` of a string, `json` of a long string. */
  format?: 'link' | 'json';
  includeHour?: boolean;
  options?: string[];
  /** Several files, or several of the options. */
  multiple?: boolean;
  /** Table that is referenced, and how; many to one by default. */
  to?: string;
  relation?: Relation;
}

export interface NewTable {
  type: string;
  label?: string;
  description?: string;
  icon?: string;
  properties: NewProperty[];
}

export const SYSTEM_FIELDS = ['_id', 'createdAt', 'updatedAt'] as const;
const COLORS = ['#4f7cac', '#6a994e', '#bc6c25', '#9d4edd', '#ae2012', '#5c677d'];
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * The structures of `tables`, which may reference each other and those that are `known` already.
 * @throws Error when a name is invalid or taken, or a referenced table is missing
 */
export function structuresOf(
  tables: readonly NewTable[],
  known: ReadonlyMap<string, TableStructure>,
  random: Random,
): TableStructure[] {
  const ids = new Map([...known].map(([type, { _id }]) => [type, _id]));
  for (const { type } of tables) {
    if (!NAME.test(type) || ids.has(type)) throw new Error(`A table can't be called ${type}`);
    ids.set(type, random.hex(24));
  }
  return tables.map(({ type, label, description, icon, properties }) => ({
    _id: ids.get(type) ?? '',
    type,
    label: label ?? labelOf(type),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    properties: new Map(
      properties.map((wanted) => {
        if (!NAME.test(wanted.name) || wanted.name in {}) {
          throw new Error(`A property can't be called ${wanted.name}`);
        }
        return [wanted.name, propertyOf(wanted, ids, random)];
      }),
    ),
  }));
}

function propertyOf(wanted: NewProperty, ids: ReadonlyMap<string, string>, random: Random): Property {
  const propertyType = typeOf(wanted);
  const typeExtras = extrasOf(wanted, propertyType);
  const property: Property = {
    id: random.hex(24),
    name: wanted.name,
    label: wanted.label ?? labelOf(wanted.name),
    propertyType,
    ...(typeExtras !== undefined && { typeExtras }),
    ...(wanted.required === true && { required: true }),
    canRepeat: wanted.unique !== true,
  };
  if (wanted.to === undefined) return property;
  const objectReferenceTypeId = ids.get(wanted.to);
  if (objectReferenceTypeId === undefined)
    throw new Error(`${wanted.name} references no table: ${wanted.to}`);
  const objectReferenceRelation = wanted.relation ?? 'manyToOne';
  return { ...property, objectReference: { objectReferenceTypeId, objectReferenceRelation } };
}

function typeOf({ propertyType, to, options }: NewProperty): PropertyType {
  if (to !== undefined) return 'objectReference';
  return propertyType ?? (options === undefined ? 'string' : 'options');
}

function extrasOf(wanted: NewProperty, propertyType: PropertyType): TypeExtras | undefined {
  switch (propertyType) {
    case 'string':
      return { string: { type: wanted.format === 'link' ? 'link' : 'text' } };
    case 'long-string':
      return { 'long-string': { type: wanted.format === 'json' ? 'json' : 'text' } };
    case 'date':
      return { date: { includeHour: wanted.includeHour === true } };
    case 'file':
      return { file: { multiple: wanted.multiple === true } };
    case 'options':
      return {
        options: (wanted.options ?? []).map((value, index) => ({
          value,
          color: COLORS[index % COLORS.length] ?? '#5c677d',
        })),
        optionsConfig: { multiple: wanted.multiple === true },
      };
    case 'number':
    case 'boolean':
    case 'objectReference':
      return undefined;
  }
}

/** `orderLine` -> `Order line`. */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** As returned by GET `/data-structure/`. */
export function structureView(structure: TableStructure) {
  return { ...structure, properties: Object.fromEntries(structure.properties) };
}

/** A property by its name or its id. */
export function findProperty(structure: TableStructure, nameOrId: string): Property | undefined {
  const named = structure.properties.get(nameOrId);
  return named ?? [...structure.properties.values()].find(({ id }) => id === nameOrId);
}
