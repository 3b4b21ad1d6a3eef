import { isRecord, isStringList } from '../../http/values.ts';
import { refuseField } from '../http/problem.ts';
import { brief } from '../query/values.ts';

/** A value to find: its possible labels and its type. */
export type Wanted = { labels: string[] } & (
  | { kind: 'text' | 'number' | 'date' | 'boolean' }
  | { kind: 'enum'; values: string[] }
  | { kind: 'list'; item: Wanted }
  | { kind: 'table'; columns: Map<string, Wanted> }
  | { kind: 'object'; properties: Map<string, Wanted> }
);

const DEEPEST = 6;
/** A longer description explains how to find a value and is not a label. */
const LABEL_WORDS = 5;

/** Reads the names to find, each with its type; 400 names the wrong one (data reference, Scan properties). */
export function readScanProperties(field: string, sent: unknown, depth = 0): Map<string, Wanted> {
  if (!isRecord(sent) || (depth === 0 && Object.keys(sent).length === 0)) {
    return refuseField(field, `${field} must be a map of the values to extract.`);
  }
  return new Map(
    Object.entries(sent).map(([name, schema]) => [
      name,
      readProperty(`${field}.${name}`, name, schema, depth),
    ]),
  );
}

/** Adds labels from `scanDescription`: those in quotation marks, in the sentence that names the value. */
export function withHints(wanted: Map<string, Wanted>, scanDescription: string): Map<string, Wanted> {
  const sentences = scanDescription.split(/[.;\n]/);
  return new Map(
    [...wanted].map(([name, one]) => {
      const words = inWords(name).toLowerCase();
      const hints = sentences.filter((sentence) => sentence.toLowerCase().includes(words)).flatMap(quotedIn);
      return [name, { ...one, labels: [...one.labels, ...hints] }];
    }),
  );
}

function readProperty(field: string, name: string, schema: unknown, depth: number): Wanted {
  if (depth > DEEPEST) return refuseField(field, `${field} is nested too deeply.`);
  if (!isRecord(schema)) return refuseField(field, `${field} must be { type, description }.`);
  const { type, description, format, enum: values, items, properties } = schema;
  if (description !== undefined && typeof description !== 'string') {
    return refuseField(`${field}.description`, `${field}.description must be text.`);
  }
  const labels = labelsOf(name, description ?? '');
  if (values !== undefined || type === 'enum') {
    if (!isStringList(values) || values.length === 0) {
      return refuseField(`${field}.enum`, `${field}.enum must be a list of text.`);
    }
    return { kind: 'enum', labels, values };
  }
  switch (type) {
    case 'string':
      return { kind: format === 'date' ? 'date' : 'text', labels };
    case 'number':
    case 'boolean':
      return { kind: type, labels };
    case 'object':
      return {
        kind: 'object',
        labels,
        properties: readScanProperties(`${field}.properties`, properties, depth + 1),
      };
    case 'array':
      return readArray(field, name, labels, items, depth);
    default:
      return refuseField(
        `${field}.type`,
        `${field}.type must be string, number, boolean, enum, array or object, not ${brief(type ?? null)}.`,
      );
  }
}

function readArray(field: string, name: string, labels: string[], items: unknown, depth: number): Wanted {
  const item = items === undefined ? { type: 'string' } : items;
  const read = readProperty(`${field}.items`, name, item, depth + 1);
  if (read.kind === 'object') return { kind: 'table', labels, columns: read.properties };
  return { kind: 'list', labels, item: read };
}

/** Labels of a value: its name in words, what its description quotes, and a short description itself. */
function labelsOf(name: string, description: string): string[] {
  const words = inWords(name);
  const quoted = quotedIn(description);
  const isShort = description.trim() !== '' && description.trim().split(/\s+/).length <= LABEL_WORDS;
  return [...new Set([words, ...quoted, ...(isShort ? [description] : [])])].map((label) => label.trim());
}

const inWords = (name: string): string =>
  name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_\-.]+/g, ' ');

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/["'“‘]([^"'“”‘’]{2,40})["'”’]/g)].map(([, label = '']) => label);
