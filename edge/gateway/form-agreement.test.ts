import fc from 'fast-check';
import { beforeEach, expect, inject, test } from 'vitest';
import { launchBody } from '../../shared/operations/launch.ts';
import { parseRequest } from '../../shared/request-schema.ts';
import { control } from '../testing/local-service.ts';
import { matchAndCheck } from '../testing/match-and-check.ts';

beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
});

/** Asks the local service itself, past the edge; it knows nothing of our schemas. */
async function codeOfService(method: string, path: string, body: unknown): Promise<string | null> {
  const response = await fetch(`${inject('serviceUrl')}/api/v1/vcaas${path}`, {
    method,
    headers: { 'api-key': inject('serviceApiKey'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { errors } = await response.json<{ errors: { errorCode: string } | null }>();
  return errors?.errorCode ?? null;
}

const file = { name: 'a.txt', content: 'aGk=' };
const secret = { secretName: 'A', secretValue: 'b' };

/** Ways to spoil a good launch, one field each. */
const SPOILED: Record<string, unknown>[] = [
  { prompt: '' },
  { prompt: 7 },
  { files: 'x' },
  { files: [1] },
  { files: Array(11).fill(file) },
  { files: [{ ...file, name: '' }] },
  { files: [{ name: 'a' }] },
  { files: [{ ...file, url: 'https://a.example' }] },
  { files: [{ name: 'a', url: 'nonsense' }] },
  { files: [{ name: 'a', url: 'http://192.168.1.1/a' }] },
  { files: [{ name: 'a', content: '*' }] },
  { secrets: {} },
  { secrets: Array.from({ length: 51 }, (_, n) => ({ ...secret, secretName: `S${n}` })) },
  { secrets: [{ secretName: 'A' }] },
  { secrets: [secret, secret] },
  { secrets: [{ ...secret, environment: 'x' }] },
  { creditLimits: 5 },
  { creditLimits: { maxDevelopmentCreditsPerMonth: -1 } },
  { designtool: 'x' },
  { designtool: { token: '' } },
  { projectId: '' },
  { projectId: 'UPPER' },
  { projectId: 'abc' },
];

test('a launch that is refused here is refused by the service, with the same code, however many fields are wrong', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(SPOILED, { minLength: 1, maxLength: 3 }), async (spoiled) => {
      const body = Object.assign({ projectId: 'new-shop', prompt: 'Build' }, ...spoiled);
      const ours = parseRequest(launchBody, body);
      expect(ours.ok).toBe(false);
      if (!ours.ok) expect(ours.problem.code).toBe(await codeOfService('POST', '/projects/launch', body));
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['PUT', '/projects/shop/limits', { features: { teleport: { enabled: true } } }],
  ['PUT', '/projects/shop/limits', { features: { database: { enabled: false } } }],
  ['PATCH', '/projects/shop/rate-limit', { perIpPerMinute: 5 }],
  ['PATCH', '/projects/shop/rate-limit', { allowlistCidrs: ['300.0.0.0/8'] }],
  ['PUT', '/webhooks', {}],
  ['PUT', '/webhooks', { url: 'http://a.example', event: 'project.paused' }],
  ['PUT', '/webhooks', { url: 'https://a.example', event: 'nothing' }],
  ['PUT', '/webhooks', { url: 'https://a.example', event: 'project.paused', features: ['ai'] }],
  ['PUT', '/webhooks', { url: 'https://a.example', event: 'project.paused', projectIds: 'shop' }],
  ['PUT', '/projects/shop/webhook', { url: 'http://a.example' }],
  ['PUT', '/account/v2-opt-in', { v2OptIn: 1 }],
  ['PATCH', '/projects/shop', {}],
  ['POST', '/projects/shop/agent/start', { prompt: '' }],
])('%s %s %j is refused with the code that the service gives it', async (method, path, body) => {
  const result = matchAndCheck(
    { method, path, search: '', body: JSON.stringify(body), hasHeader: () => false },
    null,
  );
  const ours = result.ok ? null : result.error.code;
  expect(ours).toBe(await codeOfService(method, path, body));
});
