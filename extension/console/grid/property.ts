import type { TableProperty } from '../../../shared/data-api/records.ts';
import type { PropertyControl } from './values.ts';

/** A reference to one record is a property of the row; references to many are read and changed separately. */
export const isSingle = ({ objectReference: reference }: TableProperty): boolean =>
  reference?.objectReferenceRelation === 'manyToOne' || !reference?.objectReferenceRelation;

/** The control of a property by its type (gaps page, table structures); null: by its values. */
export function propertyControl({ propertyType, typeExtras }: TableProperty): PropertyControl | null {
  switch (propertyType) {
    case 'string':
    case 'objectReference':
      return { kind: 'text' };
    case 'long-string':
      return { kind: typeExtras?.['long-string']?.type === 'json' ? 'json' : 'long-text' };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'date':
      return { kind: 'date', withHour: typeExtras?.date?.includeHour === true };
    case 'options':
      return {
        kind: 'options',
        options: (typeExtras?.options ?? []).map(({ value }) => value),
        multiple: typeExtras?.optionsConfig?.multiple === true,
      };
    case 'file':
      return { kind: 'file' };
    default:
      return null;
  }
}

export const relationOf = ({ objectReference }: TableProperty) => objectReference?.objectReferenceRelation;
