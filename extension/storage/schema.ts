import * as z from 'zod/mini';
import { capChange, edgeHealth, storedAttention, storedSnapshot, storedWatches } from './account.ts';
import type { LocalKey } from './bounds.ts';
import { captured } from './captures.ts';
import { draft, launchSettings, template } from './drafts.ts';
import { launchEntry, launchRequest, type RunnerEntry, withinBound } from './launches.ts';
import { type Notice, noticesWithinBound, storedNotice } from './notices.ts';
import { storedPaidCall } from './paid-calls.ts';
import { connection, revocation } from './pairing.ts';
import { entryPoints, repairSettings, settings } from './settings.ts';

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

/** Every key with its schema: a new one does not compile without. */
export const LOCAL_SCHEMAS: Readonly<Record<LocalKey, StoredSchema>> = {
  'storage-versions': own(z.record(z.string(), z.number())),
  connection: own(connection),
  'device-token': own(z.string()),
  revocations: list(revocation),
  snapshot: reread(storedSnapshot),
  attention: reread(storedAttention),
  health: reread(edgeHealth),
  notices: { ...list(storedNotice), repair: (value) => noticesWithinBound(value as Notice[]) },
  'cap-changes': list(capChange),
  settings: { ...own(settings), repair: repairSettings },
  'launch-ways': own(entryPoints),
  'launch-settings': own(launchSettings),
  'launch-templates': list(template),
  'draft:': own(draft),
  'captured:': own(captured),
  launches: { ...list(launchEntry), repair: (value) => withinBound(value as RunnerEntry[]) },
  'launch-request:': own(launchRequest),
  'paid-calls': list(storedPaidCall),
  'prompt-drafts': own(z.record(z.string(), z.unknown())),
  'form-drafts': own(z.record(z.string(), z.unknown())),
  'answer:': reread(z.looseObject({ readAt: z.number() })),
  'import-memory': own(z.record(z.string(), z.unknown())),
  watches: reread(storedWatches),
  'console-address': own(z.string()),
  'pinned-projects': list(z.string()),
};
