import { expect, test } from 'vitest';
import { catalogue } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { type ProjectCall, serviceCall } from './edge-client.ts';

const BELOW_PROJECT = '/projects/:projectId/';
const calls = Object.values<Operation>(catalogue).flatMap(({ method, path, reach }) => {
  const below = path.startsWith(BELOW_PROJECT) ? path.slice(BELOW_PROJECT.length) : ':';
  return reach === 'gateway' && !below.includes(':')
    ? [{ call: { method, path: below } as ProjectCall, path }]
    : [];
});

test.each(calls)('$call.method $call.path goes where the catalogue says', ({ call, path }) => {
  expect(serviceCall('shop', call)).toEqual({
    method: call.method,
    path: `/service${path.replace(':projectId', 'shop')}`,
  });
});

test('what the gateway does not pass on is no call, as the compiler sees it', () => {
  // @ts-expect-error: it answers a secret
  const secret: ProjectCall = { method: 'POST', path: 'webhook/rotate-secret' };
  // @ts-expect-error: not a method of it
  const wrong: ProjectCall = { method: 'POST', path: 'credit-limits' };
  // @ts-expect-error: a cap is set at `/caps`, where it is compared
  const compared: ProjectCall = { method: 'PATCH', path: 'credit-limits' };
  const known: ProjectCall = { method: 'PATCH', path: 'rate-limit' };
  const given = calls.map(({ call }) => JSON.stringify(call));
  const isGiven = [secret, wrong, compared, known].map((call) => given.includes(JSON.stringify(call)));
  expect(isGiven).toEqual([false, false, false, true]);
});

test('an id never leads to another path', () => {
  expect(serviceCall('../x?y', { method: 'POST', path: 'agent/stop' }).path).toBe(
    '/service/projects/..%2Fx%3Fy/agent/stop',
  );
});
