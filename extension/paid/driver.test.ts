import { expect, test } from 'vitest';
import { type ApiError, apiError, success } from '../edge-client/api-error.ts';
import { type PaidEntry, type PaidKind, type PaidNews, paidDriver } from './driver.ts';

type Entry = PaidEntry & { news: PaidNews['kind'][] };

/** One confirmed call, whose request ends as given and of which the ledger knows nothing. */
function confirmed(answer: { ok: false; error: ApiError }) {
  let entries: Entry[] = [{ key: 'key-1', confirmedFor: null, confirmedAt: 0, record: null, news: [] }];
  const asked: string[] = [];
  const kind: PaidKind<Entry, null> = {
    entries: {
      inTurn: (task) => task(),
      read: async () => entries,
      write: async (changed) => {
        entries = changed;
      },
    },
    isOpen: () => true,
    isReceipt: () => false,
    about: () => ({ operation: 'launch', projectId: 'shop' }),
    letGo: (entry) => entry,
    toDraft: async () => undefined,
    learned: (entry, { kind: news }) => ({ ...entry, news: [...entry.news, news] }),
    prepare: async () => success(null),
    send: async () => answer,
    tidy: async () => undefined,
  };
  const unknown = (name: string) => async () => {
    asked.push(name);
    return apiError('refused', 'EDGE_NOT_FOUND');
  };
  const ledger = { look: unknown('look'), settle: unknown('settle'), abandon: unknown('abandon') };
  const driver = paidDriver(kind, ledger, {
    now: () => 0,
    browserStart: async () => 'start-1',
    onSettled: () => undefined,
    noteNotSent: async () => undefined,
  });
  return { driver, asked, newsOf: () => entries.flatMap(({ news }) => news) };
}

test('a call whose response was cut off is not given up: it may still be under way, whatever the ledger knows', async () => {
  const { driver, asked, newsOf } = confirmed(apiError('edge-unreachable'));
  await driver.start('key-1');
  expect(asked).toEqual(['look']);
  expect(newsOf()).toEqual(['sending', 'trouble']);
});

test('a call that the edge itself refused in doubt is given up where its ledger does not know it', async () => {
  const { driver, asked } = confirmed(apiError('edge-failing', 'EDGE_INTERNAL'));
  await driver.start('key-1');
  expect(asked).toEqual(['look', 'abandon']);
});
