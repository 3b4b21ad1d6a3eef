import * as z from 'zod/mini';
import { runEnding } from '../../shared/builder-api/run-ending.ts';
import { parse, parseEach } from '../../shared/parse.ts';
import { type LaunchState, launchRecord, launchRefusal } from '../../shared/snapshot/launches.ts';
import { runPhase } from '../../shared/snapshot/project-state.ts';
import { instantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { type DraftReference, draft } from './drafts.ts';
import { localCollection, localItem, setTogether } from './stored-item.ts';

const entryFields = {
  /** The idempotency key, also the entry's identity. */
  key: z.string(),
  confirmedAt: instantMs,
  /**
   * `stored`: nothing left the browser as far as is known; `sent`: it may have; `answered`: `record` or `refusal` says how
   * it went; `given-up`: it never reached the edge, and never will.
   */
  phase: z.enum(['stored', 'sent', 'answered', 'given-up']),
  /** The edge's ledger, as last told. */
  record: z.nullable(launchRecord),
  /** Refused before the ledger took it (by the edge, or before sending). */
  refusal: z.nullable(launchRefusal),
  /** Why the edge could not be asked the last time, as a kind of failure; null when it could. */
  trouble: z.nullable(z.string()),
  /** How the first run went, once known from the snapshot. */
  outcome: z.nullable(
    z.object({
      phase: runPhase,
      creditsSpent: z.nullable(z.number()),
      finishedAt: z.nullable(instantMs),
      /** Absent in what older versions stored. */
      ending: z.optional(z.nullable(runEnding)),
    }),
  ),
  /** Whether what a settled launch no longer needs has been thrown away: secrets, and the draft of a launched one. */
  tidied: z.boolean(),
  /** The retries asked for after a warning, by step, each with its own idempotency key, and how they went. */
  retries: z.record(
    z.string(),
    z.object({
      key: z.string(),
      state: z.enum(['going', 'done', 'failed']),
      message: z.nullable(z.string()),
    }),
  ),
};

/** One confirmed launch: made and stored before anything is sent, kept as history afterwards. */
export const launchEntry = z.object({
  ...entryFields,
  /** The draft as it was confirmed, to be shown and used again. No secret's value. */
  draft,
});
export type LaunchEntry = z.infer<typeof launchEntry>;

/** The same as the background reads it: of the draft only which it is, and the rest as it was stored. */
export const runnerEntry = z.object({ ...entryFields, draft: z.looseObject({ id: z.string() }) });
export type RunnerEntry = z.infer<typeof runnerEntry>;

/**
 * The body of the service's Launch Project as the user confirmed it (service reference, Launch Project). Contents of files
 * and values of secrets are named by the ids under which they lie elsewhere: they are filled in when it is sent.
 */
export const launchRequest = z.object({
  body: z.record(z.string(), z.unknown()),
  files: z.array(z.object({ contentId: z.nullable(z.string()), file: z.record(z.string(), z.unknown()) })),
  secrets: z.array(
    z.object({ valueId: z.string(), secret: z.object({ secretName: z.string(), environment: z.string() }) }),
  ),
  /** Credits that the first run may use; missing: no budget. */
  runBudget: z.optional(z.number()),
});
export type LaunchRequest = z.infer<typeof launchRequest>;

/** What of a body can be done again by itself. */
export const retryRequest = z.object({
  /** The body of the service's Run AI Agent. */
  run: z.object({
    prompt: z.string(),
    model: z.string(),
    effort: z.optional(z.string()),
    fastMode: z.optional(z.boolean()),
  }),
  creditLimits: z.object({
    maxDevelopmentCreditsPerMonth: z.optional(z.number()),
    maxInfrastructureCreditsPerMonth: z.optional(z.number()),
  }),
});
export type RetryRequest = z.infer<typeof retryRequest>;
export type RunRequest = RetryRequest['run'];
export type CreditLimits = RetryRequest['creditLimits'];

const OPEN: ReadonlySet<LaunchState> = new Set(['reserved', 'sent', 'unknown']);

/** Whether it may still turn out either way: such a form is not launched again without a second confirmation. */
export function isOpen({
  record,
  refusal,
  phase,
}: Pick<RunnerEntry, 'record' | 'refusal' | 'phase'>): boolean {
  return record ? OPEN.has(record.state) : !refusal && phase !== 'given-up';
}

/** The project that it made, possibly under another name than was asked for; null when it made none, or nobody knows. */
export function projectOf({ record }: Pick<RunnerEntry, 'record'>): string | null {
  return record?.state === 'launched' ? (record.projectId ?? record.requestedProjectId) : null;
}

const entriesItem = localItem<unknown>('launches', []);
const requests = localCollection('launch-request:');

/** Launches, confirmed by whatever page; the background alone writes them. What this version cannot read is left out. */
export const launchStore = {
  async read(): Promise<LaunchEntry[]> {
    return parseEach(launchEntry, await entriesItem.getValue());
  },
  watch(onChange: (entries: LaunchEntry[]) => void): () => void {
    return entriesItem.watch((value) => onChange(parseEach(launchEntry, value)));
  },
};

/** The same for the background, which does not read the drafts in them. */
export const runnerStore = {
  async read(): Promise<RunnerEntry[]> {
    return parseEach(runnerEntry, await entriesItem.getValue());
  },
  /** @throws StorageFull */
  write(entries: RunnerEntry[]): Promise<void> {
    return entriesItem.setValue(withinBound(entries));
  },
  /** Writes the launches and what is to be sent for one of them: both or neither. @throws StorageFull */
  async reserve(entries: RunnerEntry[], key: string, request: LaunchRequest): Promise<void> {
    await setTogether([entriesItem.as(withinBound(entries)), await requests.entry(key, request)]);
  },
};

/** What is to be sent for a confirmed launch, by its key; gone once the launch is settled. */
export const requestStore = {
  async read(key: string): Promise<LaunchRequest | null> {
    return parse(launchRequest, await requests.read(key));
  },
  /** @throws StorageFull */
  write(key: string, request: LaunchRequest): Promise<void> {
    return requests.write(key, request);
  },
  remove(key: string): Promise<void> {
    return requests.remove(key);
  },
};

/** Most launches kept. */
const KEPT_MAX = 100;

/**
 * Launches, newest first, as many as there is room for. Texts of pages go first, the oldest first: a launch that is used
 * again reads its page anew. Then whole launches that are settled. Those whose end is open never go.
 */
export function withinBound<E extends RunnerEntry>(entries: readonly E[]): E[] {
  const kept = entries.filter((entry, at) => at < KEPT_MAX || isOpen(entry));
  const sizes = kept.map((entry) => byteLength(entry) + 1);
  let over = sizes.reduce((sum, size) => sum + size, 2) - LOCAL_BOUNDS.launches.each;
  for (let at = kept.length - 1; at >= 0 && over > 0; at -= 1) {
    const entry = kept[at] as E;
    if (needsText(entry)) continue;
    kept[at] = withoutText(entry);
    const size = byteLength(kept[at]) + 1;
    over -= (sizes[at] ?? 0) - size;
    sizes[at] = size;
  }
  const gone = new Set<E>();
  for (let at = kept.length - 1; at >= 0 && over > 0; at -= 1) {
    const entry = kept[at] as E;
    if (isOpen(entry)) continue;
    gone.add(entry);
    over -= sizes[at] ?? 0;
  }
  return kept.filter((entry) => !gone.has(entry));
}

/** Its run may still be started again from here, with the text of its page. */
function needsText(entry: RunnerEntry): boolean {
  const warned = entry.record?.warnings.some(({ step }) => step === 'agent') ?? false;
  return isOpen(entry) || (warned && entry.retries.agent?.state !== 'done');
}

/** A launch without the text that was taken from a page, which says so. */
function withoutText<E extends RunnerEntry>(entry: E): E {
  const { reference } = entry.draft as { reference?: DraftReference | null };
  if (!reference || reference.text === '') return entry;
  const notes = [...reference.notes.filter((note) => note !== 'text-dropped'), 'text-dropped'];
  return {
    ...entry,
    draft: { ...entry.draft, reference: { ...reference, text: '', candidates: [], notes } },
  };
}
