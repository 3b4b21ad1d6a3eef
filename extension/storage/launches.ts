import * as z from 'zod/mini';
import { ending } from '../../shared/endings/ending-schema.ts';
import { parseEach } from '../../shared/parse.ts';
import { type LaunchState, launchRecord, launchRefusal } from '../../shared/snapshot/launches.ts';
import { runPhase } from '../../shared/snapshot/project-state.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { type DraftReference, draft } from './drafts.ts';
import { confirmedFor } from './pairing-schema.ts';
import { sendAt } from './send-at.ts';
import {
  type Entry,
  exclusively,
  localCollection,
  localItem,
  owedList,
  parsed,
  setTogether,
} from './stored-item.ts';

const entryFields = {
  /** The idempotency key, also the entry's identity. */
  key: z.string(),
  confirmedAt: instantMs,
  /** Absent once it can no longer be taken back. */
  sendAt: z.optional(sendAt),
  /** Where it is sent and looked up; null: settled, and that ledger was left. */
  confirmedFor: z.nullable(confirmedFor),
  /**
   * `stored`: nothing was sent as far as known; `sent`: it may have been; `answered`: `record` or `refusal`
   * is the outcome; `given-up`: it never reached the edge, and never will; `receipt`: it may have been sent,
   * and this browser has left the ledger that it was confirmed for: it is only looked up there.
   */
  phase: z.enum(['stored', 'sent', 'answered', 'given-up', 'receipt']),
  /** The edge's record, as last received. */
  record: z.nullable(launchRecord),
  /** Refused before the ledger recorded it (by the edge, or before sending). */
  refusal: z.nullable(launchRefusal),
  /** Kind of the last failure to reach the edge; null when there was none. */
  trouble: z.nullable(z.string()),
  /** Outcome of the first run, once the snapshot has it. */
  outcome: z.nullable(
    z.object({
      phase: runPhase,
      creditsSpent: z.nullable(z.number()),
      finishedAt: z.nullable(instantMs),
      ending: z.nullable(ending),
    }),
  ),
  /** Whether all that a settled launch no longer needs was deleted: secrets, and its draft if launched. */
  tidied: z.boolean(),
  /** Retries after a warning, by step, each with its own idempotency key and outcome. */
  retries: z.record(
    z.string(),
    z.object({
      key: z.string(),
      /** `receipt`: was going when this browser left the ledger. */
      state: z.enum(['going', 'done', 'failed', 'receipt']),
      message: z.nullable(z.string()),
    }),
  ),
};

/** One confirmed launch: stored before anything is sent, kept as history afterwards. */
export const launchEntry = z.object({
  ...entryFields,
  /** The confirmed draft, for display and reuse. Without values of secrets. */
  draft,
});
export type LaunchEntry = z.infer<typeof launchEntry>;

/** The same for the background: of the draft, only id, name and attachments are parsed, the rest is kept. */
export const runnerEntry = z.object({
  ...entryFields,
  draft: z.looseObject({
    id: z.string(),
    name: z.string(),
    attachments: z.array(z.looseObject({ id: z.string() })),
  }),
});
export type RunnerEntry = z.infer<typeof runnerEntry>;

/**
 * The confirmed body of Launch Project (service reference, Launch Project). Contents of files and values of
 * secrets are referenced by id and inserted when it is sent.
 */
export const launchRequest = z.object({
  body: z.record(z.string(), z.unknown()),
  files: z.array(z.object({ contentId: z.nullable(z.string()), file: z.record(z.string(), z.unknown()) })),
  secrets: z.array(
    z.object({ valueId: z.string(), secret: z.object({ secretName: z.string(), environment: z.string() }) }),
  ),
  /** Whether a design tool's token goes along. */
  designtool: z.optional(z.boolean()),
  /** Credits that the first run may use; missing: no budget. */
  runBudget: z.optional(z.number()),
});
export type LaunchRequest = z.infer<typeof launchRequest>;

