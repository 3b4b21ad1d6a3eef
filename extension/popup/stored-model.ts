import { signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import type { AttentionState } from '../../shared/attention/state.ts';
import { type Connection, connectionItem } from '../connection/connection.ts';
import { type LaunchWays, waysItem } from '../launch/store/launch-ways.ts';
import { type Settings, settingsItem } from '../settings/settings.ts';
import {
  attentionItem,
  type CapChange,
  capChangesItem,
  type EdgeHealth,
  healthItem,
  type StoredSnapshot,
  snapshotItem,
} from '../snapshot-store/stored.ts';

/** What the pages paint from. Read in one go, then followed; never written here. */
export type Stored = {
  connection: Connection | null;
  snapshot: StoredSnapshot | null;
  attention: AttentionState;
  health: EdgeHealth;
  settings: Settings;
  capChanges: CapChange[];
  ways: LaunchWays;
};

const ITEMS = {
  connection: connectionItem,
  snapshot: snapshotItem,
  attention: attentionItem,
  health: healthItem,
  settings: settingsItem,
  capChanges: capChangesItem,
  ways: waysItem,
} as const;

/** Null until storage has answered. */
export const stored = signal<Stored | null>(null);

/** Reads everything at once and follows every change. */
export async function followStorage(): Promise<void> {
  for (const [name, item] of Object.entries(ITEMS)) {
    item.watch((value: unknown) => {
      if (stored.value) stored.value = { ...stored.value, [name]: value };
    });
  }
  take(await firstRead());
  // What changed between that question and the watching above is not told by anyone.
  void browser.storage.local.get(null).then(take);
}

function take(read: Record<string, unknown>): void {
  const values = Object.entries(ITEMS).map(([name, item]) => [name, item.from(read)]);
  stored.value = Object.fromEntries(values) as Stored;
}

/** The answer to `public/first-read.js`, which asked before the modules were loaded; where it does not stand, storage is asked now. */
function firstRead(): Promise<Record<string, unknown>> {
  const asked: Promise<Record<string, unknown>> | undefined = Reflect.get(globalThis, 'firstRead');
  return asked ?? browser.storage.local.get(null);
}
