import { expect, test } from 'vitest';
import { API_ERROR_KINDS } from '../edge-client/api-error.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { connectionTitle } from '../i18n/connection-words.ts';
import { connectionStatus, isLive, linkOf } from './status.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

test('a wrong clock keeps no change from arriving', () => {
  expect(isLive({ kind: 'clock-wrong', skewMs: 180 * 60_000 })).toBe(true);
  expect(isLive({ kind: 'stale' })).toBe(false);
});

test('what the browser knows of its way to the service names the cause', () => {
  expect(linkOf({ kind: 'fine' })).toBeNull();
  expect(linkOf({ kind: 'offline' })).toEqual({ kind: 'offline' });
  expect(linkOf({ kind: 'service-failing', since: 7, isError: true })).toEqual({
    kind: 'service-not-answering',
    since: 7,
    isError: true,
  });
  const kinds = API_ERROR_KINDS.map((kind) => [
    kind,
    linkOf({ kind: 'failing', cause: kind, since: 7 })?.kind ?? null,
  ]);
  expect(Object.fromEntries(kinds)).toMatchObject({
    revoked: 'not-paired',
    'key-rejected': 'key-rejected',
    'account-unconfirmed': 'account-unconfirmed',
    'edge-unreachable': 'edge-not-answering',
    'edge-timeout': 'edge-not-answering',
    'not-an-edge': 'edge-not-answering',
    'rate-limited': null,
    'edge-failing': null,
  });
});

test('a service that answers with an error is not said to be silent', () => {
  const { 'service-failing': state } = popupStates(NOW);
  const { snapshot } = state.snapshot ?? {};
  if (!state.snapshot || !snapshot) throw new Error('The state of this test has no snapshot.');
  const titleOf = (code: 'timeout' | 'service-failing') => {
    const { account } = snapshot.sections;
    const sections = { ...snapshot.sections, account: { ...account, error: { code, since: NOW } as never } };
    const stored = {
      ...state,
      snapshot: { ...state.snapshot, snapshot: { ...snapshot, sections } },
    } as never;
    return connectionTitle(connectionStatus(stored, true, NOW));
  };
  expect(titleOf('timeout')).toBe('The builder service does not answer');
  expect(titleOf('service-failing')).toBe('The builder service answers with errors');
});
