import { afterEach, beforeEach, expect, test } from 'vitest';
import { pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

beforeEach(() => control('reset'));
afterEach(() => reset());

test('a secret that an older project refuses ends the launch at once, in the words of the service (service reference, Errors)', async () => {
  const owner = await pair();
  const form = {
    projectId: 'new-shop',
    prompt: 'Build a shop',
    engineVersion: 'legacy',
    secrets: [{ secretName: 'TOKEN', secretValue: ' ' }],
  };
  const reply = await owner.ask('POST', '/launches', form, { 'idempotency-key': 'key-00001' });
  expect([reply.status, reply.code]).toEqual([400, 'EDGE_SERVICE_REFUSED']);
  expect(reply.text).toContain('Each secret needs secretName and secretValue');
  expect((await owner.ask('GET', '/paid-calls/key-00001')).data.state).toBe('refused');
});
