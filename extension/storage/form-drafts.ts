import * as z from 'zod/mini';
import { type InstantMs, instantMs } from '../../shared/time.ts';
import { LOCAL_BOUNDS, SESSION_BOUNDS, StorageFull } from './bounds.ts';
import { lockedDrafts, type StoredDraft } from './locked-drafts.ts';
import { localItem, sessionItem } from './stored-item.ts';

/** Texts of a form by the names of its fields. */
export type FormFields = Readonly<Record<string, string>>;

const texts = z.record(z.string(), z.string());
/** A console form that was not sent: its fields, and their initial values. */
const formDraft = z.object({ fields: texts, base: texts, at: instantMs });
export type FormDraft = z.infer<typeof formDraft>;

export const formDraftsItem = localItem<unknown>('form-drafts', {});
/** Of forms about the data of an app's users: in memory only. */
const dataFormDraftsItem = sessionItem<unknown>('data-form-drafts', {});

/** Where a form's draft is kept: on disk, or only until the browser is closed. */
export type DraftPlace = 'disk' | 'memory';
const PLACES = {
  disk: lockedDrafts(formDraftsItem, formDraft, LOCAL_BOUNDS['form-drafts'].each, 30),
  memory: lockedDrafts(dataFormDraftsItem, formDraft, SESSION_BOUNDS['data-form-drafts'].each, 100),
} as const;

/** An unreadable one stays until it is discarded. */
export type StoredFormDraft = StoredDraft<FormDraft>;

/** By the form's id. */
export const readFormDrafts = (place: DraftPlace = 'disk'): Promise<Record<string, StoredFormDraft>> =>
  PLACES[place].read();

export const readFormDraft = async (id: string, place?: DraftPlace): Promise<StoredFormDraft> =>
  (await readFormDrafts(place))[id] ?? null;

/**
 * Stores a form's draft or, with null, deletes what is stored of it. One that can't be read is not replaced.
 * @throws StorageFull
 */
export async function writeFormDraft(
  id: string,
  draft: FormDraft | null,
  now: InstantMs,
  place: DraftPlace = 'disk',
): Promise<void> {
  const change = (stored: StoredFormDraft) => {
    if (stored === 'unreadable' && draft !== null) throw new StorageFull(id);
    return draft;
  };
  await PLACES[place].change(id, change, now);
}
