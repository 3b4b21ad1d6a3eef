import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { snapshot } from '../../shared/snapshot/snapshot.ts';
import { instantMs } from '../../shared/time.ts';
import { capChange, edgeHealth, keptAttention, type StoredSnapshot, storedWatches } from './account.ts';
import { boundOf, byteLength, LOCAL_BOUNDS, type LocalKey, nameOf, OWED } from './bounds.ts';
import { captured } from './captures.ts';
import { columnLayout } from './column-layouts.ts';
import { draft, draftStore, launchSettings, template } from './drafts.ts';
import { launchEntry, launchRequest, type RunnerEntry, withinBound } from './launches.ts';
import { notSentCall } from './not-sent.ts';
import { type Notice, noticesWithinBound, storedNotice } from './notices.ts';
import { storedPaidCall } from './paid-calls.ts';
import { connection, revocation } from './pairing.ts';
import { entryPoints, repairSettings, settings } from './settings.ts';
import { aside } from './stored-item.ts';

const VERSIONS = 'storage-versions';
const versions = z.record(z.string(), z.number());

/**
 * Migrates the data of an earlier version, once. What does not match afterwards is read again from the edge, or left
 * alone if it is the user's own. May be interrupted at any moment: everything is written in one step.
 */
export async function migrateStorage(
  schemas: Readonly<Record<string, StoredSchema>> = LOCAL_SCHEMAS,
): Promise<void> {
  const { [VERSIONS]: stored } = await browser.storage.local.get(VERSIONS);
  const known = parse(versions, stored);
  const current = Object.fromEntries(
    Object.entries(schemas).map(([key, entry]) => {
      const version = entry.migrations.length + 1;
      return [key, OWED.has(key) ? Math.max(version, known?.[key] ?? 0) : version];
    }),
  );
  if (known && Object.entries(current).every(([key, version]) => known[key] === version)) return;
  const changed: Record<string, unknown> = { [VERSIONS]: current };
  const dropped: string[] = [];
  for (const [key, value] of Object.entries(await browser.storage.local.get(null))) {
    const name = nameOf(key);
    const entry = schemas[name];
    if (!entry || key === VERSIONS || value === null) continue;
    const from = known?.[name] ?? 1;
    if (from > entry.migrations.length + 1) {
      // A newer version wrote it.
      if (OWED.has(name)) continue;
      if (key === name) await browser.storage.local.set(aside(key, value));
      dropped.push(key);
      continue;
    }
    const migrated = migrate(entry, key, value, from);
    if (migrated === undefined) dropped.push(key);
    else if (migrated !== value) changed[key] = migrated;
  }
  if (dropped.length > 0) await browser.storage.local.remove(dropped);
  // Earlier versions had no limit for them.
  await draftStore.shrink(LOCAL_BOUNDS['draft:'].all);
  await browser.storage.local.set(changed);
}

/** @returns the same value if unchanged; undefined to delete it */
function migrate(entry: StoredSchema, key: string, value: unknown, from: number): unknown {
  const migrated = entry.migrations.slice(from - 1).reduce((old, step) => step(old), value);
  const fits = fitting(entry, key, migrated);
  if (fits) return migrated;
  const repaired = entry.repair?.(migrated);
  if (repaired !== undefined && fitting(entry, key, repaired)) return repaired;
  return entry.misfit === 'reread' ? undefined : migrated;
}

function fitting({ schema, isList }: StoredSchema, key: string, value: unknown): boolean {
  if (byteLength(value) > (boundOf('local', key)?.each ?? 0)) return false;
  return isList ? Array.isArray(value) : schema.safeParse(value).success;
}

/** Schema of a key of `storage.local`, besides its size limit. Documented in `storage-schema.md`. */
export type StoredSchema = {
  /** Of the value; of each entry if the value is a list whose entries are parsed one by one. */
  schema: z.ZodMiniType;
  isList?: true;
  /**
   * Migrate a value from version 1 to 2, from 2 to 3, and so on. They import nothing that may change. The version of
   * a key is one more than their number.
   */
  migrations: readonly ((value: unknown) => unknown)[];
  /**
   * What happens to a value that does not match after that. `reread`: deleted, because the edge has it. `keep`: it is
   * the user's own and stays for a version that can read it; readers skip it.
   */
  misfit: 'reread' | 'keep';
  /** Makes a value match its schema and size limit as far as possible. */
  repair?: (value: unknown) => unknown;
};

