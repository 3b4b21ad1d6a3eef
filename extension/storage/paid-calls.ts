import * as z from 'zod/mini';
import { guardedPrompt } from '../../shared/edge-api/guards.ts';
import { launchRecord } from '../../shared/snapshot/launches.ts';
import { DAY_MS } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { confirmedFor } from './pairing-schema.ts';
import { sendAt } from './send-at.ts';
import { exclusively, owedList, parsed } from './stored-item.ts';

export const paidCallAbout = z.object({
  operation: z.string(),
  projectId: z.string(),
  /** First words of a prompt, or whatever else distinguishes two calls. */
  words: z.string(),
  /** Of `startServer`, which does either: whether the server was up. */
  isRestart: z.optional(z.boolean()),
});

/** Credits, or `none` for one run without the project's own budget. */
export const runBudget = z.union([z.number(), z.literal('none')]);

/** The run that a prompt is sent after, as `paid/after-run.ts` describes it. */
export const awaitedRun = z.object({ startedAt: z.nullable(instantMs) });

/** A file of a prompt: by its address, or uploaded from what `attachmentStore` has under `contentId`. */
export const paidCallFile = z.object({
  name: z.string(),
  /** Read by the agent. */
  imageDescription: z.string(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('address'), url: z.string() }),
    z.object({ kind: z.literal('content'), contentId: z.string() }),
  ]),
});
export type PaidCallFile = z.infer<typeof paidCallFile>;

/**
 * A call that uses credits. `waiting`: confirmed, to be sent at `sendAt` or when the run before it has ended,
 * and can be taken back until then. `sending`: confirmed, and resent under the same key until the edge
 * responds; the edge makes at most one call per key. `open`: the edge is still checking. `done`, `refused`,
 * `absent`: settled. `receipt`: it may have been sent, and this browser has left the ledger that it was
 * confirmed for: it is never sent again, only looked up there.
 */
export const storedPaidCall = z.object({
  key: z.string(),
  method: z.enum(['POST', 'PUT']),
  path: z.string(),
  /** JSON; null once it is settled and never sent again. */
  body: z.nullable(z.string()),
  /** Joined to the body as `inputFiles` once each is uploaded, under its own key; absent: there are none. */
  files: z.optional(z.array(paidCallFile)),
  about: paidCallAbout,
  /** Budget of the run that it starts; missing: the project's own. */
  runBudget: z.optional(runBudget),
  /** The run that it waits for, or waited for; absent: none. */
  afterRun: z.optional(awaitedRun),
  /** Absent once it can no longer be taken back. */
  sendAt: z.optional(sendAt),
  /** Of one that waited: when it was let go. */
  confirmedAt: instantMs,
  /** Where it is sent and looked up; null: no ledger was known. */
  confirmedFor: z.nullable(confirmedFor),
  state: z.enum(['waiting', 'sending', 'open', 'done', 'refused', 'absent', 'receipt']),
  settledAt: z.nullable(instantMs),
  error: z.nullable(
    z.object({
      kind: z.string(),
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
      guarded: z.optional(guardedPrompt),
    }),
  ),
  record: z.nullable(launchRecord),
  /** What the service remarked when it took it; absent where it remarked nothing. */
  remarks: z.optional(z.array(z.string())),
});
export type StoredPaidCall = z.infer<typeof storedPaidCall>;

const KEPT_MAX = 30;
const KEPT_FOR_MS = 7 * DAY_MS;
/** Length limit of a body, in characters: a prompt with a page in it. */
export const PAID_BODY_MAX = 200_000;

/** Newest first. */
export const paidCallsItem = owedList('paid-calls', parsed(storedPaidCall));

/** Queue for all changes of the paid calls, so that a deleted one is never written back. */
export const paidCallsInTurn = <T>(task: () => Promise<T>): Promise<T> => exclusively('paid-calls', task);

const SETTLED: ReadonlySet<StoredPaidCall['state']> = new Set(['done', 'refused', 'absent']);

export const isSettled = ({ state }: Pick<StoredPaidCall, 'state'>): boolean => SETTLED.has(state);

/** A call as it stays when this browser leaves the ledger that it was confirmed for: it can't be sent. */
export function asReceipt({ files: _, ...call }: StoredPaidCall): StoredPaidCall {
  return { ...call, state: 'receipt', body: null, error: null };
}

export const uploadsOf = ({ files }: StoredPaidCall): string[] =>
  (files ?? []).flatMap(({ source }) => (source.kind === 'content' ? [source.contentId] : []));

/**
 * Writes the calls, newest first; drops settled ones that are old or too many, never open ones.
 * @throws StorageFull
 */
export function writePaidCalls(calls: readonly StoredPaidCall[], now: number): Promise<void> {
  const all = calls.toSorted((one, other) => other.confirmedAt - one.confirmedAt);
  return paidCallsItem.setValue(
    all.filter(
      (one, index) =>
        !isSettled(one) || (index < KEPT_MAX && now - (one.settledAt ?? one.confirmedAt) < KEPT_FOR_MS),
    ),
  );
}
