import * as z from 'zod/mini';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { LOCAL_BOUNDS, SESSION_BOUNDS, StorageFull } from './bounds.ts';
import { draftCollection, oldestFirst, type StoredDraft, underOneKey } from './draft-collection.ts';
import { localItem, sessionItem } from './stored-item.ts';

/** By name, as JSON. */
export type FormFields = Readonly<Record<string, unknown>>;

const fields = z.record(z.string(), z.unknown());
/** A console form that was not sent: its fields, and their initial values. */
const formDraft = z.object({ fields, base: fields, at: instantMs });
export type FormDraft = z.infer<typeof formDraft>;

export const formDraftsItem = localItem<unknown>('form-drafts', {});
/** Of forms about the data of an app's users: in memory only. */
const dataFormDraftsItem = sessionItem<unknown>('data-form-drafts', {});

/** Where a form's draft is kept: on disk, or only until the browser is closed. */
export type FormPlace = 'disk' | 'memory';
const KEPT = { keptForMs: 30 * DAY_MS, evictable: oldestFirst<FormDraft> };
const PLACES = {
  disk: draftCollection(underOneKey(formDraftsItem), formDraft, {
    ...KEPT,
    most: 30,
    bytes: LOCAL_BOUNDS['form-drafts'].each,
  }),
  memory: draftCollection(underOneKey(dataFormDraftsItem), formDraft, {
    ...KEPT,
    most: 100,
    bytes: SESSION_BOUNDS['data-form-drafts'].each,
  }),
} as const;

/** An unreadable one stays until it is discarded. */
export type StoredFormDraft = StoredDraft<FormDraft>;

/** By the form's id. */
export const readFormDrafts = (place: FormPlace = 'disk'): Promise<Record<string, StoredFormDraft>> =>
  PLACES[place].all();

export const readFormDraft = (id: string, place: FormPlace = 'disk'): Promise<StoredFormDraft> =>
  PLACES[place].read(id);

/**
 * Stores a form's draft or, with null, deletes what is stored of it. One that can't be read is not replaced.
 * @throws StorageFull
 */
export async function writeFormDraft(
  id: string,
  draft: FormDraft | null,
  now: InstantMs,
  place: FormPlace = 'disk',
): Promise<void> {
  const change = (stored: StoredFormDraft) => {
    if (stored === 'unreadable' && draft !== null) throw new StorageFull(id);
    return draft;
  };
  await PLACES[place].change(id, change, now);
}
