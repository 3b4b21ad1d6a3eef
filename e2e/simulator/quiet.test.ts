import { expect, test } from 'vitest';
import { PAIRING_CODE } from './actors/edge-actor.ts';
import { createWorld } from './world.ts';

const MINUTE_MS = 60_000;
const HOURS = 2;
/** The tables in which the edge keeps what it read, when, and when it reads again. */
const OF_READING = /^\s*(?:INSERT\s+(?:OR REPLACE\s+)?INTO|UPDATE) (\w+)/;

test('while nothing changes, a browser writes nothing to disk, and the edge nothing but when it reads', async () => {
  const world = await createWorld(5, { webhooks: true });
  try {
    for (const projectId of ['shop', 'blog', 'clinic']) world.service.control.addProject({ projectId });
    const browser = await world.newBrowser('a');
    await world.until(browser.pair(PAIRING_CODE, 'first'));
    await world.runFor(30 * MINUTE_MS);

    const written: Record<'local' | 'session', Set<string>> = { local: new Set(), session: new Set() };
    for (const area of ['local', 'session'] as const) {
      const stored = browser.state[area];
      const set = stored.set.bind(stored);
      stored.set = (key, value) => {
        written[area].add(key);
        return set(key, value);
      };
    }
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

    expect([...written.local], 'nothing changed: what only became older belongs in memory').toEqual([]);
    expect([...written.session].toSorted()).toEqual(['last-ok-at', 'last-read']);
    expect([...tables].toSorted()).toEqual(['devices', 'jobs', 'sections', 'webhook_marks']);
  } finally {
    world.close();
  }
}, 300_000);
