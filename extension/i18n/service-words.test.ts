import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateChromeMessages } from '@wxt-dev/i18n/build';
import { describe, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { alertWords } from '../../shared/attention/alert-words.ts';
import { keptEventWith } from '../../shared/attention/fixtures.ts';
import type { Reason } from '../../shared/attention/item.ts';
import { newsOf } from '../../shared/attention/news.ts';
import { SERVICE_EVENTS } from '../../shared/builder-api/webhooks.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { eventFacts } from '../console/pages/activity/event-facts.ts';
import { eventFactWords, eventWords } from '../console/pages/activity/event-words.ts';
import { readMessages } from '../modules/messages/read-messages.ts';
import { exactlyOf } from '../now/item-detail.tsx';
import { itemWords, titleWords } from './attention-words.ts';
import { namingOf } from './naming.ts';
import { serviceWord } from './service-words.ts';

const ROOT = join(import.meta.dirname, '..');
const NOW = Date.UTC(2026, 10, 28, 12);
const NAMING = namingOf({ names: {} }, false);

async function speak(language: Language): Promise<void> {
  const messages: Record<string, { message: string }> = generateChromeMessages(await readMessages(language));
  Object.assign(fakeBrowser.i18n, { getMessage: (key: string) => messages[key]?.message ?? '' });
}

const plain = (words: string) => words.replace(/[\u2068\u2069]/g, '');

/** Values that the service is known to send; `UNKNOWN` is one that it may send any day. */
const KNOWN = ['active', 'asleep', 'awake', 'error', 'inactivity', 'paused', 'request', 'success'];
const UNKNOWN = 'gone_fishing';

/** Fields of events whose values are words of the service's own sets (service reference, Events). */
const FIELDS = ['status', 'state', 'to', 'reason', 'nextStep', 'scope', 'lastStatus', 'tomorrow'];

/** All that is shown of a word, wherever the service may send it. */
function shown(word: string, language: Language): string[] {
  const facts = Object.fromEntries(FIELDS.map((field) => [field, word]));
  const events = SERVICE_EVENTS.map((event) =>
    keptEventWith({ seq: 1, at: NOW, event, projectId: 'shop', facts }),
  );
  const job = { jobId: 'j', name: 'nightly', env: null, failures: 3, paused: false };
  const delivery = { host: 'a.example', ours: true, count: 1, httpStatus: 500, error: null, givenUp: true };
  const reasons = [
    { kind: 'cron-job', ...job, lastStatus: word },
    { kind: 'project-paused', state: word },
    { kind: 'subscriptions-failing', events: [word], problem: `Refused: ${word}` },
    { kind: 'delivery-failures', ...delivery, event: word, firstAt: NOW, lastAt: NOW },
    { kind: 'launch-step', step: word, message: '' },
  ] as Reason[];
  return [
    serviceWord(word),
    ...events.flatMap((event) => {
      const news = newsOf(event);
      const rows = eventFacts(event).map(([, value]) => value);
      const title = eventWords(event, NAMING, NOW);
      const told = news && [titleWords(news, { name: 'Shop', feature: '' })];
      const about = news && { about: news, projectId: 'shop', label: 'Shop' };
      const alert = about && Object.values(alertWords(about, language));
      return [title, eventFactWords(event, NAMING, NOW), ...rows, ...(told ?? []), ...(alert ?? [])];
    }),
    ...reasons.flatMap((reason) => {
      const { title, facts } = itemWords(reason, 'shop', NOW, NAMING, NOW);
      return [title, facts, ...exactlyOf(reason).map(([, value]) => value)];
    }),
  ].map(plain);
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('a word of the service that nobody knows is quoted wherever it is shown', async () => {
    await speak(language);
    const [open, close] = language === 'de' ? ['„', '“'] : ['“', '”'];
    const said = shown(UNKNOWN, language).filter((text) => /gone.fishing/.test(text));
    expect(said.length).toBeGreaterThan(10);
    for (const text of said) expect(text).toMatch(RegExp(`${open}gone.fishing${close}`));
  });

  test.each(KNOWN)('%s is said in its words', async (word) => {
    await speak(language);
    const message = plain(serviceWord(word));
    expect(message).not.toMatch(/[“”„]/);
    if (language !== 'en') expect(message).not.toBe(word);
    // Where it would be the name of an event or a step, nobody knows it.
    const said = shown(word, language).map((text) => text.replace(/[“„].*?[”“]/g, ''));
    for (const text of said.filter((one) => !one.includes(message)))
      expect(text, 'the word of the service').not.toMatch(RegExp(`\\b${word}\\b`));
  });
});

/** A value of the service that stands as it is: these are its names for things, not texts of anybody. */
const RAW =
  /isolated\((?:\w+\.)*(?:status|state|phase|sslStatus|reason\.state|lastStatus|scope|propertyType)(?: \?\? '')?\)/;

test('no view shows a state of the service without words', async () => {
  const files = (await readdir(ROOT, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(300);
  const raw: string[] = [];
  for (const file of files) if (RAW.test(await readFile(join(ROOT, file), 'utf8'))) raw.push(file);
  expect(raw).toEqual([]);
});
