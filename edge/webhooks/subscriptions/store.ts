import { DAY_MS, type InstantMs, MINUTE_MS } from '../../../shared/time.ts';
import { hex } from '../../http/digest.ts';
import type { Schema } from '../../object/database.ts';
import { Rows } from '../../object/rows.ts';
import { NONCE_BYTES, type SecretBox } from '../../object/secret-box.ts';
import { partOfAddress } from './address.ts';
import type { ListedWebhook } from './webhook-service.ts';

export const subscriptionsSchema: Schema = {
  startAnew: ['DELETE FROM webhook_subscriptions'],
  tables: [
    `CREATE TABLE webhook_subscriptions (
       webhook_id TEXT PRIMARY KEY, kind TEXT NOT NULL, event TEXT NOT NULL, part TEXT NOT NULL, url TEXT NOT NULL,
       secret BLOB, former_secret BLOB, secret_changed_at INTEGER, refreshed_at INTEGER, removed_at INTEGER
     ) WITHOUT ROWID`,
    'CREATE INDEX webhook_subscriptions_by_address ON webhook_subscriptions (event, part)',
  ],
};

/** How long the previous secret stays valid after a change (service reference, Limits). */
export const FORMER_SECRET_GOOD_FOR_MS = DAY_MS;
/** Retries may still arrive for a deleted subscription; the service gives up after 2 min 30 s. */
const REMOVED_GOOD_FOR_MS = 10 * MINUTE_MS;
const MAX_OPENED = 1000;

const PROJECT_PREFIX = 'project:';

/** A project's own webhook has no id at the service; it is stored under this one. */
export function projectHookId(projectId: string): string {
  return `${PROJECT_PREFIX}${projectId}`;
}

/** The project that such an id is of; null: it is of a subscription of the account. */
export const projectOfHook = (id: string): string | null =>
  id.startsWith(PROJECT_PREFIX) ? id.slice(PROJECT_PREFIX.length) : null;

interface Row {
  webhookId: string;
  event: string;
  part: string;
  url: string;
  secret: ArrayBuffer | null;
  formerSecret: ArrayBuffer | null;
  secretChangedAt: InstantMs | null;
  refreshedAt: InstantMs | null;
  removedAt: InstantMs | null;
}

/** `good` secrets verify a delivery; `former` ones only explain why one failed. */
export type Secrets = { good: string[]; former: string[] };

/** Our subscriptions and their secrets, encrypted at rest; without an `ENCRYPTION_KEY` none is stored. */
export class SubscriptionStore {
  readonly #storage: DurableObjectStorage;
  readonly #rows: Rows<Row>;
  readonly #box: SecretBox | null;
  /** Decrypted secrets of this instance, by nonce, which is unique per encryption. */
  readonly #opened = new Map<string, string>();

  constructor(storage: DurableObjectStorage, box: SecretBox | null) {
    this.#storage = storage;
    this.#rows = new Rows(storage.sql, 'webhook_subscriptions', ['webhookId'], {});
    this.#box = box;
  }

