import * as z from 'zod/mini';
import { DAY_MS, type InstantMs, instantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { attachment, attachmentStore, draftReference } from './drafts.ts';
import { localItem } from './stored-item.ts';

/** How the words are run: as one prompt, as several that a line of hyphens parts, or as a goal that the service plans. */
export const PROMPT_RUNS = ['one', 'several', 'goal'] as const;
export type PromptRun = (typeof PROMPT_RUNS)[number];

/** An unsent prompt of one project. Older versions stored the words alone. */
const promptDraft = z.object({
  text: z.string(),
  model: z.optional(z.string()),
  effort: z.optional(z.string()),
  /** Budget of the run: credits as typed, `none`, or empty. */
  budget: z.optional(z.string()),
  run: z.optional(z.enum(PROMPT_RUNS)),
  /** A page's text that goes along, and its flagged lines that the user has decided to send as they are. */
  reference: z.optional(z.nullable(draftReference)),
  keptLines: z.optional(z.array(z.string())),
  attachments: z.optional(z.array(attachment)),
  at: instantMs,
});
export type PromptDraft = z.infer<typeof promptDraft>;

const DRAFTS_MAX = 20;
const KEPT_FOR_MS = 30 * DAY_MS;
/** Words and page together, in characters; longer ones stay in their field with a note that they are not stored. */
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

/**
 * Stores or, with null, deletes the draft of a project; evicts the oldest. Deletes contents of files that no draft names any
 * more. @returns whether it is stored
 */
export async function writePromptDraft(
  projectId: string,
  draft: PromptDraft | null,
  now: InstantMs,
): Promise<boolean> {
  const before = await readPromptDrafts();
  const { [projectId]: _, ...others } = before;
  const fits = draft !== null && draft.text.length + (draft.reference?.text.length ?? 0) <= PROMPT_DRAFT_MAX;
  const kept = Object.entries({ ...others, ...(fits ? { [projectId]: draft } : {}) })
    .filter(([, { at }]) => now - at < KEPT_FOR_MS)
    .toSorted(([, one], [, other]) => other.at - one.at)
    .slice(0, DRAFTS_MAX);
  while (byteLength(Object.fromEntries(kept)) > LOCAL_BOUNDS['prompt-drafts'].each) kept.pop();
  await promptDraftsItem.setValue(Object.fromEntries(kept));
  const named = new Set(kept.flatMap(([, one]) => contentsOf(one)));
  const isShown = draft === null ? [] : contentsOf(draft);
  const gone = Object.values(before)
    .flatMap(contentsOf)
    .filter((id) => !named.has(id) && !isShown.includes(id));
  if (gone.length > 0) await attachmentStore.remove(gone).catch(() => undefined);
  return fits;
}

/** Deletes all drafts with `remove`, and the contents of their files when that succeeded. */
export async function removePromptDrafts(remove: () => Promise<void>): Promise<void> {
  const drafts = await readPromptDrafts();
  await remove();
  await attachmentStore.remove(Object.values(drafts).flatMap(contentsOf)).catch(() => undefined);
}

const contentsOf = ({ attachments }: PromptDraft): string[] =>
  (attachments ?? []).filter(({ source }) => source.kind === 'file').map(({ id }) => id);
