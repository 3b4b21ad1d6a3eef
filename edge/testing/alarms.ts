import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Paired } from './edge.ts';
import { control } from './local-service.ts';

const stub = () => env.ACCOUNT.getByName('account');

/**
 * Runs all due jobs. A job that needs many calls has an alarm of its own, which follows at once, so a single alarm
 * may leave something due.
 */
export async function runDueAlarms(): Promise<void> {
  do await runDurableObjectAlarm(stub());
  while (await isDue());
  // An alarm ends before a job that an urgent one must not wait for; the row of a job is due until it ends.
  while (await goesOn()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (await isDue()) await runDurableObjectAlarm(stub());
  }
}

/** The same with the clock set to an instant in milliseconds. */
export async function runAlarmsAt(now: number): Promise<void> {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await runDueAlarms();
}

/** Lets the clock, which is faked, go on to an instant; every alarm until then runs when it is due. */
export async function runAlarmsUntil(until: number): Promise<void> {
  for (;;) {
    const at = await runInDurableObject(stub(), (_, { storage }) => storage.getAlarm());
    if (at === null || at > until) break;
    vi.useFakeTimers({ now: Math.max(Date.now(), at), toFake: ['Date'] });
    await runDurableObjectAlarm(stub());
  }
  vi.useFakeTimers({ now: until, toFake: ['Date'] });
}

/** Time goes on at the service and in the edge, whose due jobs run; then a browser reads everything anew, if one is given. */
export async function pass(ms: number, browser?: Paired): Promise<void> {
  await control('advance', ms);
  await runAlarmsAt(Date.now() + ms);
  await browser?.ask('GET', '/snapshot?fresh=1');
}

const isDue = () =>
  runInDurableObject(stub(), async (_, { storage }) => {
    const at = await storage.getAlarm();
    return at !== null && at <= Date.now();
  });

const goesOn = () =>
  runInDurableObject(stub(), (_, { storage }) => {
    const [{ at } = { at: null }] = storage.sql
      .exec<{ at: number | null }>('SELECT min(due_at) AS at FROM jobs')
      .toArray();
    return at !== null && at <= Date.now();
  });
