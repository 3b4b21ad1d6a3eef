import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfiguration } from '../configuration.ts';
import { Emitter } from '../object/emitter.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { Devices } from './devices.ts';

beforeEach(() => control('reset'));
afterEach(reset);

const LEDGER = { ledgerId: 'ledger-1', epoch: 1 };
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

/** What an object tells as it starts with this code, whether it is locked, and its number of devices. */
const startWith = (code: string) =>
  runInDurableObject(env.ACCOUNT.getByName('account'), async (_, { storage }) => {
    const emitter = new Emitter();
    const told: unknown[] = [];
    emitter.on('setting-changed', (...change) => told.push(change));
    const configuration = readConfiguration({ PAIRING_CODE: code });
    const devices = new Devices({ storage, emitter, configuration, now: () => Date.now() } as never, LEDGER);
    await devices.lock();
    return { told, isLocked: devices.isLocked(), count: devices.list('').length };
  });

test('a code that locks signs out every browser, once', async () => {
  const owner = await pair();
  const others: Paired[] = [await pairAs(owner, 'builder'), await pairAs(owner, 'owner')];
  expect((await startWith(`OTHER-CODE-0001 ${inAnHour}`)).count).toBe(1 + others.length);
  const code = `LOCK-CODE-0001 ${inAnHour} lock`;
  expect(await startWith(code)).toEqual({
    told: [[null, null, { setting: 'browser', did: 'removed', name: null }]],
    isLocked: true,
    count: 0,
  });
  const again = await startWith(code);
  expect([again.told, again.isLocked], 'the next start of the same edge').toEqual([[], true]);
});
