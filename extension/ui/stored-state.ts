import { computed, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { type AttentionView, attentionView, NOTHING_OPEN } from '../attention/view.ts';
import {
  attentionItem,
  type CapChange,
  capChangesItem,
  type EdgeHealth,
  healthItem,
  type KeptAttention,
  type StoredSnapshot,
  type StoredWatches,
  snapshotItem,
  watchesItem,
} from '../storage/account.ts';
import { type Connection, connectionItem, type Revocation, revocationsItem } from '../storage/pairing.ts';
import { type StorageTrouble, storageTroubleItem } from '../storage/session.ts';
import { type EntryPoints, entryPointsItem, type Settings, settingsItem } from '../storage/settings.ts';

/** The stored state that pages render. Read at once, then followed; never written here. */
export type Stored = {
  connection: Connection | null;
  snapshot: StoredSnapshot | null;
  attention: KeptAttention;
  health: EdgeHealth;
  settings: Settings;
  capChanges: CapChange[];
  ways: EntryPoints;
  revocations: Revocation[];
  watches?: StoredWatches | null;
  /** Stored separately from the storage that failed. */
  storageTrouble?: StorageTrouble | null;
};

const ITEMS = {
  connection: connectionItem,
  snapshot: snapshotItem,
  attention: attentionItem,
  health: healthItem,
  settings: settingsItem,
  capChanges: capChangesItem,
  ways: entryPointsItem,
  revocations: revocationsItem,
  watches: watchesItem,
} as const;

/** Null until storage has been read. */
export const stored = signal<Stored | null>(null);

/** What needs the user. */
export const attentionNow = computed<AttentionView>(() =>
  stored.value
    ? attentionView(stored.value.snapshot?.snapshot ?? null, stored.value.attention)
    : NOTHING_OPEN,
);

/** Reads everything at once and follows every change. */
export async function followStorage(): Promise<void> {
  // A change event may arrive before the result of the first read, and is newer.
  let early: Partial<Stored> = {};
  browser.storage.local.onChanged.addListener((changes) => {
    const changed = Object.entries(changes).map(([key, { newValue }]) => [key, newValue]);
    const news = valuesIn(Object.fromEntries(changed), ({ key }) => key in changes);
    if (Object.keys(news).length === 0) return;
    if (stored.value) stored.value = { ...stored.value, ...news };
    else early = { ...early, ...news };
  });
  storageTroubleItem.watch((storageTrouble) => {
    if (stored.value) stored.value = { ...stored.value, storageTrouble };
    else early = { ...early, storageTrouble };
  });
  const [read, storageTrouble] = await Promise.all([
    browser.storage.local.get(Object.values(ITEMS).map(({ key }) => key)),
    storageTroubleItem.getValue(),
  ]);
  stored.value = { ...(valuesIn(read, () => true) as Stored), storageTrouble, ...early };
}

function valuesIn(
  read: Record<string, unknown>,
  wanted: (item: { key: string }) => boolean,
): Partial<Stored> {
  const items = Object.entries(ITEMS).filter(([, item]) => wanted(item));
  return Object.fromEntries(items.map(([name, item]) => [name, item.from(read)]));
}
