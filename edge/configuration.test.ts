import { expect, test } from 'vitest';
import { firstOwnerCode, readConfiguration } from './configuration.ts';

const good = {
  SERVICE_URL: 'https://service.example/',
  SERVICE_API_KEY: 'key-1',
  ENCRYPTION_KEY: btoa('0123456789abcdef0123456789abcdef'),
  PAIRING_CODE: 'first-code',
};

test('a full configuration has no problems', () => {
  const read = readConfiguration({
    ...good,
    PUBLIC_URL: 'https://edge.example',
    ALLOWED_OPERATIONS: ' getAccount, listProjects ',
  });
  expect(read.problems).toEqual([]);
  expect(read.serviceUrl).toBe('https://service.example');
  expect(read.encryptionKey).toHaveLength(32);
  expect(read.allowedOperations).toEqual(['getAccount', 'listProjects']);
});

/** Each sentence names the setting that the operator has to change, and what with. */
test.each<[string, Partial<Record<string, string>>, (string | RegExp)[]]>([
  [
    'nothing at all',
    {},
    [
      'SERVICE_URL is missing: the base address of the builder service.',
      "SERVICE_API_KEY is missing: the account's key of the builder service.",
      /^ENCRYPTION_KEY is missing: 32 random bytes in base64 \(openssl rand/,
    ],
  ],
  ['an address that is none', { ...good, SERVICE_URL: 'service' }, ['SERVICE_URL is not an address.']],
  [
    'plain http to another machine',
    { ...good, SERVICE_URL: 'http://service.example' },
    [/^SERVICE_URL must start with https:\/\//],
  ],
  [
    'an address with a user',
    { ...good, PUBLIC_URL: 'https://u:p@edge.example' },
    [/^PUBLIC_URL must be an address without a user/],
  ],
  [
    'a short encryption key',
    { ...good, ENCRYPTION_KEY: btoa('short') },
    [/^ENCRYPTION_KEY must be exactly 32 bytes/],
  ],
  [
    'an encryption key that is no base64',
    { ...good, ENCRYPTION_KEY: '%%%' },
    [/^ENCRYPTION_KEY must be exactly 32/],
  ],
  [
    'a pairing code that could be guessed',
    { ...good, PAIRING_CODE: 'abc' },
    [/^PAIRING_CODE is shorter than 8/],
  ],
  [
    'a pairing code that /pair does not take',
    { ...good, PAIRING_CODE: 'a'.repeat(101) },
    [/^PAIRING_CODE is longer than 100/],
  ],
  [
    'an address with the path of the API',
    { ...good, SERVICE_URL: 'https://service.example/api/v1/vcaas/' },
    [/^SERVICE_URL must be the base address of the service, without \/api\/v1/],
  ],
  [
    'an address with half of that path',
    { ...good, SERVICE_URL: 'https://service.example/api/v1' },
    [/^SERVICE_URL must be the base address of the service, without \/api\/v1/],
  ],
  [
    'operations that there are none of, beside one that there is',
    { ...good, ALLOWED_OPERATIONS: 'teleport,getAccount,fly' },
    [/^ALLOWED_OPERATIONS holds names that are no operations \(2 of them\)/],
  ],
  [
    'a key that no header can carry',
    { ...good, SERVICE_API_KEY: 'a\nb' },
    ['SERVICE_API_KEY holds characters that no header can carry.'],
  ],
  [
    'a page that is not https',
    { ...good, BILLING_URL: 'http://pay.example/' },
    ['BILLING_URL must be an https address without a user.'],
  ],
  ['a switch that is neither on nor off', { ...good, LIVE_CHECK: 'no' }, ['LIVE_CHECK must be on or off.']],
  [
    'a ceiling that is no amount',
    { ...good, BUILDER_CAP_MAX: '-5' },
    [/^BUILDER_CAP_MAX must be a number of credits above 0/],
  ],
  [
    'two mistakes at once',
    { ...good, SERVICE_API_KEY: '', PUBLIC_URL: 'edge' },
    ['PUBLIC_URL is not an address.', /^SERVICE_API_KEY is missing/],
  ],
])('%s: each mistake is reported by its setting and its cure, without a value', (_, env, sentences) => {
  const { problems } = readConfiguration(env);
  expect(problems).toEqual(
    sentences.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
  );
  for (const value of Object.values(env)) if (value) expect(problems.join()).not.toContain(value);
});

test('a mistake in one setting takes nothing from the others: a secret that is wrong is as one that is missing', () => {
  const read = readConfiguration({ ...good, ENCRYPTION_KEY: btoa('short'), PUBLIC_URL: 'edge' });
  expect(read).toMatchObject({
    ...{ encryptionKey: null, publicUrl: null },
    ...{ serviceUrl: 'https://service.example', apiKey: 'key-1', pairingCode: 'first-code' },
  });
  expect(readConfiguration({ ...good, SERVICE_API_KEY: 'a\nb' }).apiKey).toBeNull();
});

test.each([',', ' , ,'])(
  'a list of operations that names none (%j) is a mistake, and allows none',
  (text) => {
    const read = readConfiguration({ ...good, ALLOWED_OPERATIONS: text });
    expect(read.problems).toEqual([expect.stringContaining('ALLOWED_OPERATIONS names no operation')]);
    expect(read.allowedOperations).toEqual([]);
  },
);

test('a list of operations that is blank is none', () => {
  expect(readConfiguration({ ...good, ALLOWED_OPERATIONS: ' ' })).toMatchObject({
    problems: [],
    allowedOperations: null,
  });
});

test('a pairing code that could be guessed, or is too long to be entered, is not taken', () => {
  expect(readConfiguration({ ...good, PAIRING_CODE: 'a'.repeat(101) }).pairingCode).toBeNull();
  expect(readConfiguration({ ...good, PAIRING_CODE: 'a'.repeat(100) }).pairingCode).toHaveLength(100);
  expect(readConfiguration({ ...good, PAIRING_CODE: '1234567' }).pairingCode).toBeNull();
  expect(readConfiguration({ ...good, PAIRING_CODE: '12345678' }).pairingCode).toBe('12345678');
});

test('a pairing code may say until when it is good; one that a person chose has no end', () => {
  const endsAt = Date.UTC(2026, 10, 21, 15, 28);
  const read = readConfiguration({ ...good, PAIRING_CODE: '7KQF-9M2X-TR4B 2026-11-21T15:28:00.000Z' });
  expect(read).toMatchObject({ pairingCode: '7KQF-9M2X-TR4B', pairingCodeEndsAt: endsAt, problems: [] });
  expect(firstOwnerCode(read, endsAt - 1)).toBe('7KQF-9M2X-TR4B');
  expect(firstOwnerCode(read, endsAt), 'a code that has ended pairs nobody').toBeNull();

  const chosen = readConfiguration({ ...good, PAIRING_CODE: 'correct horse battery 2026' });
  expect(firstOwnerCode(chosen, endsAt)).toBe('correct horse battery 2026');
});

test('an address that contains the path of the API is not called', () => {
  expect(
    readConfiguration({ ...good, SERVICE_URL: 'https://service.example/api/v1/vcaas' }).serviceUrl,
  ).toBeNull();
  expect(readConfiguration({ ...good, SERVICE_URL: 'https://service.example/builder' }).serviceUrl).toBe(
    'https://service.example/builder',
  );
});

test('plain http is good on this machine', () => {
  expect(readConfiguration({ ...good, SERVICE_URL: 'http://127.0.0.1:4010' }).serviceUrl).toBe(
    'http://127.0.0.1:4010',
  );
});
