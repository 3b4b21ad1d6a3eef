import { env, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { type JobName, Jobs } from './jobs.ts';

const HANGS_MS = 4_000;
let nextName = 0;

/** Its alarms are run by hand: the object itself has other jobs. */
const withoutAlarms = (storage: DurableObjectStorage) =>
  new Proxy(storage, {
    get: (target, name) => {
      if (name === 'setAlarm') return async () => undefined;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const SLOW = [
  'look',
  'sweep',
  'imports',
  'outlooks',
  'sites',
  'settle-launches',
  'alerts',
  'guarded-runs',
  'key-account',
] as const;

test.each(SLOW)('a service that hangs for %s holds up no guard, which runs beside it', async (slow) => {
  await runInDurableObject(env.ACCOUNT.getByName(`importance-${nextName++}`), async (_, { storage }) => {
    const ended: JobName[] = [];
    const handlers = {
      [slow]: async () => {
        await new Promise((resolve) => setTimeout(resolve, HANGS_MS));
        ended.push(slow);
        return null;
      },
      guards: () => {
        ended.push('guards');
        return null;
      },
    };
    const jobs = new Jobs(withoutAlarms(storage), handlers, () => Date.now());
    const start = Date.now();
    jobs.schedule(slow, start);
    jobs.schedule('guards', start + 200);
    await jobs.run();
    await jobs.run();
    expect(ended).toEqual(['guards']);
    expect(Date.now() - start).toBeLessThan(HANGS_MS);
    jobs.schedule('guards', Date.now());
    await jobs.run();
    expect(ended, 'asked for at once').toEqual(['guards', 'guards']);
    await new Promise((resolve) => setTimeout(resolve, HANGS_MS));
    expect(ended.at(-1)).toBe(slow);
    expect(jobs.dueAt(slow), 'it ended as by itself').toBeNull();
  });
});

test('what is due at once runs guards first, whatever is due for longer', async () => {
  await runInDurableObject(env.ACCOUNT.getByName(`importance-${nextName++}`), async (_, { storage }) => {
    const ran: JobName[] = [];
    const noting = (name: JobName) => () => {
      ran.push(name);
      return null;
    };
    const names: JobName[] = ['look', 'housekeeping', 'settle-launches', 'guarded-runs', 'guards'];
    const jobs = new Jobs(
      storage,
      Object.fromEntries(names.map((name) => [name, noting(name)])),
      () => 1_000_000,
    );
    for (const [at, name] of names.entries()) jobs.schedule(name, at);
    for (let alarm = 0; alarm < 4; alarm++) await jobs.run();
    expect(ran).toEqual(['guarded-runs', 'guards', 'housekeeping', 'settle-launches', 'look']);
  });
});

test('a job whose storage refuses is tried again later, and not at once for ever', async () => {
  await runInDurableObject(env.ACCOUNT.getByName(`importance-${nextName++}`), async (_, { storage }) => {
    let now = Date.now();
    let runs = 0;
    const refusing = () => {
      runs += 1;
      throw new Error('refused');
    };
    const spent = new Proxy(storage, {
      get: (target, name) => {
        if (name === 'sql')
          return {
            exec: (query: string, ...given: unknown[]) => {
              if (runs > 0 && /^\s*(?:INSERT|UPDATE|DELETE)/.test(query))
                throw new Error('the day is used up');
              return target.sql.exec(query, ...given);
            },
          };
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const jobs = new Jobs(spent, { guards: refusing }, () => now);
    jobs.schedule('guards', now);
    for (let alarm = 0; alarm < 5; alarm++) await jobs.run();
    expect(runs).toBe(1);
    now += 60_000;
    await jobs.run();
    expect(runs).toBe(2);
  });
});
