import { iso } from '../../clock/calendar.ts';
import { isRecord } from '../../http/values.ts';
import { escapedText } from '../../world/stored-text.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend, DataRecord } from '../backend/backend.ts';
import { dataStateOf } from '../backend/data-state.ts';
import type { OpenTable } from '../backend/require-table.ts';
import { type FieldProblem, Problem, refuseFields } from '../http/problem.ts';
import { readValue } from '../query/values.ts';
import { type Property, SYSTEM_FIELDS } from '../structure/table-structure.ts';

/** The values that a request sets and those that it clears, all of them checked. */
interface Changes {
  set: Map<string, unknown>;
  clear: string[];
}

/** Creates a record from a map of properties. 400 names every invalid field; then nothing is created. */
export function createRecord(
  world: World,
  backend: DataBackend,
  table: OpenTable,
  body: unknown,
): DataRecord {
  const { set } = readChanges(backend, table, body, undefined);
  keepTexts(world, table, set);
  const at = iso(world.clock.now());
  const record: DataRecord = {
    _id: world.random.hex(24),
    ...Object.fromEntries(set),
    createdAt: at,
    updatedAt: at,
  };
  table.records.set(record._id, record);
  world.counters.effects.recordsCreated += 1;
  return record;
}

/** Refuses what `editRecord` would refuse, and changes nothing. */
export function checkEdit(backend: DataBackend, table: OpenTable, before: DataRecord, body: unknown): void {
  readChanges(backend, table, body, before);
}

/** Changes the properties that are sent (null clears one) and keeps old values in the update history. */
export function editRecord(
  world: World,
  backend: DataBackend,
  table: OpenTable,
  before: DataRecord,
  body: unknown,
  updatedBy: string,
): DataRecord {
  const { set, clear } = readChanges(backend, table, body, before);
  keepTexts(world, table, set);
  const updatedAt = iso(world.clock.now());
  const after: DataRecord = { ...before, ...Object.fromEntries(set), updatedAt };
  for (const name of clear) delete after[name];
  const changes = [...set.keys(), ...clear]
    .filter((property) => JSON.stringify(before[property]) !== JSON.stringify(after[property]))
    .map((property) => ({ property, before: before[property] ?? null, after: after[property] ?? null }));
  table.records.set(after._id, after);
  const history = backend.updates.get(after._id) ?? [];
  backend.updates.set(after._id, history);
  const { _id: typeId } = table.structure;
  history.push({ _id: world.random.hex(24), objectId: after._id, typeId, updatedAt, updatedBy, changes });
  return after;
}

function keepTexts(world: World, { structure }: OpenTable, set: Map<string, unknown>): void {
  const { keepsText } = dataStateOf(world).settings;
  if (keepsText === 'as-sent') return;
  const keep = keepsText === 'trimmed' ? (text: string) => text.trim() : escapedText;
  for (const [name, value] of set) {
    const type = structure.properties.get(name)?.propertyType;
    const isText = type === 'string' || type === 'long-string';
    if (isText && typeof value === 'string') set.set(name, keep(value));
  }
}

function readChanges(
  backend: DataBackend,
  table: OpenTable,
  body: unknown,
  before: DataRecord | undefined,
): Changes {
  if (!isRecord(body)) throw new Problem(400, 'The body must be a map of properties.');
  const problems: FieldProblem[] = [];
  const changes: Changes = { set: new Map(), clear: [] };
  const { properties, type } = table.structure;
  for (const [name, sent] of Object.entries(body)) {
    // Clients may send back the whole record that they read; these fields are ignored.
    if (SYSTEM_FIELDS.some((field) => field === name)) continue;
    const property = properties.get(name);
    if (property === undefined) {
      problems.push({ field: name, detail: `${type} has no property ${name}.` });
    } else if (sent === null) {
      changes.clear.push(name);
    } else {
      const reading = readValue(backend, property, sent);
      if (reading.kind === 'value') changes.set.set(name, reading.value);
      else problems.push({ field: name, detail: reading.detail });
    }
  }
  for (const property of properties.values()) {
    const problem = missing(property, changes, before) ?? repeated(property, changes, table, before);
    const reported = problems.some(({ field }) => field === property.name);
    if (problem !== undefined && !reported) problems.push({ field: property.name, detail: problem });
  }
  const [first, ...rest] = problems;
  if (first !== undefined) refuseFields([first, ...rest]);
  return changes;
}

function missing(property: Property, changes: Changes, before: DataRecord | undefined): string | undefined {
  const { name, required } = property;
  const touched = before === undefined || changes.set.has(name) || changes.clear.includes(name);
  if (required !== true || !touched) return undefined;
  const after = changes.set.get(name);
  const empty = after === undefined || after === '' || (Array.isArray(after) && after.length === 0);
  return empty ? `${name} is required.` : undefined;
}

/** Reports a value that its table has already, unless it can repeat (gaps page, table structures). */
export function repeated(
  { name, canRepeat }: Property,
  { set }: Pick<Changes, 'set'>,
  { records, structure }: OpenTable,
  before: DataRecord | undefined,
): string | undefined {
  if (canRepeat || !set.has(name)) return undefined;
  const wanted = JSON.stringify(set.get(name));
  for (const record of records.values()) {
    if (record._id !== before?._id && name in record && JSON.stringify(record[name]) === wanted) {
      return `${name} must be unique in ${structure.type}: ${wanted} is taken.`;
    }
  }
  return undefined;
}
