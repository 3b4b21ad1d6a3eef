import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test } from 'vitest';
import { applyReading } from '../../shared/attention/lifecycle.ts';
import { condition } from '../../shared/attention/rule.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { reset } from '../testing/reset.ts';
import { AttentionStore, type Stored } from './store.ts';

afterEach(() => reset());

const T0 = Date.UTC(2026, 10, 21, 12);

/** The queries that write, and the store that makes them. */
function watched(storage: DurableObjectStorage): { store: AttentionStore; writes: string[] } {
  const writes: string[] = [];
  const sql = new Proxy(storage.sql, {
    get: (target, name) => {
      if (name !== 'exec') return Reflect.get(target, name);
      return (query: string, ...values: SqlStorageValue[]) => {
        if (!query.startsWith('SELECT')) writes.push(query);
        return target.exec(query, ...values);
      };
    },
  });
  return { store: new AttentionStore(sql), writes };
}

const stopped = condition('kill-switch:shop', 'critical', 'shop', T0, { kind: 'kill-switch' });
const read = (stored: Stored, readAt: number): Stored => ({
  ...stored,
  state: applyReading(stored.state, 'kill-switch', { readAt, conditions: [stopped], complete: true }).state,
});

test('only what changed is written: times of reading are no reason, also after a restart', () =>
  runInDurableObject(env.ACCOUNT.getByName('attention'), (_, { storage }) => {
    const { store, writes } = watched(storage);
    const opened = read(store.load(T0), T0);
    expect(store.save(opened, [], T0).changed).toBe(true);
    expect(writes).toHaveLength(2);
    const held = read(opened, T0 + MINUTE_MS);
    expect(held.state).not.toEqual(opened.state);
    expect(store.save(held, [], T0 + MINUTE_MS).changed).toBe(false);
    expect(writes).toHaveLength(2);

    const restarted = watched(storage);
    const loaded = restarted.store.load(T0 + DAY_MS);
    expect(loaded.lastAnnouncement).toBe(opened.lastAnnouncement);
    restarted.store.save(read(loaded, T0 + 2 * MINUTE_MS), [], T0 + 2 * MINUTE_MS);
    expect(restarted.writes).toEqual([]);
  }));

test('announcements are numbered on, without a gap, and at most a thousand stay', () =>
  runInDurableObject(env.ACCOUNT.getByName('attention'), (_, { storage }) => {
    const store = new AttentionStore(storage.sql);
    let stored = store.load(T0);
    const one = { key: 'k', noticeId: 'n', severity: 'note', projectId: null, label: null, at: T0 } as const;
    const about = { kind: 'project-resumed' } as const;
    const first = stored.lastAnnouncement + 1;
    for (let n = 0; n < 1002; n++) {
      const { numbered, lastAnnouncement } = store.save(stored, [{ ...one, about }], T0);
      expect(numbered.map(({ number }) => number)).toEqual([first + n]);
      stored = { ...stored, lastAnnouncement };
    }
    store.housekeeping(stored.lastAnnouncement, T0);
    expect(store.after(0, 9999)).toHaveLength(1000);
    expect(store.isGap(first, stored.lastAnnouncement)).toBe(true);
    expect(store.isGap(first + 1, stored.lastAnnouncement)).toBe(false);
  }));
