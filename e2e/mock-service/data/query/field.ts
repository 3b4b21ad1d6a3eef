import type { Property, TableStructure } from '../structure/table-structure.ts';

/** What conditions on a field may look like. `link`: a reference that is not stored on the record. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'date' | 'file' | 'link';

/** The field of a table's records by its name, its own properties and those that every record has. */
export function fieldKindOf(structure: TableStructure, name: string): FieldKind | undefined {
  if (name === '_id') return 'text';
  if (name === 'createdAt' || name === 'updatedAt') return 'date';
  const property = structure.properties.get(name);
  return property && kindOf(property);
}

function kindOf({ propertyType, objectReference }: Property): FieldKind {
  switch (propertyType) {
    case 'string':
    case 'long-string':
    case 'options':
      return 'text';
    case 'number':
    case 'boolean':
    case 'date':
    case 'file':
      return propertyType;
    case 'objectReference':
      return objectReference?.objectReferenceRelation === 'manyToOne' ? 'text' : 'link';
  }
}
