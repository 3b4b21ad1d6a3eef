import * as z from 'zod/mini';
import { launchRecord } from '../../shared/snapshot/launches.ts';
import { DAY_MS, instantMs } from '../../shared/time.ts';
import { localItem, serialQueue } from './stored-item.ts';

/** Description of a paid call for views. */
export const paidCallAbout = z.object({
  operation: z.string(),
  projectId: z.string(),
  /** First words of a prompt, or whatever else distinguishes two calls. */
  words: z.string(),
});

/** Credits, or `none` for one run without the project's own budget. */
export const runBudget = z.union([z.number(), z.literal('none')]);

/** A file that goes along with a prompt: by its address, or uploaded from what `attachments.ts` holds under `contentId`. */
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
 * A call that uses credits. `sending`: confirmed, and resent under the same key until the edge responds; the edge
 * makes at most one call per key. `open`: the edge is still checking. `done`, `refused`, `absent`: settled.
 */
export const storedPaidCall = z.object({
  key: z.string(),
  method: z.enum(['POST', 'PUT']),
  path: z.string(),
  /** JSON; null once it is settled and never sent again. */
  body: z.nullable(z.string()),
  /** Joined to the body as `inputFiles` once each is uploaded, under a key of its own; absent where none go along. */
  files: z.optional(z.array(paidCallFile)),
  about: paidCallAbout,
  /** Budget of the run that it starts; missing: the project's own. */
  runBudget: z.optional(runBudget),
  confirmedAt: instantMs,
  state: z.enum(['sending', 'open', 'done', 'refused', 'absent']),
  settledAt: z.nullable(instantMs),
  error: z.nullable(
    z.object({ kind: z.string(), code: z.nullable(z.string()), message: z.nullable(z.string()) }),
  ),
  record: z.nullable(launchRecord),
});
export type StoredPaidCall = z.infer<typeof storedPaidCall>;

const KEPT_MAX = 30;
const KEPT_FOR_MS = 7 * DAY_MS;
/** Length limit of a body, in characters: a prompt with a page in it. */
export const PAID_BODY_MAX = 200_000;

export const paidCallsItem = localItem<unknown>('paid-calls', []);

/** Queue for all changes of the paid calls, so that a deleted one is never written back. */
export const paidCallsInTurn = serialQueue();

/** Newest first. What another version wrote and this one can't read is left out. */
export async function readPaidCalls(): Promise<StoredPaidCall[]> {
  return parsePaidCalls(await paidCallsItem.getValue());
}

export function parsePaidCalls(stored: unknown): StoredPaidCall[] {
  return (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const parsed = storedPaidCall.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

export const isSettled = ({ state }: StoredPaidCall): boolean => state !== 'sending' && state !== 'open';

/**
 * Updates a stored call. One that was deleted since, with its pairing, is not restored.
 * @throws StorageFull
 */
export async function updatePaidCall(call: StoredPaidCall, now: number): Promise<void> {
  const isStored = (await readPaidCalls()).some(({ key }) => key === call.key);
  if (isStored) await writePaidCall(call, now);
}

/** Writes one call; drops settled ones that are old or too many, never open ones. @throws StorageFull */
export async function writePaidCall(call: StoredPaidCall, now: number): Promise<void> {
  const others = (await readPaidCalls()).filter(({ key }) => key !== call.key);
  const all = [call, ...others].toSorted((one, other) => other.confirmedAt - one.confirmedAt);
  await paidCallsItem.setValue(
    all.filter(
      (one, index) =>
        !isSettled(one) || (index < KEPT_MAX && now - (one.settledAt ?? one.confirmedAt) < KEPT_FOR_MS),
    ),
  );
}
