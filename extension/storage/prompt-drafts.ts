import * as z from 'zod/mini';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { LOCAL_BOUNDS, StorageFull } from './bounds.ts';
import { draftCollection, oldestFirst, readable, type StoredDraft, underOneKey } from './draft-collection.ts';
import { attachment, attachmentStore, draftReference } from './drafts.ts';
import { exclusively, localItem } from './stored-item.ts';

/** How words run: as one prompt, several parted by a line of hyphens, or a goal that the service plans. */
export const PROMPT_RUNS = ['one', 'several', 'goal'] as const;

/** An unsent prompt of one project, with how it is to be run. */
const promptDraft = z.object({
  text: z.string(),
  model: z._default(z.string(), ''),
  effort: z._default(z.string(), ''),
  fastMode: z._default(z.boolean(), false),
  /** Budget of the run: credits as typed, `none`, or empty. */
  budget: z._default(z.string(), ''),
  run: z._default(z.enum(PROMPT_RUNS), 'one'),
  /** A page's text that goes along, and its flagged lines that the user has decided to send as they are. */
  reference: z._default(z.nullable(draftReference), null),
  keptLines: z._default(z.array(z.string()), []),
  attachments: z._default(z.array(attachment), []),
  at: instantMs,
});
export type PromptDraft = z.infer<typeof promptDraft>;

/** A prompt without any input. */
export const emptyPrompt = (at: InstantMs): PromptDraft => promptDraft.parse({ text: '', at });

/** Limit of words and page together, in characters; longer ones stay in their field, noted as not stored. */
export const PROMPT_DRAFT_MAX = 50_000;

export const promptDraftsItem = localItem<unknown>('prompt-drafts', {});
const drafts = draftCollection(underOneKey(promptDraftsItem), promptDraft, {
  most: 20,
  bytes: LOCAL_BOUNDS['prompt-drafts'].each,
  keptForMs: 30 * DAY_MS,
  evictable: oldestFirst,
});

/** Null when there is none, or none that this version can read. */
export const readPromptDraft = async (projectId: string): Promise<PromptDraft | null> =>
  readable(await drafts.read(projectId));

/** Follows the draft of a project, whichever page stores it. */
export const watchPromptDraft = (
  projectId: string,
  onChange: (draft: PromptDraft | null) => void,
): (() => void) => drafts.watch(projectId, (draft) => onChange(readable(draft)));

/**
 * Applies a change to the draft of a project as it is stored by then; null deletes it. Deletes contents of
 * files that no draft names any more.
 * @throws StorageFull, also beyond `PROMPT_DRAFT_MAX`, and where what is stored can't be read; that stays
 */
export async function changePromptDraft(
  projectId: string,
  change: (draft: PromptDraft | null) => PromptDraft | null,
  now: InstantMs,
): Promise<void> {
  const bounded = (stored: StoredDraft<PromptDraft>) => {
    const next = change(readable(stored));
    if (stored === 'unreadable' && next !== null) throw new StorageFull('prompt-drafts');
    if (next !== null && next.text.length + (next.reference?.text.length ?? 0) > PROMPT_DRAFT_MAX)
      throw new StorageFull('prompt-drafts');
    return next;
  };
  const { before, after, evicted } = await drafts.change(projectId, bounded, now);
  const named = new Set(after ? contentsOf(after) : []);
  const gone = [...(before ? [before] : []), ...evicted].flatMap(contentsOf).filter((id) => !named.has(id));
  if (gone.length > 0) await attachmentStore.remove(gone).catch(() => undefined);
}

/** Deletes all drafts with `remove`, and the contents of their files when that succeeded. */
export const removePromptDrafts = (remove: () => Promise<void>): Promise<void> =>
  exclusively(promptDraftsItem.key, async () => {
    const all = Object.values(await drafts.all()).flatMap((draft) => readable(draft) ?? []);
    await remove();
    await attachmentStore.remove(all.flatMap(contentsOf)).catch(() => undefined);
  });

const contentsOf = ({ attachments }: PromptDraft): string[] =>
  attachments.filter(({ source }) => source.kind === 'file').map(({ id }) => id);
