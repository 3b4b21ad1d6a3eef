import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { DAY_MS, type InstantMs, instantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS, SESSION_BOUNDS, StorageFull } from './bounds.ts';
import { exclusively, localItem, sessionItem } from './stored-item.ts';

/** Texts of a form by the names of its fields. */
export type FormFields = Readonly<Record<string, string>>;

const texts = z.record(z.string(), z.string());
/** A console form that was not sent: its fields, and their initial values. */
const formDraft = z.object({ fields: texts, base: texts, at: instantMs });
export type FormDraft = z.infer<typeof formDraft>;

const KEPT_FOR_MS = 30 * DAY_MS;

export const formDraftsItem = localItem<unknown>('form-drafts', {});
/** Of forms about the data of an app's users: in memory only. */
const dataFormDraftsItem = sessionItem<unknown>('data-form-drafts', {});

/** Where a form's draft is kept: on disk, or only until the browser is closed. */
export type DraftPlace = 'disk' | 'memory';
const PLACES = {
  disk: { item: formDraftsItem, bytes: LOCAL_BOUNDS['form-drafts'].each, most: 30 },
  memory: { item: dataFormDraftsItem, bytes: SESSION_BOUNDS['data-form-drafts'].each, most: 100 },
} as const;

/** `unreadable`: another version wrote it, and it stays until it is discarded. */
export type StoredFormDraft = FormDraft | 'unreadable' | null;

const entriesIn = async (place: DraftPlace): Promise<[id: string, value: unknown][]> =>
  Object.entries(Object((await PLACES[place].item.getValue()) ?? {}));

/** By the form's id. */
export async function readFormDrafts(place: DraftPlace = 'disk'): Promise<Record<string, StoredFormDraft>> {
  const entries = await entriesIn(place);
  return Object.fromEntries(entries.map(([id, value]) => [id, parse(formDraft, value) ?? 'unreadable']));
}

export const readFormDraft = async (id: string, place?: DraftPlace): Promise<StoredFormDraft> =>
  (await readFormDrafts(place))[id] ?? null;

/**
 * Stores a form's draft or, with null, deletes what is stored of it; the oldest are evicted. One that can't be read is neither
 * replaced nor evicted.
 * @throws StorageFull
 */
export function writeFormDraft(
  id: string,
  draft: FormDraft | null,
  now: InstantMs,
  place: DraftPlace = 'disk',
): Promise<void> {
  const { item, bytes, most } = PLACES[place];
  return exclusively(item.key, async () => {
    const others = (await entriesIn(place)).filter(([other]) => other !== id || draft !== null);
    const readable: [string, FormDraft][] = [];
    const unreadable: [string, unknown][] = [];
    for (const [other, value] of others) {
      const parsed = parse(formDraft, value);
      if (parsed === null) unreadable.push([other, value]);
      else if (other !== id && now - parsed.at < KEPT_FOR_MS) readable.push([other, parsed]);
    }
    if (unreadable.some(([other]) => other === id)) throw new StorageFull(id);
    const own: [string, FormDraft][] = draft === null ? [] : [[id, draft]];
    const kept = readable.toSorted(([, one], [, other]) => other.at - one.at).slice(0, most - 1);
    const all = () => Object.fromEntries([...unreadable, ...own, ...kept]);
    while (kept.length > 0 && byteLength(all()) > bytes) kept.pop();
    await item.setValue(all());
  });
}
