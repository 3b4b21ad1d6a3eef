import { isRecord, shown } from '../../http/values.ts';
import type { DataBackend } from '../backend/backend.ts';
import { tableOf } from '../backend/require-table.ts';
import type { Property } from '../structure/table-structure.ts';
import { readInstant } from './instant.ts';

/** A value of a request as it is stored, or what is wrong with it. */
export type ValueReading = { kind: 'value'; value: unknown } | { kind: 'refused'; detail: string };

const value = (stored: unknown): ValueReading => ({ kind: 'value', value: stored });
const refused = (detail: string): ValueReading => ({ kind: 'refused', detail });

/** Reads what a caller wants a property to be (gaps page, create and edit a record). `sent` is not null. */
export function readValue(backend: DataBackend, property: Property, sent: unknown): ValueReading {
  const { name, propertyType, typeExtras } = property;
  switch (propertyType) {
    case 'string':
      return typeof sent === 'string' ? value(sent) : refused(`${name} must be text, not ${brief(sent)}.`);
    case 'long-string':
      if (typeof sent !== 'string') return refused(`${name} must be text, not ${brief(sent)}.`);
      if (typeExtras?.['long-string']?.type === 'json' && !isJson(sent)) {
        return refused(`${name} must be JSON text.`);
      }
      return value(sent);
    case 'number':
      return typeof sent === 'number' && Number.isFinite(sent)
        ? value(sent)
        : refused(`${name} must be a number, not ${brief(sent)}.`);
    case 'boolean':
      return typeof sent === 'boolean'
        ? value(sent)
        : refused(`${name} must be true or false, not ${brief(sent)}.`);
    case 'date': {
      const instant = readInstant(sent);
      return instant === undefined
        ? refused(`${name} must be an ISO 8601 date, not ${brief(sent)}.`)
        : value(instant);
    }
    case 'options':
      return readOptions(property, sent);
    case 'file':
      return readFiles(backend, property, sent);
    case 'objectReference':
      return readReference(backend, property, sent);
  }
}

function readOptions({ name, typeExtras }: Property, sent: unknown): ValueReading {
  const allowed = (typeExtras?.options ?? []).map((option) => option.value);
  const multiple = typeExtras?.optionsConfig?.multiple === true;
  const chosen = multiple && Array.isArray(sent) ? sent : [sent];
  const wrong = chosen.find((one) => typeof one !== 'string' || !allowed.includes(one));
  if (wrong !== undefined)
    return refused(`${name} must be one of ${allowed.join(', ')}, not ${brief(wrong)}.`);
  return value(multiple ? [...new Set(chosen)] : chosen[0]);
}

function readFiles(backend: DataBackend, { name, typeExtras }: Property, sent: unknown): ValueReading {
  const multiple = typeExtras?.file?.multiple === true;
  const files = multiple && Array.isArray(sent) ? sent : [sent];
  const stored: { name: string }[] = [];
  for (const file of files) {
    if (!isRecord(file) || typeof file.name !== 'string') {
      return refused(`${name} must be { name: <file name id> }${multiple ? ' or a list of such' : ''}.`);
    }
    if (!backend.files.has(file.name)) return refused(`${name} names no uploaded file: ${file.name}.`);
    stored.push({ name: file.name });
  }
  return value(multiple ? stored : stored[0]);
}

function readReference(backend: DataBackend, property: Property, sent: unknown): ValueReading {
  const { name, objectReference } = property;
  const target = objectReference && tableOf(backend, objectReference.objectReferenceTypeId);
  if (target === undefined) return refused(`${name} references a table that is not there.`);
  switch (objectReference?.objectReferenceRelation) {
    case 'oneToMany':
      return refused(
        `${name} follows from the records of ${target.structure.type}: set the reference there.`,
      );
    case 'manyToMany':
      return refused(`${name} is set with add-many-to-many-reference and drop-many-to-many-reference.`);
    default:
      if (typeof sent !== 'string')
        return refused(`${name} must be the _id of a record, not ${brief(sent)}.`);
      return target.records.has(sent)
        ? value(sent)
        : refused(`${name} references no record of ${target.structure.type}: ${sent}.`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What was sent, short enough for a sentence. */
export function brief(sent: unknown): string {
  const text = typeof sent === 'string' ? `"${sent}"` : shown(sent);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
