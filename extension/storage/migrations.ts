import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { boundOf, byteLength, LOCAL_BOUNDS, type LocalKey } from './bounds.ts';
import { draftStore } from './drafts.ts';
import { LOCAL_SCHEMAS, type StoredSchema } from './schema.ts';

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
    Object.entries(schemas).map(([key, entry]) => [key, entry.migrations.length + 1]),
  );
  if (known && Object.entries(current).every(([key, version]) => known[key] === version)) return;
  const changed: Record<string, unknown> = { [VERSIONS]: current };
  const dropped: string[] = [];
  for (const [key, value] of Object.entries(await browser.storage.local.get(null))) {
    const name = nameOf(key);
    const entry = schemas[name];
    if (!entry || key === VERSIONS || value === null) continue;
    const migrated = migrate(entry, key, value, known?.[name] ?? 1);
    if (migrated === undefined) dropped.push(key);
    else if (migrated !== value) changed[key] = migrated;
  }
  if (dropped.length > 0) await browser.storage.local.remove(dropped);
  // Earlier versions had no limit for them.
  await draftStore.shrink(LOCAL_BOUNDS['draft:'].all);
  await browser.storage.local.set(changed);
}

/** The key's entry in the schema: itself, or its prefix. */
const nameOf = (key: string): LocalKey => key.slice(0, key.indexOf(':') + 1 || undefined) as LocalKey;

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
