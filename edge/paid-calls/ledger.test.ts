import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { reset } from '../testing/reset.ts';
import { Ledger } from './ledger.ts';

afterEach(() => reset());

const NOW = Date.UTC(2026, 10, 21);

test('recent calls begin with those whose end is open, however old and however many came since', async () => {
  const keys = await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const ledger = new Ledger(storage.sql);
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
    ledger.unknown('uncertain', NOW);
    reserve('never-sent', NOW - 900);
    for (const n of [1, 2, 3]) reserve(`later-${n}`, NOW + n);
    return ledger.recent(NOW, 3).map(({ key }) => key);
  });
  expect(keys).toEqual(['uncertain', 'later-3', 'later-2']);
});
