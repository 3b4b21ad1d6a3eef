import { generateChromeMessages } from '@wxt-dev/i18n/build';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../shared/languages.ts';
import { readMessages } from '../modules/messages/read-messages.ts';
import { formOf, t } from './t.ts';

test('a word is said with everything filled in', () => {
  expect(t('item.killSwitch', { name: 'Barber {bookings}' })).toContain('Barber {bookings}');
  expect(t('verb.open')).toBe('Open');
});

test('a count chooses the form, and is filled in as a number of the language', () => {
  const failed = (count: number) => t('item.cronJobFacts', count, { job: 'Nightly', ago: 'now' });
  expect(failed(1)).toBe('Nightly failed once, now');
  expect([failed(0), failed(2000)]).toEqual([expect.stringContaining('0'), expect.stringContaining('2,000')]);
  expect(t('fact.rows', 2, { count: 'two' })).toBe('two rows');
});

test('the form is chosen by the rules of the language: Polish has three, French says zero like one', () => {
  const forms = (language: string) => [0, 1, 2, 5, 22].map(formOf(language));
  expect(forms('en')).toEqual([1, 0, 1, 1, 1]);
  expect(forms('pl')).toEqual([2, 0, 1, 2, 1]);
  expect(forms('fr')[0]).toBe(0);
});

test.each(LANGUAGES)('no message has more forms than one and any other: %s', async (language) => {
  const messages: Record<string, { message: string }> = generateChromeMessages(await readMessages(language));
  for (const [name, { message }] of Object.entries(messages)) {
    expect(message.split(' | ').length, name).toBeLessThanOrEqual(2);
    expect(message, name).not.toMatch(/\$\d/);
  }
});
