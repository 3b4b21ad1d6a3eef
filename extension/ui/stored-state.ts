import { computed, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { type AttentionView, attentionView, NOTHING_OPEN, withForecastIn } from '../attention/view.ts';
import { sendMessage } from '../messaging/client.ts';
import {
  asLastOk,
  asLastRead,
  attentionItem,
  capChangesItem,
  healthItem,
  lastOkAtItem,
  lastReadItem,
  type StoredSnapshot,
  snapshotItem,
} from '../storage/account.ts';
import type { CapChange, EdgeHealth, KeptAttention } from '../storage/account-schema.ts';
import { type NotSentCall, notSentItem } from '../storage/not-sent.ts';
import { formHere, formItem } from '../storage/outline.ts';
import { type Connection, connectionItem, type Revocation, revocationsItem } from '../storage/pairing.ts';
import { type StorageTrouble, storageTroubleItem } from '../storage/session.ts';
import { entryPointsItem, settingsItem } from '../storage/settings.ts';
import type { EntryPoints, Settings } from '../storage/settings-schema.ts';

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

/** What the edge last read of a project that it follows; undefined: it follows others, or read nothing. */
export const followedProject = (projectId: string) =>
  stored.value?.snapshot?.snapshot.sections.projects.data?.items.find((one) => one.projectId === projectId);

/** What needs the user. */
export const attentionNow = computed<AttentionView>(() => {
  if (!stored.value) return NOTHING_OPEN;
  const snapshot = stored.value.snapshot?.snapshot ?? null;
  const view = attentionView(snapshot, stored.value.attention, stored.value.notSent);
  return snapshot ? withForecastIn(view, snapshot.sections) : view;
});

/** What was read, with what changed since. */
let known: Partial<Kept> = {};

/** Reads everything at once and follows every change. First repairs what another or unknown build wrote. */
export async function followStorage(): Promise<void> {
  for (const area of ['local', 'session'] as const)
    browser.storage[area].onChanged.addListener((changes) => {
      const changed = Object.entries(changes).map(([key, { newValue }]) => [key, newValue]);
      const news = valuesIn(area, Object.fromEntries(changed), (key) => key in changes);
      if (Object.keys(news).length === 0) return;
      known = { ...known, ...news };
      if (stored.value) stored.value = { ...stored.value, ...shown(news, known as Kept) };
    });
  const read = await readAreas();
  if (formItem.from(read.local) !== formHere() && (await healStored())) return;
  show(read);
}

/** A page waits no longer for its background; what it sets right later arrives as a change. */
const HEAL_TIMEOUT_MS = 3 * SECOND_MS;

/** Has the background set right what is stored, and reads it again. @returns whether it did */
export async function healStored(): Promise<boolean> {
  const late = new Promise<{ ok: false }>((resolve) => setTimeout(resolve, HEAL_TIMEOUT_MS, { ok: false }));
  const { ok } = await Promise.race([sendMessage('repairStored', {}), late]);
  if (ok) show(await readAreas());
  return ok;
}

type Areas = Record<'local' | 'session', Record<string, unknown>>;

async function readAreas(): Promise<Areas> {
  // A change event may arrive before the result of a read, and is newer.
  known = {};
  const [local, session] = await Promise.all([
    browser.storage.local.get([...keysIn('local'), formItem.key]),
    browser.storage.session.get(keysIn('session')),
  ]);
  return { local, session };
}

function show({ local, session }: Areas): void {
  const kept = {
    ...valuesIn('local', local, () => true),
    ...valuesIn('session', session, () => true),
    ...known,
  } as Kept;
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
