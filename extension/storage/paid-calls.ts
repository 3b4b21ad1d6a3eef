import * as z from 'zod/mini';
import { launchRecord } from '../../shared/snapshot/launches.ts';
import { DAY_MS, instantMs } from '../../shared/time.ts';
import { localItem, serialQueue } from './stored-item.ts';

/** What the user paid for, as views show it. */
export const paidCallAbout = z.object({
  operation: z.string(),
  projectId: z.string(),
  /** First words of a prompt, or what else tells two calls apart. */
  words: z.string(),
});

/** Credits, or `none` for one run without the project's own budget. */
export const runBudget = z.union([z.number(), z.literal('none')]);

/**
 * A call that uses credits. `sending`: it was confirmed; until the edge has answered it is sent again under the same key,
 * which the edge makes at most one call of. `open`: the edge is still finding out. `done`, `refused`, `absent`: settled.
 */
export const storedPaidCall = z.object({
  key: z.string(),
  method: z.enum(['POST', 'PUT']),
  path: z.string(),
  /** JSON; null once it is settled, because nobody sends it any more. */
  body: z.nullable(z.string()),
  about: paidCallAbout,
  /** What the run that it starts may use; missing: as the project has it. */
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
/** Of one body, in characters: a prompt with a page in it. */
export const PAID_BODY_MAX = 200_000;

export const paidCallsItem = localItem<unknown>('paid-calls', []);

/** Whatever changes the paid calls does so in this queue, so that none is written back that was just forgotten. */
export const paidCallsInTurn = serialQueue();

/** Newest first. What an other version wrote and this one can't read is left out. */
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
 * Changes a call that is stored. One that has been forgotten since, with the pairing it was made under, stays so.
 * @throws StorageFull
 */
export async function updatePaidCall(call: StoredPaidCall, now: number): Promise<void> {
  const isStored = (await readPaidCalls()).some(({ key }) => key === call.key);
  if (isStored) await writePaidCall(call, now);
}

/** Writes one call; settled ones go when they are old or many, open ones never. @throws StorageFull */
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
