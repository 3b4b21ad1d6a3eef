import { expect, test } from 'vitest';
import { SERVICE_EVENTS } from '../builder-api/webhooks.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import { MINUTE_MS } from '../time.ts';
import { keptEventWith, readSection, snapshotWith } from './fixtures.ts';
import { emptyAttention } from './item.ts';
import { openItems } from './open-items.ts';
import { reduceEvents, reduceSnapshot } from './reduce.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const looked = reduceSnapshot(emptyAttention, snapshotWith(T0)).state;

const signedBy = (signer: KeptEvent['signer'], seq: number, event: string): KeptEvent =>
  keptEventWith({
    seq,
    event,
    at: T0 + seq * MINUTE_MS,
    facts: { feature: 'email', jobId: 'j', category: 'development', status: 'error' },
    ...(signer && { signer }),
  });

test('whatever event of the account’s a project’s secret signs, it opens nothing and announces nothing', () => {
  const forged = SERVICE_EVENTS.map((event, index) => signedBy('project', index + 1, event));
  const { state, announcements } = reduceEvents(looked, forged);
  expect({ open: openItems(state), announcements }).toEqual({ open: [], announcements: [] });
  expect(state.lastSeq, 'and is not asked for again').toBe(SERVICE_EVENTS.length);
  const genuine = reduceEvents(looked, [signedBy(undefined, 1, 'project.credits.exhausted')]);
  expect(openItems(genuine.state), 'the account’s own opens it').toHaveLength(1);
});

test('nor does it close what the account’s events opened', () => {
  const paused = reduceEvents(looked, [signedBy(undefined, 1, 'project.paused')]).state;
  const open = openItems(paused).length;
  expect(open).toBeGreaterThan(0);
  const { state } = reduceEvents(paused, [signedBy('project', 2, 'project.resumed')]);
  expect(openItems(state)).toHaveLength(open);
  const resumed = reduceEvents(paused, [signedBy(undefined, 2, 'project.resumed')]).state;
  expect(openItems(resumed)).toHaveLength(open - 1);
});

test('an id that a project took first does not silence the account’s event of that id', () => {
  const [project, account] = [
    { ...signedBy('project', 1, 'project.paused'), id: 'evt' },
    { ...signedBy(undefined, 2, 'project.paused'), id: 'evt' },
  ];
  for (const order of [
    [project, account],
    [account, project],
  ]) {
    const { announcements } = reduceEvents(looked, order);
    expect(announcements).toHaveLength(1);
  }
});

test('another body under one id is kept in history and announced once', () => {
  const [one, other] = [1, 2].map((seq) => ({ ...signedBy(undefined, seq, 'project.paused'), id: 'evt' }));
  const snapshot = snapshotWith(T0 + 5 * MINUTE_MS, {
    events: readSection({ lastSeq: 2, items: [other, one].flatMap((event) => event ?? []) }, T0),
  });
  expect(reduceSnapshot(looked, snapshot).announcements).toHaveLength(1);
});

test('an end that the edge has read opens and ends nothing beside the reading', () => {
  const failed = keptEventWith({
    ...{ seq: 2, at: T0 + 5, source: 'edge', event: 'deployment.finished', facts: { ending: 'failed' } },
  });
  expect(reduceEvents(looked, [failed]).state.items).toEqual(looked.items);
  expect(reduceEvents(looked, [{ ...failed, source: 'webhook' }]).state.items).not.toEqual(looked.items);
});
