import { expect, test } from 'vitest';
import type { AccountContext } from '../object/context.ts';
import type { Sections } from '../sections/sections.ts';
import { type SnapshotSources, Snapshots } from './snapshots.ts';

test('a snapshot that could not be composed is composed again for the next request', async () => {
  let broken = true;
  const configuration = { billingUrl: 'https://pay.example/?plan=1' };
  const context = { now: () => 0, waitUntil: () => {}, configuration } as unknown as AccountContext;
  const sections = {
    refresh: () => Promise.resolve(),
    served: () => ({}),
    overdue: () => [],
  } as unknown as Sections;
  const sources = {
    ledger: () => ({ ledgerId: 'ledger-1', epoch: 1 }),
    events: () => {
      if (broken) throw new Error('storage');
    },
    subscriptions: () => null,
    launches: () => [],
    channels: () => null,
    guards: () => null,
    outlook: () => null,
    sites: () => 0,
    own: () => ({ role: 'owner', dailySpend: null, information: [] }),
    attention: () => undefined,
    isPolled: () => false,
  } as unknown as SnapshotSources;
  const snapshots = new Snapshots(context, sections, sources);
  await expect(snapshots.read('browser', null, false)).rejects.toThrow('storage');
  broken = false;
  expect(await snapshots.read('browser', null, false)).toMatchObject({
    changed: true,
    body: expect.stringContaining('"billingUrl":"https://pay.example/?plan=1"'),
  });
});
