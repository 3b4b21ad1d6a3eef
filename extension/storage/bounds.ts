import { bytesIn } from '../../shared/bytes.ts';

const KIB = 1024;

/** Bytes that browsers let an extension store on disk without asking the user. */
export const LOCAL_QUOTA_BYTES = 10 * 1024 * KIB;

/** Size limit of a key, as JSON in bytes; for a prefix, which ends with `:`, of each key and of all. */
export type Bound = { each: number; all: number };

const one = (bytes: number): Bound => ({ each: bytes, all: bytes });
const many = (each: number, all: number): Bound => ({ each, all });

/** Every key of `storage.local` (`storage-schema.md`). All fit into the quota: none crowds out another. */
export const LOCAL_BOUNDS = {
  form: one(KIB),
  connection: one(4 * KIB),
  'device-token': one(KIB),
  revocations: one(32 * KIB),
  snapshot: one(768 * KIB),
  attention: one(128 * KIB),
  health: one(8 * KIB),
  notices: one(256 * KIB),
  'cap-changes': one(16 * KIB),
  settings: one(256 * KIB),
  'launch-ways': one(KIB),
  'launch-settings': one(4 * KIB),
  'launch-templates': one(256 * KIB),
  'draft:': many(640 * KIB, 1792 * KIB),
  'captured:': many(640 * KIB, 768 * KIB),
  launches: one(1280 * KIB),
  'launch-request:': many(640 * KIB, 896 * KIB),
  'paid-calls': one(768 * KIB),
  'not-sent': one(16 * KIB),
  'prompt-drafts': one(512 * KIB),
  'form-drafts': one(48 * KIB),
  'answer:': many(384 * KIB, 1280 * KIB),
  'import-memory': one(64 * KIB),
  'has-data-key': one(KIB),
  'console-address': one(8 * KIB),
  'pinned-projects': one(8 * KIB),
  'column-layouts': one(32 * KIB),
} as const satisfies Record<string, Bound>;
export type LocalKey = keyof typeof LOCAL_BOUNDS;

/** The key's entry in the schema: itself, or its prefix. */
export const nameOf = (key: string): LocalKey => key.slice(0, key.indexOf(':') + 1 || undefined) as LocalKey;

/** Names of what only its own function changes or deletes: the pairing, calls that may cost, users' texts. */
export const OWED: ReadonlySet<string> = new Set<LocalKey>([
  'connection',
  'device-token',
  'revocations',
  'launches',
  'launch-request:',
  'paid-calls',
  'not-sent',
  'draft:',
  'captured:',
  'prompt-drafts',
  'form-drafts',
  'launch-templates',
]);

/** Every key of `storage.session`, which has the same quota. */
export const SESSION_BOUNDS = {
  'secret-values:': many(256 * KIB, 4096 * KIB),
  'data-form-drafts': one(128 * KIB),
  'launch-open': one(KIB),
  'import-open': one(KIB),
  'browser-start': one(KIB),
  'popup-points-at': one(KIB),
  'storage-trouble': one(KIB),
  'last-read': one(64 * KIB),
  'last-ok-at': one(KIB),
  demo: one(32 * KIB),
} as const satisfies Record<string, Bound>;
export type SessionKey = keyof typeof SESSION_BOUNDS;

/** There is no space to store a value. Callers show this: nothing is dropped silently. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(key: string) {
    super(`There is no room for ${key}.`);
  }
}

/** Paid calls are stored that can't be read, any of which may be the one that is about to be made. */
export class UnreadCalls extends Error {
  override readonly name = 'UnreadCalls';
}

/** Whether a write failed for lack of space: our limit, or the quota, whose message differs by browser. */
export function isStorageFull(error: unknown): boolean {
  return (
    error instanceof StorageFull ||
    (error instanceof Error && /quota/i.test(`${error.name} ${error.message}`))
  );
}

/** The limit of a key; undefined for one that is not in the schema. */
export function boundOf(area: 'local' | 'session', key: string): Bound | undefined {
  const bounds: Record<string, Bound> = area === 'local' ? LOCAL_BOUNDS : SESSION_BOUNDS;
  return bounds[key] ?? bounds[key.slice(0, key.indexOf(':') + 1)];
}

/** @throws StorageFull when the value exceeds its key's limit */
export function checkBound(area: 'local' | 'session', key: string, value: unknown): void {
  const bound = boundOf(area, key);
  if (!bound) throw new Error(`${key} is missing in storage/bounds.ts and storage-schema.md`);
  if (byteLength(value) > bound.each) throw new StorageFull(key);
}

/** Stored size of a value: its JSON, in which Chromium escapes every `<` with six characters. */
export function byteLength(value: unknown): number {
  const json = JSON.stringify(value) ?? '';
  return bytesIn(json) + 5 * (json.split('<').length - 1);
}