  /** Records a subscription as ours. */
  record({ id, event, url }: Pick<ListedWebhook, 'id' | 'event' | 'url'>): void {
    this.#storage.sql.exec(
      `INSERT INTO webhook_subscriptions (webhook_id, kind, event, part, url) VALUES (?, 'account', ?, ?, ?)
       ON CONFLICT (webhook_id) DO UPDATE SET removed_at = NULL`,
      id,
      event,
      partOfAddress(url),
      url,
    );
  }

  /** Records that a project's own webhook points here. */
  recordProject(projectId: string, url: string): void {
    this.#storage.sql.exec(
      `INSERT INTO webhook_subscriptions (webhook_id, kind, event, part, url) VALUES (?, 'project', ?, '', ?)
       ON CONFLICT (webhook_id) DO UPDATE SET url = excluded.url, removed_at = NULL`,
      projectHookId(projectId),
      projectHookId(projectId),
      url,
    );
  }

  /** The projects whose own webhook points here. */
  projects(): { projectId: string; url: string; hasSecret: boolean; secretChangedAt: InstantMs | null }[] {
    return this.#rows
      .all("kind = 'project' AND removed_at IS NULL ORDER BY webhook_id")
      .map(({ webhookId, url, secret, secretChangedAt }) => ({
        projectId: webhookId.slice(PROJECT_PREFIX.length),
        url,
        hasSecret: secret !== null,
        secretChangedAt,
      }));
  }

  /** Stores a subscription's secret; a different stored one becomes the former. */
  async storeSecret(webhookId: string, secret: string, now: InstantMs): Promise<void> {
    if (!this.#box) return;
    const sealed = await this.#box.seal(secret, webhookId);
    const row = this.#row(webhookId);
    if (!row) return;
    const held = row.secret ? await this.#open(webhookId, row.secret) : null;
    if (held === secret) return;
    this.#storage.sql.exec(
      `UPDATE webhook_subscriptions SET former_secret = secret, secret = ?,
         secret_changed_at = CASE WHEN secret IS NULL THEN NULL ELSE ? END WHERE webhook_id = ?`,
      sealed,
      now,
      webhookId,
    );
  }

  /** Marks one as deleted or missing; its secret stays valid for deliveries in flight. */
  removed(webhookId: string, now: InstantMs): void {
    this.#rows.set({ removedAt: now }, 'webhook_id = ? AND removed_at IS NULL', webhookId);
  }

  /** Ids of ours that exist, as far as known. */
  active(): Pick<Row, 'webhookId' | 'event' | 'url'>[] {
    return this.#rows
      .all("kind = 'account' AND removed_at IS NULL")
      .map(({ webhookId, event, url }) => ({ webhookId, event, url }));
  }

  /** Ids of ours whose secret can be decrypted. One encrypted with another `ENCRYPTION_KEY` is read again. */
  async withSecret(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const { webhookId, secret } of this.#rows.all('removed_at IS NULL AND secret IS NOT NULL'))
      if (secret && (await this.#open(webhookId, secret)) !== null) ids.add(webhookId);
    return ids;
  }

  /** Whether a stored secret starts with this prefix; the service may mark where it truncated it. */
  async holdsSecret(webhookId: string, prefix: string): Promise<boolean> {
    const box = this.#row(webhookId)?.secret;
    const secret = box ? await this.#open(webhookId, box) : null;
    return secret?.startsWith(prefix.replace(/[.…*]+$/, '')) ?? false;
  }

  /** Ids of the subscriptions, active or just deleted, with this address. */
  at(event: string, part: string, now: InstantMs): string[] {
    return this.#rowsAt(event, part, now).map(({ webhookId }) => webhookId);
  }

  /** The event and part of every address of ours. */
  addresses(): { event: string; part: string }[] {
    const query = 'SELECT DISTINCT event, part FROM webhook_subscriptions';
    return this.#storage.sql.exec<{ event: string; part: string }>(query).toArray();
  }

  async secretsAt(event: string, part: string, now: InstantMs): Promise<Secrets> {
    const secrets: Secrets = { good: [], former: [] };
    for (const row of this.#rowsAt(event, part, now)) {
      const secret = row.secret && (await this.#open(row.webhookId, row.secret));
      const former = row.formerSecret && (await this.#open(row.webhookId, row.formerSecret));
      if (secret) secrets.good.push(secret);
      if (!former) continue;
      const stillGood = now - (row.secretChangedAt ?? 0) < FORMER_SECRET_GOOD_FOR_MS;
      (stillGood ? secrets.good : secrets.former).push(former);
    }
    return secrets;
  }

  /**
   * Tells whether the secret may be read again, and if so records that it was: forged deliveries must not
   * cause a flood of calls of the service.
   */
  mayRefresh(webhookId: string, now: InstantMs, { everyMs, max }: { everyMs: number; max: number }): boolean {
    const row = this.#row(webhookId);
    if (!row || (row.refreshedAt !== null && now - row.refreshedAt < everyMs)) return false;
    const query = 'SELECT count(*) AS count FROM webhook_subscriptions WHERE refreshed_at > ?';
    if (this.#storage.sql.exec<{ count: number }>(query, now - everyMs).one().count >= max) return false;
    return this.#rows.set({ refreshedAt: now }, 'webhook_id = ?', webhookId);
  }

  prune(now: InstantMs): void {
    this.#rows.drop('removed_at < ?', now - REMOVED_GOOD_FOR_MS);
  }

  #rowsAt(event: string, part: string, now: InstantMs): Row[] {
    const which =
      'event = ? AND part = ? AND (removed_at IS NULL OR removed_at > ?) ORDER BY removed_at IS NOT NULL LIMIT 4';
    return this.#rows.all(which, event, part, now - REMOVED_GOOD_FOR_MS);
  }

  #row(webhookId: string): Row | null {
    return this.#rows.one('webhook_id = ?', webhookId);
  }

  async #open(webhookId: string, box: ArrayBuffer): Promise<string | null> {
    const nonce = hex(box.slice(0, NONCE_BYTES));
    const known = this.#opened.get(nonce);
    if (known !== undefined) return known;
    const secret = (await this.#box?.open(box, webhookId)) ?? null;
    if (secret === null) return null;
    if (this.#opened.size >= MAX_OPENED) this.#opened.clear();
    this.#opened.set(nonce, secret);
    return secret;
  }
}
