import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Paired } from './edge.ts';
import { control } from './local-service.ts';

const stub = () => env.ACCOUNT.getByName('account');

/** No job takes so long. Of the real clock: a test moves the other. */
const GIVEN_UP_MS = 60_000;

/** Throws if a due job does not end for too long: the loops below would hold up all other tests for ever. */
function patience(): (due: readonly { name: string }[]) => Promise<void> {
  const since = performance.now();
  return async (due) => {
    if (performance.now() - since > GIVEN_UP_MS)
      throw new Error(
        `Jobs stay due and do not end: ${due.map(({ name }) => name).join()}. Look what each waits for, or whether it plans itself at once.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
}

/**
 * Runs all due jobs. A job that needs many calls has an alarm of its own, which follows at once, so a single
 * alarm may leave something due.
 */
export async function runDueAlarms(): Promise<void> {
  const wait = patience();
  await runDurableObjectAlarm(stub());
  // An alarm ends before a job that an urgent one must not wait for; the row of a job is due until it ends.
  for (let due = await dueJobs(); due.length > 0; due = await dueJobs()) {
    await wait(due);
    if (await isDue()) await runDurableObjectAlarm(stub());
  }
}

/** The same with the clock set to an instant in milliseconds. */
export async function runAlarmsAt(now: number): Promise<void> {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await runDueAlarms();
}

/**
 * Advances the clock to an instant; every job until then runs when due. A job whose alarm rang by itself is
 * waited for: an object has no alarm meanwhile, and what it has not done yet would be missed later.
 * @returns the names of the jobs due at each alarm, in order
 */
export async function runAlarmsUntil(until: number): Promise<string[]> {
  const runs: string[] = [];
  let wait = patience();
  for (;;) {
    const [next] = await jobs();
    if (next === undefined || next.due_at > until) break;
    const now = Math.max(Date.now(), next.due_at);
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const due = await dueJobs();
    if (await runDurableObjectAlarm(stub())) {
      runs.push(due.map(({ name }) => name).join());
      wait = patience();
    } else await wait(due);
  }
  vi.useFakeTimers({ now: until, toFake: ['Date'] });
  return runs;
}

/** Advances the service and the edge, whose due jobs run; then a browser, if given, reads everything anew. */
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

const dueJobs = async () => (await jobs()).filter(({ due_at }) => due_at <= Date.now());

/** The first due is the first. */
const jobs = () =>
  runInDurableObject(stub(), (_, { storage }) =>
    storage.sql
      .exec<{ name: string; due_at: number }>('SELECT name, due_at FROM jobs ORDER BY due_at')
      .toArray(),
  );
