import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import { attachmentStore } from './drafts.ts';
import { launchesInTurn, requestStore, runnerStore, toReceipt } from './launches.ts';
import {
  asReceipt,
  isSettled,
  paidCallsInTurn,
  paidCallsItem,
  readPaidCalls,
  uploadsOf,
} from './paid-calls.ts';
import { connectionItem, isSameLedger } from './pairing.ts';
import { secretStore } from './session.ts';
import { type Entry, setTogether } from './stored-item.ts';

/**
 * Writes what ends this browser's use of a ledger, such as its pairing, and in the same step turns every open paid call
 * into a receipt. Their bodies, files and secrets are deleted: they were confirmed for that ledger alone. Settled launches
 * forget where they were confirmed.
 */
export function leaveLedger(ending: readonly Entry<'local'>[]): Promise<void> {
  return launchesInTurn(() =>
    paidCallsInTurn(async () => {
      const launches = (await runnerStore.read()).map((entry) => ({ entry, left: toReceipt(entry) }));
      const calls = (await readPaidCalls()).filter((call) => !isSettled(call));
      await setTogether([
        ...ending,
        runnerStore.as(
          launches.map(({ entry, left }) => (left === entry ? { ...entry, confirmedFor: null } : left)),
        ),
        paidCallsItem.as(calls.map(asReceipt)),
      ]);
      const files = calls.flatMap(uploadsOf);
      if (files.length > 0) await attachmentStore.remove(files).catch(() => undefined);
      for (const { entry, left } of launches) if (left !== entry) await forgetContents(entry);
    }),
  );
}

/** Deletes what a launch would be sent with; the draft stays, without the values of its secrets. */
async function forgetContents({ key, draft }: { key: string; draft: { id: string } }): Promise<void> {
  await requestStore.remove(key);
  await secretStore.remove(key);
  await secretStore.remove(draft.id);
}

/** Stores which ledger the paired edge has now. Paid calls that were confirmed for another become receipts. */
export async function noteLedger(ledger: LedgerIdentity): Promise<void> {
  const connection = await connectionItem.getValue();
  if (connection && !isSameLedger(ledger, connection.ledger))
    await leaveLedger([connectionItem.as({ ...connection, ledger })]);
}
