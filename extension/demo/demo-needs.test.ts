import { expect, test } from 'vitest';
import { emptyAttention } from '../../shared/attention/item.ts';
import { attentionNowOf } from '../../shared/attention/open-items.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { demoSnapshot } from './demo-account.ts';

test.each([Date.UTC(2026, 10, 21, 12), Date.UTC(2027, 1, 28, 23, 59)])(
  'what needs the user in the demo account is what the rules say of it, and stays while it is shown',
  (since) => {
    const snapshot = demoSnapshot(since, since);
    const { state } = reduceSnapshot(emptyAttention, snapshot);
    expect(snapshot.attention).toEqual(attentionNowOf(state, 0));
    expect(demoSnapshot(since, since + 5 * MINUTE_MS).attention).toEqual(snapshot.attention);
  },
);
