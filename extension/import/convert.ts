import type { TableProperty } from '../../shared/data-api/records.ts';
import { readDate } from './dates.ts';
import { readNumber } from './numbers.ts';
import type { Cell } from './page-data.ts';

/** A property's value in the data backend's form (gaps page, create a record). */
export type PropertyValue = string | number | boolean | string[];

/** Result of converting a cell for a property. `empty`: the property is left out. */
export type Converted =
  | { kind: 'value'; value: PropertyValue }
  | { kind: 'empty' }
  /** It may mean either: the user decides. */
  | { kind: 'ambiguous'; choices: PropertyValue[] }
  | { kind: 'problem'; problem: CellProblem };

export type CellProblem =
  | { kind: 'not-a-number' }
  | { kind: 'not-a-date' }
  | { kind: 'not-a-boolean' }
  | { kind: 'not-an-option'; options: string[] }
  | { kind: 'missing' };

/** Types of properties that a cell's text can fill. Files and references need more than text. */
const FILLABLE = new Set(['string', 'long-string', 'number', 'date', 'options', 'boolean']);

/** Whether a column can be mapped to the property. Computed ones and unknown types can't. */
export const isFillable = ({ propertyType }: TableProperty): boolean => FILLABLE.has(propertyType);

/** Converts a cell for a property, by the property's type and the page's language. */
export function convert(cell: Cell, property: TableProperty, language: string | null): Converted {
  const text = textFor(cell, property);
  if (text === '')
    return property.required ? { kind: 'problem', problem: { kind: 'missing' } } : { kind: 'empty' };
  switch (property.propertyType) {
    case 'number':
      return ofReading(readNumber(cell.value ?? text, cell.value ? 'en-US' : language), {
        kind: 'not-a-number',
      });
    case 'date': {
      const withHour = property.typeExtras?.date?.includeHour === true;
      return ofReading(readDate(cell.value ?? text, language, withHour), { kind: 'not-a-date' });
    }
    case 'options':
      return toOptions(text, property);
    case 'boolean':
      return toBoolean(text);
    default:
      return { kind: 'value', value: text };
  }
}

function textFor(cell: Cell, property: TableProperty): string {
  const isLink = property.typeExtras?.string?.type === 'link';
  return ((isLink && (cell.link ?? cell.image)) || cell.text || cell.image || '').trim();
}

type Readings = ReturnType<typeof readNumber> | ReturnType<typeof readDate>;

function ofReading(reading: Readings, problem: CellProblem): Converted {
  return reading.kind === 'none' ? { kind: 'problem', problem } : reading;
}

function toOptions(text: string, { typeExtras }: TableProperty): Converted {
  const options = (typeExtras?.options ?? []).map(({ value }) => value);
  const plain = (value: string) => value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const find = (value: string) => options.find((option) => plain(option) === plain(value));
  const whole = find(text);
  const isMultiple = typeExtras?.optionsConfig?.multiple === true;
  if (whole !== undefined) return { kind: 'value', value: isMultiple ? [whole] : whole };
  const parts = isMultiple ? text.split(/[,;/|]/).map((part) => find(part)) : [];
  if (parts.length > 0 && parts.every((part) => part !== undefined))
    return { kind: 'value', value: [...new Set(parts as string[])] };
  return { kind: 'problem', problem: { kind: 'not-an-option', options } };
}

const YES = new Set(['yes', 'true', '1', 'x', '✓', '✔', '☑', 'ja', 'wahr', 'oui', 'sí', 'si', 'on']);
const NO = new Set(['no', 'false', '0', '-', '–', '✗', '✘', '☐', 'nein', 'falsch', 'non', 'off']);

function toBoolean(text: string): Converted {
  const plain = text.toLowerCase();
  if (YES.has(plain)) return { kind: 'value', value: true };
  if (NO.has(plain)) return { kind: 'value', value: false };
  return { kind: 'problem', problem: { kind: 'not-a-boolean' } };
}
