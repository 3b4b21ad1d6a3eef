import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

test.each([
  ['waiting', ['could-not']],
  ['applied', []],
])(
  'a plan that a former build kept as %s is forgotten, and said to be where it was not carried out',
  async (state, told) => {
    const stub = env.ACCOUNT.getByName('account');
    const plan = JSON.stringify({ month: '2026-12', state, caps: [] });
    await runInDurableObject(stub, (_, { storage: { sql } }) => {
      sql.exec("INSERT INTO plans VALUES ('2026-12', ?)", plan);
      sql.exec("INSERT INTO jobs (name, due_at) VALUES ('plans', ?)", NOON + DAY_MS);
    });
    for (const days of [1, 2]) await runAlarmsAt(NOON + days * DAY_MS + 1);
    const { data } = await owner.ask('GET', '/events?event=edge.plan');
    expect(data.events.map(({ facts }: { facts: { did: string } }) => facts.did)).toEqual(told);
    const left = await runInDurableObject(stub, (_, { storage: { sql } }) => [
      ...sql.exec('SELECT month FROM plans'),
      ...sql.exec("SELECT name FROM jobs WHERE name = 'plans'"),
    ]);
    expect(left).toEqual([]);
    expect((await owner.ask('GET', '/plans')).status).toBe(404);
  },
);
