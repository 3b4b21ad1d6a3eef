import { describe, expect, test } from 'vitest';
import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { API_ERROR_KINDS } from '../edge-client/api-error.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { connectionTitle } from '../i18n/connection-words.ts';
import type { StorageTrouble } from '../storage/session.ts';
import { asOf, connectionStatus, isLive, linkOf, unheardSince } from './status.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

test('a wrong clock keeps no change from arriving', () => {
  expect(isLive({ kind: 'clock-wrong', skewMs: 180 * 60_000 })).toBe(true);
  expect(isLive({ kind: 'stale', since: NOW })).toBe(false);
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
  });
  expect(
    kinds.filter(([, kind]) => kind === null),
    'every failure is one',
  ).toEqual([]);
  expect(linkOf({ kind: 'failing', cause: 'edge-failing', since: 7 })).toMatchObject({ isError: true });
});

describe('the edge says what is old, and this browser how long it has not heard of it', () => {
  const { calm } = popupStates(NOW);
  const stored = calm.snapshot;
  if (!stored) throw new Error('The state of this test has no snapshot.');
  /** All was read two hours ago; `overdue` by the edge's own pace. */
  const known = (overdue: readonly SectionName[], lastOkAt = NOW) => {
    const sections = Object.entries(stored.snapshot.sections).map(([name, section]) => [
      name,
      {
        ...section,
        readAt: NOW - 2 * HOUR_MS,
        ...(overdue.includes(name as SectionName) && { isOverdue: true }),
      },
    ]);
    const snapshot = { ...stored.snapshot, sections: Object.fromEntries(sections) };
    return {
      connection: calm.connection ?? null,
      health: { lastOkAt, failure: null, live: true },
      snapshot: { ...stored, snapshot },
    };
  };
  const statusOf = (...of: Parameters<typeof known>) => connectionStatus(known(...of), true, NOW);

  test('what was read two hours ago is well read where its pace is as slow', () => {
    expect(statusOf([])).toEqual({ kind: 'fine' });
    expect(asOf(known([]))).toBe(NOW);
  });

  test('what was due and not read is said, with its age where it is the balance', () => {
    expect(statusOf(['deliveries'])).toEqual({ kind: 'partly', sections: ['deliveries'] });
    expect(asOf(known(['deliveries']))).toBe(NOW);
    expect(statusOf(['account', 'prices'])).toEqual({ kind: 'partly', sections: ['account'] });
    expect(asOf(known(['account']))).toBe(NOW - 2 * HOUR_MS);
  });

  test.each([
    ['slept', NOW - 6 * MINUTE_MS],
    ['had its clock set back', NOW + 6 * MINUTE_MS],
  ])('nothing is known now by a computer that %s', (_, lastOkAt) =>
    expect(statusOf(['account'], lastOkAt)).toEqual({ kind: 'stale', since: lastOkAt }),
  );

  test('a response that can be stored no more leaves what is shown as old as the trouble', () => {
    const storageTrouble = { since: NOW - HOUR_MS } as StorageTrouble;
    const status = connectionStatus({ ...known([]), storageTrouble }, true, NOW);
    expect([unheardSince(status), unheardSince({ kind: 'fine' })]).toEqual([NOW - HOUR_MS, null]);
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
