import { readTables } from '../../shared/data-api/records.ts';
import type { DataApp, DataKeyRecord, DataKeyResponse } from '../../shared/edge-api/data-keys.ts';
import type { InstantMs } from '../../shared/time.ts';
import { keyedDigest } from '../http/digest.ts';
import { fail, invalid, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';
import { SecretBox } from '../object/secret-box.ts';
import type { DataClient } from './client.ts';
import { type DataResponse, dataErrorOf } from './response.ts';

export const dataKeysSchema: Schema = {
  startAnew: ['DELETE FROM data_keys'],
  tables: [
    `CREATE TABLE data_keys (
      project_id TEXT PRIMARY KEY,
      sealed_key BLOB NOT NULL,
      app TEXT NOT NULL,
      set_at INTEGER NOT NULL,
      rejected_at INTEGER
    ) WITHOUT ROWID`,
  ],
};

interface DataKeyRow {
  projectId: string;
  sealedKey: ArrayBuffer;
  app: DataApp;
  setAt: InstantMs;
  rejectedAt: InstantMs | null;
}

const TABLES_TOLD_MAX = 200;

/** The data keys of projects: tested before they are stored, encrypted at rest, and never returned. */
export class DataKeys {
  readonly #context: AccountContext;
  readonly #client: DataClient;
  readonly #box: SecretBox | null;
  readonly #rows: Rows<DataKeyRow>;
  /** Decrypted keys and whether the backend rejects them; cached, as an import reads them for every row. */
  readonly #opened = new Map<string, { key: string; app: string; isRejected: boolean }>();

  constructor(context: AccountContext, client: DataClient) {
    this.#context = context;
    this.#client = client;
    this.#rows = new Rows(context.storage.sql, 'data_keys', ['projectId'], { app: 'json' });
    const { encryptionKey } = context.configuration;
    this.#box = encryptionKey && new SecretBox(encryptionKey);
  }

  list(): DataKeyRecord[] {
    return this.#rows.all('true ORDER BY project_id').map(recordOf);
  }

  /**
   * Tests a key. Another project's key would pass as well, so it is stored only after the owner has confirmed
   * the app that it opens, by sending back this response's `confirm`.
   */
  async put(
    by: string,
    projectId: string,
    key: string,
    confirm: string | undefined,
  ): Promise<Result<DataKeyResponse>> {
    const { encryptionKey, dataApiUrl } = this.#context.configuration;
    if (dataApiUrl === null) return noDataBackend();
    if (encryptionKey === null || this.#box === null)
      return fail('EDGE_NOT_CONFIGURED', 'The edge can’t keep secrets: set ENCRYPTION_KEY.');
    const project = await this.#context.client.call('getProject', { parameters: { projectId } });
    if (!project.ok && project.failure.kind === 'not-found')
      return fail('EDGE_NOT_FOUND', 'The account has no such project.');
    const tested = await this.#test(key);
    if (!tested.ok) return tested;
    const app = tested.value;
    const expected = await keyedDigest(
      encryptionKey,
      'data-key',
      JSON.stringify([projectId, key, app.id, app.name]),
    );
    if (confirm === undefined)
      return success({ kind: 'confirm', app, looksRight: looksRight(projectId, app), confirm: expected });
    if (confirm !== expected)
      return invalid('confirm', 'is of another key, project or app: look again at what the key opens');
    const sealed = await this.#box.seal(key, ownerOf(projectId));
    this.#opened.delete(projectId);
    const row = { projectId, sealedKey: sealed.buffer, app, setAt: this.#context.now(), rejectedAt: null };
    const did = this.#row(projectId) === null ? 'added' : 'changed';
    this.#rows.put(row, 'WRITE OVER');
    this.#context.emitter.emit('setting-changed', by, projectId, { setting: 'data-key', did });
    return success({ kind: 'kept', record: recordOf(row) });
  }

  remove(by: string, projectId: string): Result<{ removed: true }> {
    this.#opened.delete(projectId);
    if (!this.#rows.drop('project_id = ?', projectId))
      return fail('EDGE_NOT_FOUND', 'No data key is kept for this project.');
    this.#context.emitter.emit('setting-changed', by, projectId, { setting: 'data-key', did: 'removed' });
    return success({ removed: true });
  }

  /** What tells the app that a project's key opens from every other one; null without a key. */
  appOf(projectId: string): string | null {
    const row = this.#row(projectId);
    return row && identityOf(row);
  }

  /**
   * A project's key, for the edge itself.
   * @param app that it must open (`appOf`); else it is refused
   */
  async open(projectId: string, app?: string): Promise<Result<string>> {
    if (this.#context.configuration.dataApiUrl === null) return noDataBackend();
    const opened = this.#opened.get(projectId);
    if (opened !== undefined)
      return app === undefined || opened.app === app ? success(opened.key) : otherApp();
    const row = this.#row(projectId);
    if (row === null)
      return fail('EDGE_DATA_KEY_MISSING', 'This project has no data key yet: an owner can write one.');
    if (app !== undefined && identityOf(row) !== app) return otherApp();
    const key = (await this.#box?.open(row.sealedKey, ownerOf(projectId))) ?? null;
    if (key === null)
      return fail(
        'EDGE_DATA_KEY_MISSING',
        'The data key can’t be read any more: an owner must write it again.',
      );
    // Replaced or deleted while it was decrypted: the next call decrypts again.
    if (this.#row(projectId)?.setAt === row.setAt)
      this.#opened.set(projectId, { key, app: identityOf(row), isRejected: row.rejectedAt !== null });
    return success(key);
  }

  /**
   * Records whether the backend accepted the project's key.
   * @param key that was used; one replaced meanwhile is ignored
   */
  note(projectId: string, response: DataResponse, key?: string): void {
    const isRejected = !response.ok && response.failure.kind === 'key-rejected';
    const wasAnswered = response.ok || response.failure.isCertain;
    if (!wasAnswered && !isRejected) return;
    const opened = this.#opened.get(projectId);
    if (key !== undefined && opened?.key !== key) return;
    if (opened?.isRejected === isRejected) return;
    if (opened !== undefined) opened.isRejected = isRejected;
    const row = this.#row(projectId);
    if (row === null || (row.rejectedAt !== null) === isRejected) return;
    this.#rows.set({ rejectedAt: isRejected ? this.#context.now() : null }, 'project_id = ?', projectId);
  }

  #row(projectId: string): DataKeyRow | null {
    return this.#rows.one('project_id = ?', projectId);
  }

  async #test(key: string): Promise<Result<DataApp>> {
    const [organization, structure] = await Promise.all([
      this.#client.call(key, 'getOrganization'),
      this.#client.call(key, 'getDataStructure'),
    ]);
    if (!structure.ok) {
      const error = dataErrorOf(structure.failure);
      return structure.failure.kind === 'key-rejected'
        ? invalid('key', 'is not accepted by the data backend', 'EDGE_DATA_KEY_REJECTED')
        : { ok: false, error };
    }
    const tables = readTables(structure.data).slice(0, TABLES_TOLD_MAX);
    const value = organization.ok ? organization.data : null;
    return success({
      id: textIn(value, '_id') ?? textIn(value, 'projectId'),
      name: textIn(value, 'name'),
      tables: tables.map(({ type, label }) => ({ type, label })),
    });
  }
}

export const noDataBackend = () =>
  fail('EDGE_NOT_CONFIGURED', 'The edge knows no data backend: set DATA_API_URL; see /health.');

export const otherApp = () =>
  fail(
    'EDGE_DATA_OTHER_APP',
    'The data key of this project opens another app now than the one that this was begun for.',
  );

/** An app that tells neither id nor name is known by when its key was set. */
const identityOf = ({ app: { id, name }, setAt }: DataKeyRow): string => id ?? name ?? `set at ${setAt}`;

/** Binds an encrypted key to its project: a copy in another row does not decrypt. */
const ownerOf = (projectId: string) => `data-key:${projectId}`;

function recordOf(row: DataKeyRow): DataKeyRecord {
  const { projectId, setAt, app, rejectedAt } = row;
  return { projectId, setAt, app, appIdentity: identityOf(row), rejectedAt };
}

function looksRight(projectId: string, { id, name }: DataApp): boolean {
  const plain = (text: string | null) => (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(projectId);
  return plain(id) === wanted || plain(name) === wanted;
}

function textIn(value: unknown, name: string): string | null {
  const held = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null;
  return typeof held === 'string' && held !== '' ? held.slice(0, 200) : null;
}
