import { expect, test } from 'vitest';
import { API_ERROR_KINDS } from '../edge-client/api-error.ts';
import { linkOf } from './status.ts';

test('what the browser knows of its way to the service names the cause', () => {
  expect(linkOf({ kind: 'fine' })).toBeNull();
  expect(linkOf({ kind: 'offline' })).toEqual({ kind: 'offline' });
  expect(linkOf({ kind: 'service-failing', since: 7 })).toEqual({ kind: 'service-not-answering', since: 7 });
  const kinds = API_ERROR_KINDS.map((kind) => [
    kind,
    linkOf({ kind: 'failing', cause: kind, since: 7 })?.kind ?? null,
  ]);
  expect(Object.fromEntries(kinds)).toMatchObject({
    revoked: 'not-paired',
    'key-rejected': 'key-rejected',
    'edge-unreachable': 'edge-not-answering',
    'edge-timeout': 'edge-not-answering',
    'not-an-edge': 'edge-not-answering',
    'rate-limited': null,
    'edge-failing': null,
  });
});
