import { expect, test } from 'vitest';
import { isProvenBy, resolveWork, type SeenWork } from './find-work.ts';
import { launchRow, SENT } from './launch-row-fixture.ts';

const MINUTE_MS = 60_000;
const run = (changes: Parameters<typeof launchRow>[0] = {}) =>
  launchRow({ operation: 'startAgent', ...changes });
const lost = run();
const seen = (changes: Partial<SeenWork> = {}): SeenWork => ({
  exists: true,
  begunAt: SENT + 2000,
  prompt: 'ours',
  ...changes,
});

test('a run that began in the call’s time is its own, if no other call can have started it', () => {
  expect(resolveWork(lost, seen(), [])).toMatchObject({
    kind: 'found',
    projectId: 'shop',
    agentStarted: true,
  });
  expect(resolveWork(lost, seen({ prompt: null }), []).kind).toBe('found');
});

test.each([
  ['there never was one', { exists: false, begunAt: null, prompt: null }],
  ['the latest began before the call was sent', { begunAt: SENT - 2 * MINUTE_MS }],
  [
    'another one hides whether there was one, but there was no time for it',
    { begunAt: SENT + 13 * MINUTE_MS },
  ],
])('%s: nothing until now', (_, changes) => {
  const row = run({ seen_none_at: SENT + 12.5 * MINUTE_MS });
  expect(resolveWork(row, seen(changes), []).kind).toBe('none');
});

test.each([
  ['it tells no time', seen({ begunAt: null }), []],
  ['its prompt is nobody’s we know', seen({ prompt: 'of somebody else' }), []],
  ['a later one hides whether there was one', seen({ begunAt: SENT + 13 * MINUTE_MS }), []],
  ['an equal call is unsettled', seen(), [run({ key: 'equal' })]],
  ['an equal call is under way', seen(), [run({ key: 'equal', state: 'sent' })]],
  ['a launch of that name is unsettled', seen({ prompt: null }), [launchRow({ key: 'launch' })]],
] as const)('while %s, nothing is decided', (_, work, others) => {
  expect(resolveWork(lost, work, others).kind).toBe('unclear');
});

test('a run that was the response to another call is that call’s', () => {
  const answered = run({
    key: 'answered',
    state: 'launched',
    created_at: SENT + 1000,
    sent_at: SENT + 1000,
    settled_at: SENT + 3000,
    answer_status: 201,
  });
  expect(resolveWork(lost, seen(), [answered]).kind).toBe('none');
  const long = run({ ...answered, sent_at: SENT + 5 * MINUTE_MS, settled_at: SENT + 5 * MINUTE_MS + 3000 });
  expect(resolveWork(lost, seen({ begunAt: SENT + 5 * MINUTE_MS }), [long]).kind).toBe('unclear');
});

test('an unsettled call with another prompt contests no run that shows its own', () => {
  const other = run({ key: 'other', prompt_digest: 'of the other' });
  expect(resolveWork(lost, seen(), [other]).kind).toBe('found');
  expect(resolveWork(lost, seen({ prompt: null }), [other]).kind).toBe('unclear');
});

test('an event proves a run by its prompt, when it ended long enough after the call and is no other call’s', () => {
  expect(isProvenBy(lost, SENT + 5 * MINUTE_MS, [])).toBe(true);
  expect(isProvenBy(lost, SENT + 30_000, [])).toBe(false);
  expect(isProvenBy(lost, SENT + 5 * MINUTE_MS, [run({ key: 'equal', state: 'launched' })])).toBe(false);
});
