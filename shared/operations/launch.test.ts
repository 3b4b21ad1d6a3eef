import { expect, test } from 'vitest';
import { parseRequest } from '../request-schema.ts';
import { launchBody } from './launch.ts';
import { isBase64Content } from './new-project.ts';

const good = { projectId: 'shop', prompt: 'Build a shop' };
const codeOf = (changes: Record<string, unknown>) => {
  const checked = parseRequest(launchBody, { ...good, ...changes });
  return checked.ok ? null : checked.problem.code;
};

test('the smallest and the fullest launch are good (service reference, Launch Project)', () => {
  expect(codeOf({})).toBeNull();
  expect(
    codeOf({
      model: 'opus',
      effort: 'nonsense is told by a warning',
      fastMode: true,
      description: 'd'.repeat(500),
      label: 'l'.repeat(80),
      groupId: 'g1',
      engineVersion: 'legacy',
      files: [
        { name: 'a.png', url: 'https://a.example/a.png', description: 'a' },
        { name: 'b.txt', content: 'data:text/plain;base64,aGk=' },
      ],
      creditLimits: { maxDevelopmentCreditsPerMonth: null, maxInfrastructureCreditsPerMonth: 0.5 },
      secrets: [{ secretName: 'A', secretValue: 'b', environment: 'both' }],
      designtool: { token: 't' },
    }),
  ).toBeNull();
});

const file = (changes: Record<string, unknown>) => ({ files: [{ name: 'a', content: 'aGk=', ...changes }] });
const secret = (changes: Record<string, unknown>) => ({
  secrets: [{ secretName: 'A', secretValue: 'b', ...changes }],
});

test.each([
  ['MISSING_PROMPT', { prompt: undefined }],
  ['MISSING_PROMPT', { prompt: ' \n' }],
  ['INVALID_FILES', { files: {} }],
  ['INVALID_FILES', { files: ['a'] }],
  ['TOO_MANY_FILES', { files: Array(11).fill({ name: 'a', content: 'aGk=' }) }],
  ['INVALID_FILE_NAME', file({ name: '' })],
  ['INVALID_FILE_SOURCE', file({ content: undefined })],
  ['INVALID_FILE_SOURCE', file({ url: 'https://a.example/x' })],
  ['INVALID_FILE_URL', { files: [{ name: 'a', url: 'ftp://a.example' }] }],
  ['INVALID_FILE_CONTENT', file({ content: 'not base64!' })],
  ['INVALID_FILE_CONTENT', file({ content: '' })],
  ['INVALID_SECRETS', { secrets: 'A=b' }],
  [
    'TOO_MANY_SECRETS',
    { secrets: Array.from({ length: 51 }, (_, n) => ({ secretName: `S${n}`, secretValue: 'x' })) },
  ],
  ['MISSING_SECRET_FIELDS', secret({ secretValue: undefined })],
  ['DUPLICATE_SECRET_NAME', { secrets: [secret({}).secrets[0], secret({}).secrets[0]] }],
  ['INVALID_SECRET_ENVIRONMENT', secret({ environment: 'staging' })],
  ['INVALID_CREDIT_LIMITS', { creditLimits: [] }],
  ['INVALID_LIMIT', { creditLimits: { maxDevelopmentCreditsPerMonth: 0 } }],
  ['INVALID_DESIGNTOOL', { designtool: 'token' }],
  ['MISSING_DESIGNTOOL_TOKEN', { designtool: {} }],
  ['MISSING_PROJECT_ID', { projectId: undefined }],
  ['INVALID_PROJECT_NAME', { projectId: 'Shop-1' }],
  ['INVALID_PROJECT_NAME', { projectId: '1shop' }],
  ['INVALID_PROJECT_NAME_LENGTH', { projectId: 'abc' }],
  ['INVALID_PROJECT_NAME_LENGTH', { projectId: 'a'.repeat(36) }],
  ['EDGE_INVALID_REQUEST', { description: 'd'.repeat(501) }],
  ['EDGE_INVALID_REQUEST', { label: 'l'.repeat(81) }],
  ['EDGE_INVALID_REQUEST', { admin: true }],
])('%s is found in the form: %j', (code, changes) => {
  expect(codeOf(changes)).toBe(code);
});

test('a problem names its field', () => {
  const checked = parseRequest(launchBody, { ...good, files: [{ name: 'a', url: 'x' }] });
  expect(checked).toMatchObject({ ok: false, problem: { code: 'INVALID_FILE_URL', field: 'files.0.url' } });
});

test('attachments of many megabytes are checked to their last letter', () => {
  const content = 'QUJD'.repeat(4 * 1024 * 1024);
  expect(isBase64Content(content)).toBe(true);
  expect(isBase64Content(`data:image/png;base64,${content}`)).toBe(true);
  expect(isBase64Content(`${content}QUI=`)).toBe(true);
  expect(isBase64Content(`${content}QU?=`)).toBe(false);
});

test.each(['=', '==', '====', 'A', 'AA', 'AAA', 'A===', 'AA=A', 'AAAA=', 'data:text/plain;base64,', '\n'])(
  '%j is no base64',
  (content) => expect(isBase64Content(content)).toBe(false),
);