/** The part of a body that can be retried. */
export const retryRequest = z.object({
  /** The body of the service's Run AI Agent. */
  run: z.object({
    prompt: z.string(),
    model: z.string(),
    effort: z.optional(z.string()),
    fastMode: z.optional(z.boolean()),
  }),
  runBudget: z.optional(z.number()),
});
export type RetryRequest = z.infer<typeof retryRequest>;

const OPEN: ReadonlySet<LaunchState> = new Set(['reserved', 'sent', 'unknown']);

/** Whether the outcome is open: such a form is not launched again without a second confirmation. */
export function isOpen({
  record,
  refusal,
  phase,
}: Pick<RunnerEntry, 'record' | 'refusal' | 'phase'>): boolean {
  return record ? OPEN.has(record.state) : !refusal && phase !== 'given-up';
}

/** A launch as it stays when this browser leaves the ledger that it was confirmed for. */
export function toReceipt(entry: RunnerEntry): RunnerEntry {
  const going = Object.entries(entry.retries).filter(([, { state }]) => state === 'going');
  if (!isOpen(entry) && going.length === 0) return entry;
  const left = going.map(([step, retry]) => [step, { ...retry, state: 'receipt' as const }]);
  const phase = !isOpen(entry) ? entry.phase : entry.phase === 'stored' ? 'given-up' : 'receipt';
  const { sendAt: _, ...rest } = entry;
  return { ...rest, phase, trouble: null, retries: { ...entry.retries, ...Object.fromEntries(left) } };
}

/** The project that it created, possibly under another name; null when it created none, or unknown. */
export function projectOf({ record }: Pick<RunnerEntry, 'record'>): string | null {
  return record?.state === 'launched' ? (record.projectId ?? record.requestedProjectId) : null;
}

export const launchesItem = owedList('launches', parsed(runnerEntry));
/** The same entries, with their drafts. */
const wholeItem = localItem<LaunchEntry[]>('launches', [], (value) => parseEach(launchEntry, value));
/** The request of a confirmed launch, by its key; deleted once the launch is settled. */
export const requestStore = localCollection('launch-request:', launchRequest);

/** Launches; any page confirms them, only the background writes them. */
export const launchStore = { read: wholeItem.getValue, watch: wholeItem.watch };

/** Queue for all changes of the launches. */
export const launchesInTurn = <T>(task: () => Promise<T>): Promise<T> => exclusively('launches', task);

/** The same for the background, which does not parse the drafts. */
export const runnerStore = {
  inTurn: launchesInTurn,
  read: launchesItem.getValue,
  /** @throws StorageFull */
  write: (entries: RunnerEntry[]): Promise<void> => launchesItem.setValue(withinBound(entries)),
  /** Entry for `setTogether`. */
  as: (entries: RunnerEntry[]): Entry<'local'> => launchesItem.as(withinBound(entries)),
  /** Writes the launches and the request of one of them: both or neither. @throws StorageFull */
  async reserve(entries: RunnerEntry[], key: string, request: LaunchRequest): Promise<void> {
    await setTogether([launchesItem.as(withinBound(entries)), await requestStore.entry(key, request)]);
  },
};

/** Most launches stored. */
const KEPT_MAX = 100;

/**
 * Launches, newest first, within the limit. Drops texts of pages first, oldest first, because a reused launch
 * reads its page again; then whole settled launches. Open ones are never dropped.
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

/** Whether its run may still be retried from here, which needs the text of its page. */
function needsText(entry: RunnerEntry): boolean {
  const warned = entry.record?.warnings.some(({ step }) => step === 'agent') ?? false;
  return isOpen(entry) || (warned && entry.retries.agent?.state !== 'done');
}

/** A launch without its page's text, with a note about that. */
function withoutText<E extends RunnerEntry>(entry: E): E {
  const { reference } = entry.draft as { reference?: DraftReference | null };
  if (!reference || reference.text === '') return entry;
  const notes = [...reference.notes.filter((note) => note !== 'text-dropped'), 'text-dropped'];
  return {
    ...entry,
    draft: { ...entry.draft, reference: { ...reference, text: '', candidates: [], notes } },
  };
}
