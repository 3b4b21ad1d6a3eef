import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import {
  attentionItem,
  capChangesItem,
  hasDataKeyItem,
  lastOkAtItem,
  lastReadItem,
  NO_ATTENTION,
  snapshotItem,
} from './account.ts';
import { clearCachedResponses, lastAddressItem } from './console.ts';
import { attachmentStore, secretStore } from './drafts.ts';
import { forgetDataDrafts } from './forget.ts';
import { formDraftsItem } from './form-drafts.ts';
import { clearImportDrafts } from './import-table.ts';
import { launchesInTurn, requestStore, runnerStore, toReceipt } from './launches.ts';
import { notSentItem } from './not-sent.ts';
import { noticesItem } from './notices.ts';
import { asReceipt, isSettled, paidCallsInTurn, paidCallsItem, uploadsOf } from './paid-calls.ts';
import { connectionItem, isSameLedger } from './pairing.ts';
import { promptDraftsItem, removePromptDrafts } from './prompt-drafts.ts';
import { type Entry, setTogether } from './stored-item.ts';

/**
 * Writes what ends this browser's use of a ledger, such as its pairing, and in the same step turns every open
 * paid call into a receipt. Their bodies, files and secrets are deleted: they were confirmed for that ledger
 * alone. Settled launches forget where they were confirmed.
 */
export function leaveLedger(ending: readonly Entry<'local'>[]): Promise<void> {
  return launchesInTurn(() =>
    paidCallsInTurn(async () => {
      const launches = (await runnerStore.read()).map((entry) => ({ entry, left: toReceipt(entry) }));
      const calls = (await paidCallsItem.getValue()).filter((call) => !isSettled(call));
      await setTogether([
        ...ending,
        runnerStore.as(
          launches.map(({ entry, left }) => (left === entry ? { ...entry, confirmedFor: null } : left)),
        ),
        // One that waits was never sent: there is nothing to look up.
        paidCallsItem.as(calls.filter(({ state }) => state !== 'waiting').map(asReceipt)),
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

/**
 * Deletes everything of an account except receipts of its paid calls, with what ends it; the settings and the
 * pairing itself remain. Imports in preparation are deleted too where an account is left.
 */
export async function forgetAccount(ending: readonly Entry<'local'>[], isLeft: boolean): Promise<void> {
  await clearCachedResponses();
  await Promise.all([lastReadItem.removeValue(), lastOkAtItem.removeValue()]);
  const forgotten = [
    snapshotItem.as(null),
    attentionItem.as(NO_ATTENTION),
    noticesItem.as([]),
    notSentItem.as([]),
    capChangesItem.as([]),
    lastAddressItem.as(''),
    promptDraftsItem.as({}),
    formDraftsItem.as({}),
    hasDataKeyItem.as(false),
  ];
  await removePromptDrafts(() => leaveLedger([...forgotten, ...ending]));
  await forgetDataDrafts();
  // Its requests and scans have keys already, and go on under them.
  if (isLeft) await clearImportDrafts().catch(() => undefined);
}

/**
 * Stores which ledger the paired edge has now. Paid calls that were confirmed for another become receipts; of
 * another account, nothing is kept but those.
 */
export async function noteLedger(ledger: LedgerIdentity): Promise<void> {
  const connection = await connectionItem.getValue();
  if (!connection || isSameLedger(ledger, connection.ledger)) return;
  const noted = [connectionItem.as({ ...connection, ledger })];
  await (connection.ledger === undefined ? leaveLedger(noted) : forgetAccount(noted, true));
}
