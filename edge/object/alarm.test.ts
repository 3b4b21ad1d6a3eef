import { env, runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';

const WORK_MS = 50;
const RUNS = 3;

test('the platform runs one alarm of an object at a time, which jobs rely on and the simulator keeps to', () =>
  runInDurableObject(env.ACCOUNT.getByName('alarms-in-turn'), async (object, { storage }) => {
    let running = 0;
    let most = 0;
    let ended = 0;
    object.alarm = async () => {
      running++;
      most = Math.max(most, running);
      if (ended < RUNS) await storage.setAlarm(Date.now());
      await new Promise((resolve) => setTimeout(resolve, WORK_MS));
      running--;
      ended++;
    };
    await storage.setAlarm(Date.now());
    await vi.waitFor(() => expect(ended).toBeGreaterThanOrEqual(RUNS), { timeout: 30_000 });
    expect(most, 'alarms overlapped: jobs may no longer take a run for the only one').toBe(1);
  }));
