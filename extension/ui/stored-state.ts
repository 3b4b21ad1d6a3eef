import { computed, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import { withForecastIn } from '../attention/balance-forecast.ts';
import { type AttentionView, attentionView, NOTHING_OPEN } from '../attention/view.ts';
import {
  asLastOk,
  asLastRead,
  attentionItem,
  type CapChange,
  capChangesItem,
  type EdgeHealth,
  healthItem,
  type KeptAttention,
  lastOkAtItem,
  lastReadItem,
  type StoredSnapshot,
  snapshotItem,
} from '../storage/account.ts';
import { type NotSentCall, notSentItem } from '../storage/not-sent.ts';
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
  notSent?: NotSentCall[];
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
  storageTrouble: storageTroubleItem,
  lastRead: lastReadItem,
  lastOkAt: lastOkAtItem,
  notSent: notSentItem,
} as const;

type Items = typeof ITEMS;
/** What is in storage: that of the last reading apart from what it found unchanged. */
type Kept = { [Name in keyof Items]: Items[Name]['fallback'] };

/** Null until storage has been read. */
export const stored = signal<Stored | null>(null);

/** Whether this browser may do what needs a role. */
export const mayAct = (needed: Role): boolean => mayActAs(stored.value?.connection?.role ?? 'viewer', needed);

/** What the edge last read of a project that it follows; undefined: it follows others, or nothing was read. */
export const followedProject = (projectId: string) =>
  stored.value?.snapshot?.snapshot.sections.projects.data?.items.find((one) => one.projectId === projectId);

/** What needs the user. */
export const attentionNow = computed<AttentionView>(() => {
  if (!stored.value) return NOTHING_OPEN;
  const snapshot = stored.value.snapshot?.snapshot ?? null;
  const view = attentionView(snapshot, stored.value.attention, stored.value.notSent);
  return snapshot ? withForecastIn(view, snapshot.sections) : view;
});

/** Reads everything at once and follows every change. */
export async function followStorage(): Promise<void> {
  // A change event may arrive before the result of the first read, and is newer.
  let known: Partial<Kept> = {};
  for (const area of ['local', 'session'] as const)
    browser.storage[area].onChanged.addListener((changes) => {
      const changed = Object.entries(changes).map(([key, { newValue }]) => [key, newValue]);
      const news = valuesIn(area, Object.fromEntries(changed), (key) => key in changes);
      if (Object.keys(news).length === 0) return;
      known = { ...known, ...news };
      if (stored.value) stored.value = { ...stored.value, ...shown(news, known as Kept) };
    });
  const areas = (['local', 'session'] as const).map(async (area) =>
    valuesIn(area, await browser.storage[area].get(keysIn(area)), () => true),
  );
  const [local, session] = await Promise.all(areas);
  const kept = { ...local, ...session, ...known } as Kept;
  known = kept;
  stored.value = shown(kept, kept) as Stored;
}

/** How pages see what changed. */
function shown({ lastRead, lastOkAt, ...news }: Partial<Kept>, kept: Kept): Partial<Stored> {
  const isReadAgain = news.snapshot !== undefined || lastRead !== undefined;
  const isOkAgain = news.health !== undefined || lastOkAt !== undefined;
  return {
    ...news,
    ...(isReadAgain && { snapshot: asLastRead(kept.snapshot, kept.lastRead) }),
    ...(isOkAgain && { health: asLastOk(kept.health, kept.lastOkAt) }),
  };
}

const itemsIn = (area: 'local' | 'session') => Object.entries(ITEMS).filter(([, item]) => item.area === area);

const keysIn = (area: 'local' | 'session') => itemsIn(area).map(([, { key }]) => key);

function valuesIn(
  area: 'local' | 'session',
  read: Record<string, unknown>,
  isWanted: (key: string) => boolean,
): Partial<Kept> {
  const items = itemsIn(area).filter(([, { key }]) => isWanted(key));
  return Object.fromEntries(items.map(([name, item]) => [name, item.from(read)]));
}
