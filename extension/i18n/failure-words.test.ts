import { expect, test } from 'vitest';
import { SERVICE_CODES } from '../../shared/builder-api/codes.ts';
import { EDGE_ERROR_STATUS } from '../../shared/edge-api/envelope.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { blockerOf, LIFTS } from '../../shared/spending/blocker.ts';
import { CAUSE_KINDS } from '../../shared/spending/cause.ts';
import { factsFixture, NOW } from '../../shared/spending/facts-fixture.ts';
import { causeOfRefusal } from '../../shared/spending/refusal.ts';
import { wordOf } from '../../shared/words/say.ts';
import { apiErrorOf } from '../edge-client/edge-client.ts';
import { readMessages } from '../modules/messages/read-messages.ts';
import { NOT_SENT_CODES } from '../paid/after-run.ts';
import { blockerSentence, blockerWords } from './blocker-words.ts';
import { codeWords, failureWords, refusalWords } from './failure-words.ts';
import { namingOf } from './naming.ts';

const CODES: string[] = [...SERVICE_CODES, ...Object.keys(EDGE_ERROR_STATUS)];
/** Codes of the extension: of what it does not send, and of responses that it can't read. */
const OURS = [
  ...['NOT_KEPT', 'NO_BACKGROUND', 'DEMO_ACCOUNT', 'UPLOAD_LOST', 'FILE_NOT_READ'],
  ...['ANSWER_BROKEN_OFF', 'UNEXPECTED_ANSWER', 'UNREAD_CALLS'],
  ...NOT_SENT_CODES,
];
const messagesOf = async (language: Language) =>
  (await readMessages(language)).map(({ key }) => key.join('.'));
const naming = namingOf({ names: {} }, false);
const screened = namingOf({ names: {} }, true);

test.each(LANGUAGES)(
  'every documented code has words in %s: those of its cause, or its own (give a new code a line in both locale files)',
  async (language) => {
    const messages = await messagesOf(language);
    const own = CODES.filter((code) => causeOfRefusal({ code, details: null }, 'prompt') === null);
    const result = messages
      .filter((key) => key.startsWith('refusal.'))
      // In small letters: one of the reasons of a code.
      .map((key) => key.slice('refusal.'.length).replace(/_[a-z]+$/, ''));
    // Some say what another one, or a form, says already: that each has a sentence is tested below.
    expect([...own, ...OURS]).toEqual(expect.arrayContaining(result));
    expect(result).toEqual(expect.arrayContaining(OURS));
    for (const kind of CAUSE_KINDS)
      expect(
        messages.some((key) => key.startsWith(`blocker.${wordOf(kind)}`)),
        kind,
      ).toBe(true);
    for (const lift of LIFTS) if (lift !== 'none') expect(messages).toContain(`lift.${wordOf(lift)}`);
  },
);

test.each([...CODES, ...OURS])('%s is told in a sentence, without its code', (code) => {
  expect(codeWords(code)).toMatch(/^[A-Z].{8,}[.?]$/);
  const words = refusalWords({ code, message: 'Their words' }, 'launch', factsFixture(), naming);
  expect(words).toMatch(/^[A-Z].{8,}/);
  expect(words).not.toContain(code);
});

test.each([
  [{ guard: 'day-budget', spent: 56, limit: 50 }, /budget of the day.* 56 of 50 credits/],
  [{ guard: 'failures', failures: 3 }, /after 3 failures in a row/],
  // Not known to this version, or refused before the edge said which.
  [{ guard: 'new-guard' }, /^A guard of this project refused/],
  [undefined, /^A guard of this project refused/],
])('a guard that refuses a prompt is named with its own numbers: %j', (errorDetails, words) => {
  const { error } = apiErrorOf(403, { errorCode: 'EDGE_GUARDED', errorMessage: 'Refused.', errorDetails });
  expect(failureWords(error, naming)).toMatch(words);
});

test("what the edge itself refuses is never called the service's refusal", () => {
  const errorMessage = 'customMongoQuery is not JSON';
  const { error } = apiErrorOf(400, { errorCode: 'EDGE_INVALID_REQUEST', errorMessage });
  expect(failureWords(error, naming)).toBe(`Your edge refused: ${errorMessage}`);
});

test('a code of tomorrow has no words of ours', () => {
  expect(codeWords('BRAND_NEW')).toBeNull();
  expect(refusalWords({ code: 'BRAND_NEW', message: '' }, 'prompt', factsFixture(), naming)).toBeNull();
});

test('the same cause reads the same beforehand and as a refusal', () => {
  const cause = { kind: 'development-cap', used: 5000, cap: 5000, resetsAt: null } as const;
  const before = blockerSentence(blockerOf(cause, 'prompt', factsFixture()), naming, NOW);
  const details = { limit: 5000, spent: 5000 };
  expect(
    refusalWords(
      { code: 'PROJECT_CREDIT_LIMIT_REACHED', message: 'x', details },
      'prompt',
      factsFixture(),
      naming,
    ),
  ).toBe(before);
  expect(before).toMatch(/5,000 of 5,000 credits\. Raise the cap, or wait\. That is over on 1 Dec\.$/);
});

test('while the screen is shared no number of the account is reported', () => {
  const causes = [
    { kind: 'development-cap', used: 77, cap: 77, resetsAt: null },
    { kind: 'balance-used-up', credits: 77, needed: 78 },
    { kind: 'daily-limit', spent: 77, limit: 77 },
    { kind: 'run-budget', used: 77, cap: 77, until: null },
  ] as const;
  for (const cause of causes)
    expect(blockerSentence(blockerOf(cause, 'prompt', factsFixture()), screened, NOW)).not.toMatch(/7[78]/);
});

test('what lasts shorter than two hours is reported in minutes, what lasts longer by when it is over at the latest', () => {
  const words = (done: number) =>
    blockerWords(
      blockerOf({ kind: 'batch-running', done, total: 20, startedAt: null }, 'prompt', factsFixture()),
      naming,
      NOW,
    ).ends;
  expect(words(19)).toMatch(/^Usually takes 1–40\smin more\.$/);
  expect(words(1)).toMatch(/^Over in\s13\s?\S+ at the latest\.$/);
});

test('a pairing code that is wrong, used or expired is told apart, each with what to do', () => {
  const said = (reason?: string) => {
    const errorDetails = reason === undefined ? undefined : { reason };
    const refusal = { errorCode: 'EDGE_CODE_INVALID', errorMessage: 'No', errorDetails };
    return failureWords(apiErrorOf(403, refusal).error);
  };
  expect(said()).toMatch(/^This code is wrong, or too old\. Paste the whole line.*new line/);
  expect(said('used')).toMatch(/^This code was used: .*new line/);
  expect(said('expired')).toMatch(/^This code is too old\. .*new line/);
  expect(said('of-tomorrow')).toBe(said());
});

test('a budget that can’t be set says why, of a prompt as of a launch', () => {
  const refused = { code: 'EDGE_GUARD_REFUSED', message: 'x', details: { reason: 'month-ends' } };
  const said = "The guard can't work now; nothing was sent. The month is about to end.";
  expect(refusalWords(refused, 'launch', factsFixture(), naming)).toBe(said);
  const { error } = apiErrorOf(409, {
    ...{ errorCode: refused.code, errorMessage: 'x', errorDetails: refused.details },
  });
  expect(failureWords(error)).toBe(said);
});
