import { expect, it } from 'vitest';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import { type ConnectionStatus, isSaidBy } from './status.ts';

const failing = (cause: ApiErrorKind): ConnectionStatus => ({ kind: 'failing', cause, since: 0 });
const DOWN: ConnectionStatus = { kind: 'service-failing', since: 0, isError: true };

it('an edge that is not reached is one trouble, however each request meets it', () => {
  for (const kind of ['edge-unreachable', 'edge-timeout', 'edge-failing', 'offline'] as const) {
    expect(isSaidBy(failing('edge-unreachable'), { kind }), kind).toBe(true);
    expect(isSaidBy({ kind: 'offline' }, { kind }), kind).toBe(true);
  }
});

it('what a view meets alone is its own to say', () => {
  expect(isSaidBy({ kind: 'fine' }, { kind: 'service-failing' })).toBe(false);
  expect(isSaidBy(DOWN, { kind: 'service-failing' })).toBe(true);
  expect(isSaidBy(DOWN, { kind: 'refused' })).toBe(false);
  expect(isSaidBy(failing('edge-unreachable'), { kind: 'refused' })).toBe(false);
  expect(isSaidBy({ kind: 'partly', sections: ['spending'] }, { kind: 'service-failing' })).toBe(false);
});

it('a read that is refused for want of credits is said by the line that nothing is read without them', () => {
  const status: ConnectionStatus = { kind: 'no-credits', since: 0 };
  for (const code of ['INSUFFICIENT_CREDITS', 'VCAAS_INSUFFICIENT_CREDITS', 'EDGE_SERVICE_NO_CREDITS']) {
    expect(isSaidBy(status, { kind: 'refused', code }), code).toBe(true);
    expect(isSaidBy({ kind: 'fine' }, { kind: 'refused', code }), code).toBe(false);
  }
  expect(isSaidBy(status, { kind: 'refused', code: 'PROJECT_NOT_FOUND' })).toBe(false);
});
