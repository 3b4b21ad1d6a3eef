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

/**
 * Lets the clock go on to an instant; every job until then runs when it is due. One that is running, since its alarm rang by
 * itself, is waited for: an object has no alarm meanwhile, and what it has not done yet would be missed later.
 * @returns the names of the jobs due at each alarm, in order
 */
export async function runAlarmsUntil(until: number): Promise<string[]> {
  const runs: string[] = [];
  for (;;) {
    const [next] = await jobs();
    if (next === undefined || next.due_at > until) break;
    const now = Math.max(Date.now(), next.due_at);
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const due = (await jobs()).filter(({ due_at }) => due_at <= now);
    if (await runDurableObjectAlarm(stub())) runs.push(due.map(({ name }) => name).join());
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
  vi.useFakeTimers({ now: until, toFake: ['Date'] });
  return runs;
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

const goesOn = async () => (await jobs()).some(({ due_at }) => due_at <= Date.now());

/** The first due is the first. */
const jobs = () =>
  runInDurableObject(stub(), (_, { storage }) =>
    storage.sql
      .exec<{ name: string; due_at: number }>('SELECT name, due_at FROM jobs ORDER BY due_at')
      .toArray(),
  );
