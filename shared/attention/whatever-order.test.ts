import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import {
  END,
  START,
  type Story,
  snapshotAt,
  storyArb,
  trueOpenings,
  trulyOpen,
} from './account-story-fixture.ts';
import { type AttentionState, emptyAttention } from './item.ts';
import { RULES } from './kinds/kinds.ts';
import type { Announcement } from './news.ts';
import { openItems } from './open-items.ts';
import { acknowledge, reduceEvents, reduceSnapshot } from './reduce.ts';

const RUNS = 500;

/** Runs a story as a browser that reads first at `firstLook` and last when everything is reported. */
function live(story: Story, firstLook = START): { state: AttentionState; announcements: Announcement[] } {
  const kept: KeptEvent[] = [];
  let state = emptyAttention;
  const announcements: Announcement[] = [];
  const look = (at: number, how: 'whole' | 'partly' | 'failed') => {
    const step = reduceSnapshot(state, snapshotAt(story, at, how, kept));
    state = step.state;
    announcements.push(...step.announcements);
  };
  let looked = false;
  for (const telling of story.tellings) {
    if (!looked && telling.at >= firstLook) look(firstLook, 'whole');
    looked ||= telling.at >= firstLook;
    if (telling.kind === 'event') {
      kept.push({ ...telling.event, seq: kept.length + 1 });
      const step = looked ? reduceEvents(state, kept.slice(-1)) : { state, announcements: [] };
      state = step.state;
      announcements.push(...step.announcements);
    } else if (looked && telling.kind === 'reading') look(telling.at, telling.how);
    else if (looked) state = acknowledgeLasting(state, telling.at);
  }
  if (!looked) look(firstLook, 'whole');
  look(END, 'whole');
  return { state, announcements };
}

/** Acknowledges every item that an acknowledgement does not end. */
function acknowledgeLasting(state: AttentionState, at: number): AttentionState {
  return openItems(state)
    .filter(({ reason }) => !RULES[reason.kind].ends.whenSeen)
    .reduce((before, { id }) => acknowledge(before, id, at, 'Laptop'), state);
}

const ids = (state: AttentionState) =>
  openItems(state)
    .map(({ id }) => id)
    .sort();

test('what is open in the end is what is true in the end, for every kind of item', () => {
  fc.assert(
    fc.property(storyArb, (story) => {
      expect(ids(live(story).state)).toEqual(trulyOpen(story));
    }),
    { numRuns: RUNS },
  );
});

test('the same holds for a browser that comes in the middle', () => {
  fc.assert(
    fc.property(storyArb, fc.integer({ min: 0, max: 60 }), (story, minutes) => {
      const firstLook = START + minutes * MINUTE_MS + 10 * SECOND_MS;
      const { state, announcements } = live(story, firstLook);
      expect(ids(state)).toEqual(trulyOpen(story));
      for (const { at, key } of announcements) expect(at, key).toBeGreaterThanOrEqual(firstLook);
    }),
    { numRuns: RUNS },
  );
});

test('nothing is announced twice, nor more often than it happened', () => {
  fc.assert(
    fc.property(storyArb, (story) => {
      const { announcements } = live(story);
      const keys = announcements.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const id of new Set(announcements.map(({ noticeId }) => noticeId))) {
        if (id.startsWith('project-resumed')) continue;
        const result = announcements.filter(({ noticeId }) => noticeId === id).length;
        expect(result, id).toBeLessThanOrEqual(trueOpenings(story, id));
      }
    }),
    { numRuns: RUNS },
  );
});

test('what was stored between any two steps goes on as if it had never been put away', () => {
  fc.assert(
    fc.property(storyArb, (story) => {
      const { state } = live(story);
      const stored: AttentionState = JSON.parse(JSON.stringify(state));
      const again = reduceSnapshot(stored, snapshotAt(story, END + MINUTE_MS, 'failed', []));
      expect(again.announcements).toEqual([]);
      expect(ids(again.state)).toEqual(ids(state));
    }),
    { numRuns: 200 },
  );
});
