import * as z from 'zod/mini';
import { parse, parseEach } from '../parse.ts';
import { isWithheld } from '../withheld.ts';

/** A record of a table: the common fields plus the properties of its table (data reference, Record). */
export const dataRecord = z.looseObject({
  _id: z.string(),
  createdAt: z.nullish(z.string()),
  updatedAt: z.nullish(z.string()),
});
export type DataRecord = z.infer<typeof dataRecord>;

/** Response of a create or an edit: the whole record, or only its id from an older backend (gaps page). */
export const writtenRecord = z.union([dataRecord, z.looseObject({ insertedId: z.string() })]);

/** The id of a written record; null when the response has none. */
export function writtenId(data: unknown): string | null {
  const written = parse(writtenRecord, data);
  if (written === null) return null;
  return '_id' in written && typeof written._id === 'string' ? written._id : String(written.insertedId);
}

const reference = z.looseObject({
  objectReferenceTypeId: z.nullish(z.string()),
  objectReferenceRelation: z.nullish(z.string()),
});

/** One property of a table. `propertyType` is an open set; values are unique unless `canRepeat` is true. */
export const tableProperty = z.looseObject({
  id: z.nullish(z.string()),
  name: z.string(),
  label: z.nullish(z.string()),
  propertyType: z.string(),
  required: z.nullish(z.boolean()),
  canRepeat: z.nullish(z.boolean()),
  typeExtras: z.nullish(
    z.looseObject({
      string: z.nullish(z.looseObject({ type: z.nullish(z.string()) })),
      'long-string': z.nullish(z.looseObject({ type: z.nullish(z.string()) })),
      date: z.nullish(z.looseObject({ includeHour: z.nullish(z.boolean()) })),
      file: z.nullish(z.looseObject({ multiple: z.nullish(z.boolean()) })),
      options: z.nullish(z.array(z.looseObject({ value: z.string(), color: z.nullish(z.string()) }))),
      optionsConfig: z.nullish(z.looseObject({ multiple: z.nullish(z.boolean()) })),
    }),
  ),
  objectReference: z.nullish(reference),
});
export type TableProperty = z.infer<typeof tableProperty>;

/** One table of GET `/data-structure`; `type` is the name used in paths. */
export const tableStructure = z.looseObject({
  _id: z.string(),
  type: z.string(),
  label: z.nullish(z.string()),
  description: z.nullish(z.string()),
  icon: z.nullish(z.string()),
  properties: z.unknown(),
});

export interface Table {
  id: string;
  /** The name used in paths. */
  type: string;
  label: string;
  description: string | null;
  properties: TableProperty[];
}

/**
 * The tables of an app in one form: properties arrive as a map by name or as a list (gaps page). Left out are
 * unreadable entries, and columns whose values never pass the edge, which would look empty.
 */
export function readTables(data: unknown): Table[] {
  return parseEach(tableStructure, data).map(({ _id, type, label, description, properties }) => ({
    id: _id,
    type,
    label: label || type,
    description: description ?? null,
    properties: parseEach(
      tableProperty,
      typeof properties === 'object' && properties !== null && !Array.isArray(properties)
        ? Object.entries(properties).map(([name, property]) => ({ name, ...Object(property) }))
        : properties,
    ).filter(({ name }) => !isWithheld(name)),
  }));
}

/** The reference does not document the fields; all are kept. */
export const organization = z.looseObject({
  _id: z.nullish(z.string()),
  name: z.nullish(z.string()),
});

/** A login user of the app; passwords never pass the edge. */
export const dataUser = z.looseObject({
  _id: z.nullish(z.string()),
  name: z.nullish(z.string()),
  email: z.nullish(z.string()),
  role: z.nullish(z.string()),
});

/** Text of a file as it was recognized (gaps page, OCR). */
export const recognizedText = z.looseObject({ text: z.nullish(z.string()) });

export const records = z.array(dataRecord);

/** The records of a list response; null when it is not a list, which must not be read as an empty one. */
export const readRecords = (data: unknown): DataRecord[] | null => parse(records, data);

/** A response that the reference does not document, or that is the app's own. */
export const anything = z.unknown();
