import { describe, expect, it } from 'vitest';
import type { LaunchRefusal } from '../../shared/snapshot/launches.ts';
import { entryFixture, recordFixture } from './entry-fixture.ts';
import { launchStatus } from './history.ts';

const refusal: LaunchRefusal = {
  code: 'INSUFFICIENT_CREDITS',
  message: 'No',
  httpStatus: 402,
  details: null,
};
const withRecord = (changes: Parameters<typeof recordFixture>[0], trouble: string | null = null) =>
  launchStatus(entryFixture({ record: recordFixture(changes), trouble }));

describe('launchStatus', () => {
  it('is launching from the confirmation until somebody knows more', () => {
    expect(launchStatus(entryFixture({ phase: 'stored' })).kind).toBe('launching');
    expect(launchStatus(entryFixture({ phase: 'sent' })).kind).toBe('launching');
    expect(withRecord({ state: 'reserved' }).kind).toBe('launching');
    expect(withRecord({ state: 'sent' }).kind).toBe('launching');
  });

  it('says so when the outcome can’t be known, whether the service or the edge does not respond', () => {
    expect(withRecord({ state: 'unknown', nextCheckAt: 5 })).toEqual({
      kind: 'unknown',
      nextCheckAt: 5,
      edgeTrouble: null,
      candidates: [],
    });
    expect(launchStatus(entryFixture({ trouble: 'edge-unreachable' }))).toMatchObject({
      edgeTrouble: 'edge-unreachable',
    });
    expect(withRecord({ state: 'sent' }, 'offline').kind).toBe('unknown');
  });

  it('shows a name other than the requested one', () => {
    expect(withRecord({ projectId: 'studio-nord-classes-2' })).toMatchObject({
      projectId: 'studio-nord-classes-2',
      insteadOf: 'studio-nord-classes',
    });
    expect(withRecord({})).toMatchObject({ insteadOf: null, agentStarted: true });
  });

  it('does not say that the first run has begun where no answer said so (Launch Project, agent.started)', () => {
    expect(withRecord({ agentStarted: null })).toMatchObject({ kind: 'launched', agentStarted: null });
    expect(withRecord({ agentStarted: false })).toMatchObject({ agentStarted: false });
  });

  it('keeps refusals of the ledger and of the edge apart from what never left', () => {
    expect(withRecord({ state: 'refused', refusal })).toEqual({ kind: 'refused', refusal });
    expect(launchStatus(entryFixture({ refusal }))).toEqual({ kind: 'refused', refusal });
    expect(withRecord({ state: 'absent' }).kind).toBe('absent');
    expect(launchStatus(entryFixture({ phase: 'given-up' })).kind).toBe('not-sent');
  });

  it('believes the ledger over what this browser saw', () => {
    expect(launchStatus(entryFixture({ record: recordFixture(), refusal, trouble: 'offline' })).kind).toBe(
      'launched',
    );
  });
});
