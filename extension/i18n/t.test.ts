import { generateChromeMessages, parseMessagesFile } from '@wxt-dev/i18n/build';
import { expect, test } from 'vitest';
import { t } from './t.ts';

test('a word is said with everything filled in', () => {
  expect(t('item.killSwitch', { name: 'Barber {bookings}' })).toContain('Barber {bookings}');
  expect(t('verb.open')).toBe('Open');
});

test('a count chooses the form, and may be filled in too', () => {
  const failed = (count: number) => t('item.cronJobFacts', count, { job: 'Nightly', count, ago: 'now' });
  expect(failed(1)).toBe('Nightly failed once, last now');
  expect([failed(0), failed(2)]).toEqual([expect.stringContaining('0'), expect.stringContaining('2')]);
});

test.each(['en', 'de'])('no message has more forms than one and any other: %s', async (language) => {
  const file = `${import.meta.dirname}/../locales/${language}.yml`;
  const messages: Record<string, { message: string }> = generateChromeMessages(await parseMessagesFile(file));
  for (const [name, { message }] of Object.entries(messages)) {
    expect(message.split(' | ').length, name).toBeLessThanOrEqual(2);
    expect(message, name).not.toMatch(/\$\d/);
  }
});
