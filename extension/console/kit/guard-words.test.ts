import { describe, expect, it } from 'vitest';
import {
  GUARD_ACTS,
  GUARD_REFUSALS,
  type GuardActRecord,
  type GuardTrial,
} from '../../../shared/edge-api/guards.ts';
import type { EffectiveLimit } from '../../../shared/spending/effective-limit.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import {
  actWords,
  capLineWords,
  guardFacts,
  guardWords,
  overrideWords,
  problemWords,
  trialWords,
} from './guard-words.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const act = (did: GuardActRecord['did'], more: Partial<GuardActRecord> = {}): GuardActRecord => ({
  ...{ seq: 1, at: NOW, guard: 'run-budget', did },
  ...{ number: null, from: null, to: null, found: null, reason: null },
  ...more,
});

describe('what a guard did', () => {
  it.each(GUARD_ACTS)('%s has words, also where no number was told', (did) => {
    expect(actWords(act(did))).toMatch(/^[A-Z].{4,}/);
    expect(actWords(act(did))).not.toMatch(/[{}]|null|undefined/);
  });

  it.each([
    ['run-stopped', { guard: 'run-time', number: 40 }, 'Stopped a run after 40 minutes'],
    ['prompt-refused', { guard: 'failures', number: 3 }, 'Refused a prompt after 3 failures'],
    ['prompt-refused', { guard: 'day-budget', number: 101.5 }, 'Refused a prompt at 101.5 credits'],
    ['set', { from: null, to: 130 }, 'Set a cap of 130 in place of none'],
    ['left-alone', { found: 800 }, 'Left the cap alone, somebody had set 800'],
  ] as const)('%s: %j is "%s"', (did, more, words) => expect(actWords(act(did, more))).toBe(words));
});

it.each(GUARD_REFUSALS)('why it can not hold: %s has words of its own', (reason) => {
  expect(problemWords(reason, 'in other words')).toMatch(/^[A-Z].+\.$/);
});

it('what is new to us is reported in the words of the edge', () => {
  expect(problemWords('brand-new', 'It is Sunday.')).toBe('It is Sunday.');
});

it.each<[Partial<GuardTrial>, RegExp]>([
  [{ times: 3, of: 24, unit: 'days' }, /^On the 24 days with use of the last 30 .* acted 3 times\.$/],
  [{ times: 1, of: 12, unit: 'runs' }, /^On the 12 runs known of the last 30 days .* acted once\.$/],
  [{ times: 0, of: 0, unit: 'days' }, /^$/],
  [{ times: null, of: 0, unit: 'runs' }, /could not be tried/],
  [{ times: 2, of: 9, unit: 'runs', unknown: 4 }, /acted at least 2 times\.$/],
])('a trial of %j says %s', (trial, words) => {
  expect(trialWords({ kind: 'day-budget', since: NOW, times: 0, of: 0, unit: 'days', ...trial })).toMatch(
    words,
  );
});

describe('which cap counts', () => {
  const by = { kind: 'run-budget', credits: 30, since: NOW, until: null, by: null } as const;
  it.each<[EffectiveLimit, string | null]>([
    [{ kind: 'own', cap: 5000 }, null],
    [
      { kind: 'overridden', cap: 130, own: 5000, by, covers: null },
      '130 until the run is over: a budget overrides your cap of 5,000.',
    ],
    [
      { kind: 'changed', cap: 700, own: null },
      'Somebody has set 700 since a guard overrode your none: theirs counts and stays.',
    ],
  ])('%j is "%s"', (limit, words) => expect(overrideWords(limit, NOW)).toBe(words));

  it.each<[EffectiveLimit, string | null]>([
    [{ kind: 'own', cap: 50 }, 'cap 50'],
    [{ kind: 'own', cap: null }, null],
    [
      { kind: 'overridden', cap: 60, own: 50, by: { ...by, kind: 'raise' }, covers: null },
      'raised to 60 until the run is over',
    ],
    [{ kind: 'overridden', cap: 60, own: 90, by, covers: null }, '60 until this run ends, by its budget'],
  ])('the line of %j in a picture is "%s"', (limit, words) => expect(capLineWords(limit, NOW)).toBe(words));
});

it('a budget of a day says what it does, not what is spent, and when that was read', () => {
  const guard = { kind: 'day-budget', credits: 10, stopsRun: false } as const;
  expect(guardWords(guard, NOW)).toBe('Prompts from here are refused after 10 development credits a day');
  const record = {
    guard,
    setBy: null,
    setAt: NOW,
    state: 'ready',
    since: null,
    problem: null,
    until: null,
  } as const;
  expect(guardFacts({ ...record, number: 36.2, numberAt: NOW }, NOW)).toMatch(
    /^36\.2 credits today, read at \d\d:\d\d/,
  );
});

it('a budget of a day says nothing of today once its UTC day is over, until it is read again', () => {
  const guard = { kind: 'day-budget', credits: 10, stopsRun: false } as const;
  const midnight = Date.UTC(2026, 10, 29);
  const readAt = midnight - HOUR_MS;
  const of = {
    guard,
    setBy: null,
    setAt: NOW,
    problem: null,
    number: 36.2,
    numberAt: readAt,
    until: midnight,
  };
  const said = (state: 'acting' | 'undone', now: number) => guardFacts({ ...of, state, since: readAt }, now);
  expect(said('acting', midnight - 1)).toMatch(/^active since .+36\.2 credits today/);
  expect(said('undone', midnight - 1)).toContain('36.2 credits today');
  const over = said('acting', midnight);
  expect(over).not.toMatch(/active|today/);
  expect(said('undone', midnight)).toBe(over);
});

it('a trial on nothing says nothing; one that could not be read says so', () => {
  const trial = { kind: 'run-time', since: 0, of: 0, unit: 'runs' } as const;
  expect(trialWords({ ...trial, times: 0 })).toBe('');
  expect(trialWords({ ...trial, times: null })).not.toBe('');
  expect(trialWords({ ...trial, of: 4, times: 0 })).not.toBe('');
});
