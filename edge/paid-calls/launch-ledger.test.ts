import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { reset } from '../testing/reset.ts';
import { LaunchLedger } from './launch-ledger.ts';

afterEach(() => reset());

const NOW = Date.UTC(2026, 10, 21);

test('recent calls begin with those whose end is open, however old and however many came since', async () => {
  const keys = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const ledger = new LaunchLedger(storage.sql, 1);
    const reserve = (key: string, at: number) =>
      ledger.reserve(
        {
          key,
          operation: 'launchProject',
          device_id: 'd1',
          fingerprint: key,
          requested_project_id: 'shop',
          label: null,
          prompt_digest: null,
          price_credits: 0,
        },
        at,
      );
    reserve('uncertain', NOW - 1000);
    ledger.send('uncertain', NOW - 1000);
    ledger.unknown('uncertain', { next_check_at: NOW });
    reserve('never-sent', NOW - 900);
    for (const n of [1, 2, 3]) reserve(`later-${n}`, NOW + n);
    return ledger.recent(NOW, 3).map(({ key }) => key);
  });
  expect(keys).toEqual(['uncertain', 'later-3', 'later-2']);
});

/** How a call comes into each state. */
const INTO: Readonly<Record<string, readonly ((ledger: LaunchLedger) => unknown)[]>> = {
  reserved: [],
  sent: [(ledger) => ledger.send(KEY, NOW)],
  unknown: [(ledger) => ledger.send(KEY, NOW), (ledger) => ledger.unknown(KEY, { next_check_at: NOW })],
  refused: [(ledger) => ledger.send(KEY, NOW), (ledger) => ledger.refused(KEY, REFUSAL, NOW)],
};
const KEY = 'key-00001';
const REFUSAL = { code: 'X', message: '', httpStatus: 409, details: null };
const CALL = {
  ...{ key: KEY, operation: 'launchProject', device_id: 'd1' },
  ...{ requested_project_id: 'shop', price_credits: 0 },
};

test.each([
  ['reserved', 'sent', 'refused'],
  ['sent', 'sent', 'sent'],
  ['unknown', 'unknown', 'unknown'],
  ['refused', 'refused', 'refused'],
])(
  'a call that is %s is %s once it is to be sent, and %s once its browser gives it up',
  async (state, sent, abandoned) => {
    const after = (act: (ledger: LaunchLedger) => unknown) =>
      runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
        storage.sql.exec('DELETE FROM launches');
        const ledger = new LaunchLedger(storage.sql, 1);
        ledger.reserve(
          {
            ...{ key: KEY, operation: 'launchProject', device_id: 'd1', fingerprint: 'f', label: null },
            ...{ requested_project_id: 'shop', prompt_digest: null, price_credits: 0 },
          },
          NOW,
        );
        for (const step of INTO[state] ?? []) step(ledger);
        const result = act(ledger);
        return [ledger.get(KEY)?.state, result];
      });
    expect(await after((ledger) => ledger.send(KEY, NOW))).toEqual([sent, state === 'reserved']);
    expect(await after((ledger) => ledger.abandon(CALL, NOW))).toEqual([abandoned, undefined]);
  },
);
