import { expect, test } from 'vitest';
import { PAIRING_CODE } from './actors/edge-actor.ts';
import { createWorld } from './world.ts';

const MINUTE_MS = 60_000;
const HOURS = 2;
/** The tables in which the edge keeps what it read, when, and when it reads again. */
const OF_READING = /^\s*(?:INSERT OR REPLACE INTO|UPDATE) (\w+)/;
/** What says only when something was read: a version names it, too. */
const AGES = /^(?:at|version|etag|readAt|receivedAt|skewMs|syncedAt|lastOkAt)$/;

const withoutAges = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (AGES.test(key) ? undefined : part));

test('while nothing changes, a browser writes nothing but when it was read, and the edge nothing but its readings', async () => {
  const world = await createWorld(5, { webhooks: true });
  try {
    for (const projectId of ['shop', 'blog', 'clinic']) world.service.control.addProject({ projectId });
    const browser = await world.newBrowser('a');
    await world.until(browser.pair(PAIRING_CODE, 'first'));
    await world.runFor(30 * MINUTE_MS);

    const written = new Map<string, number>();
    const changed = new Set<string>();
    const { local } = browser.state;
    const set = local.set.bind(local);
    local.set = (key, value) => {
      written.set(key, (written.get(key) ?? 0) + 1);
      if (withoutAges(value) !== withoutAges(local.get(key))) changed.add(key);
      return set(key, value);
    };
    const tables = new Set<string>();
    const { sql } = world.edge.object;
    const { exec } = sql;
    const noting: typeof exec = (query, ...bindings) => {
      const cursor = exec<never>(query, ...bindings);
      if (cursor.rowsWritten > 0) tables.add(OF_READING.exec(query)?.[1] ?? query);
      return cursor;
    };
    Object.assign(sql, { exec: noting });
    await world.runFor(HOURS * 60 * MINUTE_MS);

    expect([...changed]).toEqual([]);
    expect([...written.keys()].toSorted()).toEqual(['health', 'snapshot']);
    // Once a minute, and when the edge has read more.
    for (const times of written.values()) expect(times).toBeLessThan(HOURS * 90);
    expect([...tables].toSorted()).toEqual([
      'devices',
      'jobs',
      'sections',
      'webhook_marks',
      'webhook_sweeps',
    ]);
  } finally {
    world.close();
  }
}, 300_000);
