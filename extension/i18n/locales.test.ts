import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMessages } from '../modules/messages/read-messages.ts';

const ROOT = join(import.meta.dirname, '..');

/** Read by the manifest, or by a word of the service's. */
const INDIRECT = /^(description$|launch\.command\.|feature\.|unit\.|category\.|@@)/;

/** Whether code uses the key as it is, or composes it from its section and a name. */
function isSaid(key: string, code: string): boolean {
  return code.includes(`'${key}'`) || code.includes(`\`${key.replace(/\.[^.]*$/, '')}.\${`);
}

async function sources(): Promise<string> {
  const files = await readdir(ROOT, { recursive: true });
  const code = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  return (await Promise.all(code.map((file) => readFile(join(ROOT, file), 'utf8')))).join('\n');
}

const shape = (message: { key: string[]; type: string; namedSubstitutions: string[] }) =>
  [message.key.join('.'), message.type, [...message.namedSubstitutions].sort().join(',')].join(' ');

test('every language says the same things with the same blanks', async () => {
  const [english, german] = await Promise.all([readMessages('en'), readMessages('de')]);
  expect(german.map(shape).sort()).toEqual(english.map(shape).sort());
});

test('no word is kept that nothing says', async () => {
  const code = await sources();
  const unsaid = (await readMessages('en'))
    .map(({ key }) => key.join('.'))
    .filter((key) => !INDIRECT.test(key) && !isSaid(key, code));
  expect(unsaid).toEqual([]);
});

test('no key has a character that browsers refuse', async () => {
  for (const { key } of await readMessages('en')) {
    if (!key[0]?.startsWith('@@')) expect(key.join('_')).toMatch(/^\w+$/);
  }
});

test('no sentence ends twice: German shortens "Sek." and "Std." with a full stop of their own', async () => {
  const result = (await readMessages('de')).map((message) => JSON.stringify(message));
  expect(result.filter((words) => /\{(ago|when)\}\./.test(words))).toEqual([]);
});
