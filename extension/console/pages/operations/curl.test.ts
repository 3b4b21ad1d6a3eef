import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataCatalogue } from '../../../../shared/data-api/catalogue.ts';
import { curlOf, shellWord } from './curl.ts';

/** The words that a shell hands to the program, one after another. */
function wordsFor(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const env = { PATH: process.env.PATH ?? '', PILOT_LIGHT_TOKEN: 'token-1', HOME: '/nowhere' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

const HOSTILE = [
  "it's",
  "'; touch /tmp/owned; '",
  '$(touch /tmp/owned)',
  '`touch /tmp/owned`',
  'two\nlines\r\n',
  '"quoted" \\ and \\\' more',
  ['$', '{HOME} $HOME !! ~ * ? {a,b} [x]'].join(''),
  '@/etc/passwd',
  '-o /tmp/owned',
  'Ünï¢ødé 🔥',
];

test.each(HOSTILE)(
  'a name such as %j reaches the edge as it is, and the shell does nothing with it',
  (text) => {
    const request = { parameters: { projectId: 'shop', typeId: 'order' }, query: {}, body: { name: text } };
    const words = wordsFor(curlOf('https://edge.example', dataCatalogue.createRecord, request, null));
    expect(words).toEqual([
      ...['-X', 'POST', 'https://edge.example/data/shop/crud/order'],
      ...['-H', 'Authorization: Bearer token-1', '-H', 'content-type: application/json'],
      ...['--data-raw', JSON.stringify({ name: text })],
    ]);
  },
);

test('whatever a text holds, it is one word', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '"', '$', '(', ')', '`', '\n', '\\', ' ', 'a', '!', '#', '&', ';'),
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      expect(wordsFor(`curl ${texts.map(shellWord).join(' ')}`)).toEqual(texts);
    }),
    { numRuns: 40 },
  );
});

test('a query is part of the address, and a file is read by its name', () => {
  const { uploadFile, listRecords } = dataCatalogue;
  const parameters = { projectId: 'shop', typeId: 'order' };
  const query = { filter: '[{"name":"it\'s $(x)"}]' };
  const [, , address = ''] = wordsFor(
    curlOf('https://e.example', listRecords, { parameters, query, body: undefined }, null),
  );
  expect(new URL(address).searchParams.get('filter')).toBe(query.filter);
  const upload = { parameters, query: { fileName: 'a.pdf' }, body: undefined };
  expect(wordsFor(curlOf('https://e.example', uploadFile, upload, "it's.pdf")).slice(-2)).toEqual([
    '--data-binary',
    "@it's.pdf",
  ]);
});
