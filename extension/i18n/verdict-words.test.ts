import { expect, test } from 'vitest';
import { blockerOf } from '../../shared/spending/blocker.ts';
import type { Cause } from '../../shared/spending/cause.ts';
import { factsFixture, NOW } from '../../shared/spending/facts-fixture.ts';
import type { Readiness } from '../../shared/spending/readiness.ts';
import { verdictOf } from '../../shared/spending/verdict.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { namingOf } from './naming.ts';
import { verdictWords } from './verdict-words.ts';

const naming = namingOf({ names: {} }, false);
const screened = namingOf({ names: {} }, true);
const words = (readiness: Readiness, names = naming) =>
  verdictWords(
    verdictOf({ readiness, blockers: blockersIn(readiness), atCap: null, notLooked: [] }, NOW),
    names,
    NOW,
  );
const blockersIn = (readiness: Readiness) => ('because' in readiness ? [readiness.because] : []);
const no = (cause: Cause, role: 'owner' | 'builder' = 'owner') =>
  words({ kind: 'no', because: blockerOf(cause, 'prompt', factsFixture({ role })) });
const usual = { low: 12, high: 30, count: 8 };
const yes = {
  kind: 'yes',
  lasting: { kind: 'runs', runs: 9, by: 'balance', usual },
  room: { left: 120, by: 'balance' },
  after: null,
} as const;

test('free has its number and the ground of it, and none where the screen is shared', () => {
  expect(words(yes)).toEqual({
    title: 'Ready to build',
    brief: 'about 9 runs',
    facts: 'At 21 credits a run, from 8 runs.',
    unlooked: '',
  });
  expect(words(yes, screened)).toEqual({ title: 'Ready to build', brief: '', facts: '', unlooked: '' });
});

test('free says what begins later, and what was not looked at', () => {
  const asleep = { kind: 'server-not-ready', server: 'asleep', price: { least: 1, most: 1 } } as const;
  const after = blockerOf(asleep, 'prompt', factsFixture());
  const readiness = { ...yes, lasting: { kind: 'no-history' }, after } as const;
  const verdict = verdictOf({ readiness, blockers: [], atCap: null, notLooked: ['rebuild', 'pull'] }, NOW);
  const { facts, unlooked } = verdictWords(verdict, naming, NOW);
  expect(facts).toMatch(
    /^No history yet .*asleep; a start takes 1 credit\. Start it\. A run begins once that is over\.$/,
  );
  expect(unlooked).toBe('Not checked: whether it is rebuilt and whether code is pulled.');
});

test('work is told with its time, and never as what can’t be done', () => {
  expect(no({ kind: 'agent-running', startedAt: NOW - 3 * MINUTE_MS })).toMatchObject({
    title: 'Building',
    brief: expect.stringMatching(/^3\smin$/),
    facts: expect.stringMatching(/^Usually takes/),
  });
  expect(no({ kind: 'deployment-running', startedAt: null })).toMatchObject({
    title: 'Deploying',
    brief: '',
  });
});

test('work says what stops building once it is over', () => {
  const given = factsFixture();
  const run = blockerOf({ kind: 'agent-running', startedAt: NOW - 3 * MINUTE_MS }, 'prompt', given);
  const day = blockerOf({ kind: 'day-budget', spent: 5, limit: 5 }, 'prompt', given);
  const answer = {
    readiness: { kind: 'no', because: day },
    blockers: [day, run],
    atCap: null,
    notLooked: [],
  } satisfies Parameters<typeof verdictOf>[0];
  const { title, facts } = verdictWords(verdictOf(answer, NOW), naming, NOW);
  expect([title, facts]).toEqual(['Building', expect.stringMatching(/^Usually takes .*5 of 5/)]);
  const atCap = verdictOf({ ...answer, atCap: { used: 139, cap: 140, usual } }, NOW);
  expect(verdictWords(atCap, naming, NOW).facts).toMatch(
    /^1 credit to its cap, a run usually takes 21: the cap may stop it\. Usually takes/,
  );
});

test('a stop says by what, what lifts it and until when', () => {
  const capped = { kind: 'development-cap', used: null, cap: null, resetsAt: null } as const;
  expect(no(capped, 'builder')).toEqual({
    title: 'Stopped by its cap',
    brief: '',
    unlooked: '',
    facts: expect.stringMatching(/^Its development cap is reached\. Ask an owner\. That is over on 1 Dec\.$/),
  });
});

test('what is not known says why: away, not read, or not read since', () => {
  expect(no({ kind: 'offline' })).toMatchObject({
    title: 'Not known whether you can build',
    facts: 'You are offline. Try again.',
  });
  expect(words({ kind: 'not-known', missing: ['balance', 'limits'], since: null }).facts).toBe(
    'Not read yet: balance and caps.',
  );
  expect(words({ kind: 'not-known', missing: [], since: NOW - MINUTE_MS }).facts).toMatch(
    /^Not read since \d/,
  );
});
