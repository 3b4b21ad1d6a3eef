import * as z from 'zod/mini';
import { DAY_MS, type InstantMs, instantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { localItem, serialQueue } from './stored-item.ts';

/** Texts of a form by the names of its fields. */
export type FormFields = Readonly<Record<string, string>>;

const texts = z.record(z.string(), z.string());
/** A console form that was not sent: its fields, and their initial values. */
const formDraft = z.object({ fields: texts, base: texts, at: instantMs });
export type FormDraft = z.infer<typeof formDraft>;

const DRAFTS_MAX = 30;
const KEPT_FOR_MS = 30 * DAY_MS;

export const formDraftsItem = localItem<unknown>('form-drafts', {});

const inTurn = serialQueue();

/** By the form's id. What another version wrote and this one can't read is left out. */
async function readAll(): Promise<Record<string, FormDraft>> {
  const entries = Object.entries(Object((await formDraftsItem.getValue()) ?? {}));
  return Object.fromEntries(
    entries.flatMap(([id, value]) => {
      const parsed = formDraft.safeParse(value);
      return parsed.success ? [[id, parsed.data]] : [];
    }),
  );
}

export const readFormDraft = async (id: string): Promise<FormDraft | null> => (await readAll())[id] ?? null;

/** Stores a form's draft or, with null, deletes it; the oldest are evicted. */
export function writeFormDraft(id: string, draft: FormDraft | null, now: InstantMs): Promise<void> {
  return inTurn(async () => {
    const { [id]: _, ...others } = await readAll();
    const kept = Object.entries(draft === null ? others : { ...others, [id]: draft })
      .filter(([, { at }]) => now - at < KEPT_FOR_MS)
      .toSorted(([, one], [, other]) => other.at - one.at)
      .slice(0, DRAFTS_MAX);
    while (byteLength(Object.fromEntries(kept)) > LOCAL_BOUNDS['form-drafts'].each) kept.pop();
    await formDraftsItem.setValue(Object.fromEntries(kept));
  });
}
