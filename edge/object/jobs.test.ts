import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { type Job, Jobs, retryDelayMs } from './jobs.ts';

let nextName = 0;
const freshStub = () => env.ACCOUNT.getByName(`jobs-${nextName++}`);

test('the alarm stands at the earliest of the due jobs and survives an eviction', async () => {
  const stub = freshStub();
  const later = Date.now() + 60_000;
  await runInDurableObject(stub, async (_, { storage }) => {
    const jobs = new Jobs(storage, {}, () => Date.now());
    jobs.schedule('sweep', later + 5_000);
    jobs.schedule('housekeeping', later);
    jobs.schedule('housekeeping', later + 1_000);
    expect(jobs.dueAt('housekeeping')).toBe(later);
  });
  await evictDurableObject(stub);
  await runInDurableObject(stub, async (_, { storage }) => {
    expect(await storage.getAlarm()).toBe(later);
  });
  expect(await runDurableObjectAlarm(stub)).toBe(true);
});

test('a failing job is tried again later and holds up no other', async () => {
  await runInDurableObject(freshStub(), async (_, { storage }) => {
    let now = Date.now();
    const ran: string[] = [];
    const fails: Job = () => {
      ran.push('sweep');
      throw new Error('no');
    };
    const jobs = new Jobs(
      storage,
      {
        sweep: fails,
        housekeeping: () => {
          ran.push('housekeeping');
          return null;
        },
      },
      () => now,
    );
    jobs.schedule('sweep', now);
    jobs.schedule('housekeeping', now);
    await jobs.run();
    expect(ran).toEqual(['housekeeping']);
    await jobs.run();
    expect(ran).toEqual(['housekeeping', 'sweep']);
    expect(jobs.dueAt('sweep')).toBe(now + retryDelayMs(1));
    now += retryDelayMs(1);
    await jobs.run();
    expect(jobs.dueAt('sweep')).toBe(now + retryDelayMs(2));
    expect(jobs.dueAt('housekeeping')).toBeNull();
  });
});

test('what is written to the event log is read back with its metadata', async () => {
  await env.EVENTS.put('probe', 'kept', { metadata: { seq: 1 } });
  expect(await env.EVENTS.getWithMetadata('probe')).toMatchObject({ value: 'kept', metadata: { seq: 1 } });
});

test('a job that tells its next time, or is asked for while it runs, stands at the earlier of both', async () => {
  await runInDurableObject(freshStub(), async (_, { storage }) => {
    const now = Date.now();
    const jobs = new Jobs(
      storage,
      {
        sweep: () => {
          jobs.schedule('sweep', now + 1_000);
          return now + 9_000;
        },
      },
      () => now,
    );
    jobs.schedule('sweep', now);
    await jobs.run();
    expect(jobs.dueAt('sweep')).toBe(now + 1_000);
  });
});