const reread = (schema: z.ZodMiniType): StoredSchema => ({ schema, migrations: [], misfit: 'reread' });
const own = (schema: z.ZodMiniType): StoredSchema => ({ schema, migrations: [], misfit: 'keep' });
const list = (schema: z.ZodMiniType): StoredSchema => ({ ...own(schema), isList: true });

/** Version 1 of launches and paid calls did not store which ledger they were confirmed for. */
const confirmedForUnknown = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one: unknown) =>
        typeof one === 'object' && one !== null ? { ...one, confirmedFor: null } : one,
      )
    : value;

const renamed = (names: Readonly<Record<string, string>>, value: unknown) =>
  typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : value;

type Fields = Readonly<Record<string, unknown>>;
const inEach = (field: string, change: (of: Fields) => Fields) => (value: unknown) =>
  Array.isArray(value)
    ? value.map((one: Fields | null) => {
        const of = one?.[field];
        return typeof of === 'object' && of !== null ? { ...one, [field]: change(of as Fields) } : one;
      })
    : value;

/** Endings of runs and of deployments had names of their own. */
const endingsApart = { finished: 'succeeded', live: 'succeeded', untold: 'not-known' };
const launchEndingsApart = inEach('outcome', ({ ending, ...rest }) =>
  ending === undefined ? rest : { ...rest, ending: renamed(endingsApart, ending) },
);
const noticeEndingsApart = inEach('about', ({ outcome, ...rest }) =>
  outcome === undefined ? rest : { ...rest, outcome: renamed(endingsApart, outcome) },
);

/** The edge decides what needs the user: of what a browser reduced itself, names and numbers of projects stay. */
const withoutReducer = (value: unknown): unknown => {
  const { names = {}, numbers = {}, cursor = null, seen = {} } = value as Record<string, unknown>;
  return { cursor, names, numbers, seen };
};

/** Not beside its type: no page reads a snapshot but as it was parsed, nor loads the schema of one. */
const storedSnapshot: z.ZodMiniType<StoredSnapshot> = z.object({
  snapshot,
  etag: z.nullable(z.string()),
  receivedAt: instantMs,
  skewMs: z.number(),
});

/** Every key with its schema: a new one does not compile without. */
export const LOCAL_SCHEMAS: Readonly<Record<LocalKey, StoredSchema>> = {
  'storage-versions': own(z.record(z.string(), z.number())),
  connection: own(connection),
  'device-token': own(z.string()),
  revocations: list(revocation),
  snapshot: reread(storedSnapshot),
  attention: { ...reread(keptAttention), migrations: [withoutReducer] },
  health: reread(edgeHealth),
  notices: {
    ...list(storedNotice),
    migrations: [noticeEndingsApart],
    repair: (value) => noticesWithinBound(value as Notice[]),
  },
  'cap-changes': list(capChange),
  settings: { ...own(settings), repair: repairSettings },
  'launch-ways': own(entryPoints),
  'launch-settings': own(launchSettings),
  'launch-templates': list(template),
  'draft:': own(draft),
  'captured:': own(captured),
  launches: {
    ...list(launchEntry),
    migrations: [confirmedForUnknown, launchEndingsApart],
    repair: (value) => withinBound(value as RunnerEntry[]),
  },
  'launch-request:': own(launchRequest),
  'paid-calls': { ...list(storedPaidCall), migrations: [confirmedForUnknown] },
  'not-sent': list(notSentCall),
  'prompt-drafts': own(z.record(z.string(), z.unknown())),
  'form-drafts': own(z.record(z.string(), z.unknown())),
  'answer:': reread(z.looseObject({ readAt: z.number(), json: z.string() })),
  'import-memory': own(z.record(z.string(), z.unknown())),
  watches: reread(storedWatches),
  'has-data-key': reread(z.boolean()),
  'console-address': own(z.string()),
  'pinned-projects': list(z.string()),
  'column-layouts': list(columnLayout),
  'aside:': own(z.unknown()),
};
