import * as z from 'zod/mini';
import { type InstantMs, instantMs } from '../../shared/time.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { localItem } from './stored-item.ts';

/** The last target of a site's rows, and the mapping of columns to properties, by the columns' names. */
const siteMemory = z.object({
  projectId: z.string(),
  table: z.string(),
  /** By table, then by the column's name on the page; null: skipped. */
  mappings: z.record(z.string(), z.record(z.string(), z.nullable(z.string()))),
  at: instantMs,
});
export type SiteMemory = z.infer<typeof siteMemory>;

const SITES_MAX = 50;

const memoryItem = localItem<unknown>('import-memory', {});

/** What is stored about a site (its host); null when nothing is. */
export async function readSiteMemory(host: string): Promise<SiteMemory | null> {
  return (await readAll())[host] ?? null;
}

/** Stores the target of a site's rows; evicts the least recently used sites. */
export async function rememberSite(
  host: string,
  projectId: string,
  table: string,
  mapping: Record<string, string | null>,
  now: InstantMs,
): Promise<void> {
  const all = await readAll();
  const mappings = { ...all[host]?.mappings, [`${projectId}/${table}`]: mapping };
  const kept = Object.entries({ ...all, [host]: { projectId, table, mappings, at: now } })
    .toSorted(([, one], [, other]) => other.at - one.at)
    .slice(0, SITES_MAX);
  while (byteLength(Object.fromEntries(kept)) > LOCAL_BOUNDS['import-memory'].each) kept.pop();
  await memoryItem.setValue(Object.fromEntries(kept));
}

async function readAll(): Promise<Record<string, SiteMemory>> {
  const entries = Object.entries(Object((await memoryItem.getValue()) ?? {}));
  return Object.fromEntries(
    entries.flatMap(([host, value]) => {
      const parsed = siteMemory.safeParse(value);
      return parsed.success ? [[host, parsed.data]] : [];
    }),
  );
}
