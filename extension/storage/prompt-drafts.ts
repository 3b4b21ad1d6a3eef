import * as z from 'zod/mini';
import { DAY_MS, type InstantMs, instantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { localItem } from './stored-item.ts';

/** An unsent prompt of one project. */
const promptDraft = z.object({
  text: z.string(),
  model: z.optional(z.string()),
  effort: z.optional(z.string()),
  /** Budget of the run: credits as typed, `none`, or empty. */
  budget: z.optional(z.string()),
  at: instantMs,
});
export type PromptDraft = z.infer<typeof promptDraft>;

const DRAFTS_MAX = 20;
const KEPT_FOR_MS = 30 * DAY_MS;
/** In characters; a longer text stays in its field with a note that it is not stored. */
export const PROMPT_DRAFT_MAX = 50_000;

export const promptDraftsItem = localItem<unknown>('prompt-drafts', {});

/** By project id. What another version wrote and this one can't read is left out. */
export async function readPromptDrafts(): Promise<Record<string, PromptDraft>> {
  const entries = Object.entries(Object((await promptDraftsItem.getValue()) ?? {}));
  return Object.fromEntries(
    entries.flatMap(([projectId, value]) => {
      const parsed = promptDraft.safeParse(value);
      return parsed.success ? [[projectId, parsed.data]] : [];
    }),
  );
}

/** Stores or, with null, deletes the draft of a project; evicts the oldest. @returns whether it is stored */
export async function writePromptDraft(
  projectId: string,
  draft: PromptDraft | null,
  now: InstantMs,
): Promise<boolean> {
  const { [projectId]: _, ...others } = await readPromptDrafts();
  const fits = draft !== null && draft.text.length <= PROMPT_DRAFT_MAX;
  const kept = Object.entries({ ...others, ...(fits ? { [projectId]: draft } : {}) })
    .filter(([, { at }]) => now - at < KEPT_FOR_MS)
    .toSorted(([, one], [, other]) => other.at - one.at)
    .slice(0, DRAFTS_MAX);
  while (byteLength(Object.fromEntries(kept)) > LOCAL_BOUNDS['prompt-drafts'].each) kept.pop();
  await promptDraftsItem.setValue(Object.fromEntries(kept));
  return fits;
}
