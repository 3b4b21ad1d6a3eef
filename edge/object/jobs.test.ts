import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { type Job, Jobs, retryDelayMs } from './jobs.ts';

let nextName = 0;
const freshStub = () => env.ACCOUNT.getByName(`jobs-${nextName++}`);

test('the alarm is set to the earliest of the due jobs and survives an eviction', async () => {
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

test('a job that polls is due within its interval again after the clock was ahead; others keep their time', async () => {
  await runInDurableObject(freshStub(), async (_, { storage }) => {
    const now = Date.now();
    const ahead = new Jobs(storage, {}, () => now + 40 * 86_400_000);
    ahead.schedule('look', now + 40 * 86_400_000);
    ahead.schedule('alerts', now + 40 * 86_400_000);
    const jobs = new Jobs(storage, {}, () => now);
    jobs.schedule('imports', now + 3_600_000);
    expect(jobs.dueAt('look')).toBe(now + 300_000);
    expect(jobs.dueAt('alerts')).toBe(now + 40 * 86_400_000);
  });
});

test('what is written to the event log is read back with its metadata', async () => {
  await env.EVENTS.put('probe', 'kept', { metadata: { seq: 1 } });
  expect(await env.EVENTS.getWithMetadata('probe')).toMatchObject({ value: 'kept', metadata: { seq: 1 } });
});

test('a job that returns its next time, or is scheduled while it runs, is due at the earlier of both', async () => {
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

test.each(['before', 'after'])(
  'a job that is asked for while it runs runs once more, though that is %s its next try',
  async (when) => {
    await runInDurableObject(freshStub(), async (_, { storage }) => {
      const now = Date.now();
      const askedFor = now + (when === 'before' ? 1_000 : 90_000);
      const jobs = new Jobs(
        storage,
        {
          sweep: () => {
            jobs.schedule('sweep', askedFor + 5_000);
            jobs.schedule('sweep', askedFor);
            return null;
          },
        },
        () => now,
      );
      jobs.schedule('sweep', now);
      await jobs.run();
      expect(jobs.dueAt('sweep')).toBe(askedFor);
      expect(await storage.getAlarm()).toBe(askedFor);
    });
  },
);

test('a job that was scheduled while it ran, and was interrupted there, is not lost', async () => {
  const stub = freshStub();
  const askedFor = Date.now() + 90_000;
  await runInDurableObject(stub, async (_, { storage }) => {
    const jobs: Jobs = new Jobs(
      storage,
      {
        sweep: () => {
          jobs.schedule('sweep', askedFor);
          throw new Error('cut off');
        },
      },
      () => Date.now(),
    );
    jobs.schedule('sweep', Date.now());
    await jobs.run();
  });
  await evictDurableObject(stub);
  await runInDurableObject(stub, async (_, { storage }) => {
    const later = Date.now() + retryDelayMs(1) + 1_000;
    const jobs = new Jobs(storage, { sweep: () => null }, () => later);
    await jobs.run();
    expect(jobs.dueAt('sweep')).toBe(askedFor);
  });
});

test('two jobs that each need nearly all calls of a run never share one', async () => {
  await runInDurableObject(freshStub(), async (_, { storage }) => {
    const now = Date.now();
    const ran: string[] = [];
    const noting = (name: string): Job => {
      return () => {
        ran.push(name);
        return null;
      };
    };
    const jobs = new Jobs(storage, { sweep: noting('sweep'), look: noting('look') }, () => now);
    jobs.schedule('sweep', now);
    jobs.schedule('look', now);
    await jobs.run();
    expect(ran).toHaveLength(1);
    await jobs.run();
    expect(ran.toSorted()).toEqual(['look', 'sweep']);
  });
});
