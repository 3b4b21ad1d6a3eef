import { backendOf } from '../../mock-service/data/backend/data-state.ts';
import type { World } from '../world.ts';

export const PROJECT = 'clinic';
export const TABLE = 'note';

/** One import as sent by two browsers: rows by their texts, some of which are equal. */
export interface Import {
  readonly key: string;
  readonly texts: readonly string[];
  readonly body: string;
  /** Of rows that were read from a file, and are saved without it. */
  readonly removeFile: string | null;
}

export interface ImportRow {
  readonly row: number;
  readonly state: string;
  readonly recordId: string | null;
  readonly isTaken: boolean;
  readonly candidates: readonly string[];
  readonly problem: { readonly code: string } | null;
}

export interface ImportRecord {
  readonly state: string;
  readonly fileRemoval?: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: readonly ImportRow[];
}

/** What other people did to the table. */
export class OtherPeople {
  /** Ids of records that they made. */
  readonly made = new Set<string>();
  /** The texts that records had before they changed them, by id. */
  readonly changed = new Map<string, string>();
}

interface Made {
  readonly id: string;
  readonly text: string;
}

/** A text as it is whatever the backend keeps of it. */
export const plain = (text: unknown) => String(text).replaceAll('&amp;', '&').trim();

/** The records that imports made, deleted ones among them, with the texts of their rows. */
export function madeByImports({ service }: World, others: OtherPeople): Made[] {
  const deleted = backendOf(service.world, PROJECT).deleted.map(({ object }) => object);
  return [...service.control.recordsOf(PROJECT, TABLE), ...deleted]
    .filter(({ _id }) => !others.made.has(_id))
    .map(({ _id, text }) => ({ id: _id, text: others.changed.get(_id) ?? plain(text) }));
}

const rowsWith = ({ texts }: Import, { rows }: ImportRecord, text: string) =>
  rows.filter(({ row }) => plain(texts[row]) === text);

const textsOf = ({ texts }: Import) => [...new Set(texts.map(plain))];

/** No row becomes two records: no text is in the table more often than in the import. */
export function atMostOneEach(world: World, all: readonly Import[], others: OtherPeople): string[] {
  const made = madeByImports(world, others);
  return all.flatMap((one) =>
    textsOf(one).flatMap((text) => {
      const records = made.filter((record) => record.text === text).length;
      const rows = one.texts.filter((other) => plain(other) === text).length;
      return records > rows ? [`${text} became ${records} records`] : [];
    }),
  );
}

/** No row that made a record is told absent: equal rows have at most one record for each not told absent. */
export function toldAbsentTruly(
  world: World,
  one: Import,
  record: ImportRecord,
  others: OtherPeople,
): string[] {
  const made = madeByImports(world, others);
  return textsOf(one).flatMap((text) => {
    const rows = rowsWith(one, record, text);
    const absent = rows.filter(({ problem }) => problem?.code === 'EDGE_NOT_ARRIVED').length;
    const records = made.filter((other) => other.text === text).length;
    return records > rows.length - absent ? [`${text}: told absent ${absent}, and there are ${records}`] : [];
  });
}

/** Every row is settled in the end, and every record that is told is there, and told of one row. */
export function reportsTruly(
  { service }: World,
  one: Import,
  record: ImportRecord,
  others: OtherPeople,
): string[] {
  if (record.state !== 'done')
    return [`an import ended as ${record.state}: ${JSON.stringify(record.counts)}`];
  const there = service.control.recordsOf(PROJECT, TABLE);
  return textsOf(one).flatMap((text) => {
    const told = rowsWith(one, record, text).filter(({ state }) => state === 'created');
    const ids = told.map(({ recordId }) => recordId ?? '');
    const areThere = ids.every((id) =>
      there.some(({ _id, text: kept }) => _id === id && (others.changed.get(id) ?? plain(kept)) === text),
    );
    return areThere && new Set(ids).size === ids.length ? [] : [`${text}: told ${ids.join()}`];
  });
}

/** The record that a row made, as its user knows; null when it made none. */
export function recordOfRow(
  world: World,
  { texts }: Import,
  { row, candidates }: ImportRow,
  others: OtherPeople,
  taken: ReadonlySet<string | null>,
): string | null {
  const fitting = madeByImports(world, others).filter(({ text }) => text === plain(texts[row]));
  return fitting.find(({ id }) => candidates.includes(id) && !taken.has(id))?.id ?? null;
}

/** Only records are deleted that this import made, and that nobody has changed since it knew of them. */
export function deletedOwnOnly(
  { service }: World,
  one: Import,
  others: OtherPeople,
  changedSince: ReadonlySet<string>,
): string[] {
  return backendOf(service.world, PROJECT).deleted.flatMap(({ objectId, object }) => {
    const text = others.changed.get(objectId) ?? plain(object.text);
    if (others.made.has(objectId)) return [`an undo deleted what somebody else had made: ${text}`];
    if (changedSince.has(objectId)) return [`an undo deleted what somebody had changed: ${text}`];
    return textsOf(one).includes(text) ? [] : [`an undo deleted a record of another import: ${text}`];
  });
}

const filesOf = ({ service }: World) => backendOf(service.world, PROJECT).files;

/** No file is removed that a record holds, whoever asked for its removal. */
export function noHeldFileRemoved(world: World): string[] {
  const files = filesOf(world);
  return world.service.control
    .recordsOf(PROJECT, TABLE)
    .map(({ scan }) => (scan as { name?: string } | undefined)?.name)
    .filter((name) => name !== undefined && !files.has(name))
    .map((name) => `the file ${name} was removed, and a record holds it`);
}

/** No file is removed before every row was saved without it. @param record as it is while nobody undoes it */
export function removedOnceSaved(
  world: World,
  { removeFile }: Import,
  { rows, fileRemoval }: ImportRecord,
  all: readonly Import[],
): string[] {
  const isShared = all.filter((other) => other.removeFile === removeFile).length > 1;
  if (removeFile === null || isShared || filesOf(world).has(removeFile)) return [];
  const left = rows.filter(({ state }) => ['waiting', 'sent', 'refused', 'unknown'].includes(state));
  return left.length === 0
    ? []
    : [`the file ${removeFile} was removed (${fileRemoval}), and ${left.length} rows are not saved`];
}

/** What an import says of its file is so, and none that is to be removed is forgotten. */
export function toldOfFileTruly(world: World, { removeFile }: Import, record: ImportRecord): string[] {
  if (removeFile === null) return [];
  const { state, fileRemoval, rows } = record;
  const isThere = filesOf(world).has(removeFile);
  const isSaved = rows.every((row) => row.state === 'created' || row.state === 'changed');
  return [
    ...(fileRemoval === 'removed' && isThere ? [`${removeFile} is told removed, and is there`] : []),
    ...(state === 'done' && isSaved && fileRemoval === 'waiting' ? [`${removeFile} is never removed`] : []),
  ];
}
