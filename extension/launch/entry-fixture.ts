import type { LaunchRecord } from '../../shared/snapshot/launches.ts';
import type { LaunchEntry } from '../storage/launches.ts';
import { draftFixture } from './draft-fixture.ts';

/** A confirmed launch with an open outcome. */
export function entryFixture(changes: Partial<LaunchEntry> = {}): LaunchEntry {
  return {
    key: 'key-1',
    confirmedAt: Date.UTC(2026, 10, 21),
    draft: draftFixture(),
    phase: 'sent',
    record: null,
    refusal: null,
    trouble: null,
    outcome: null,
    tidied: false,
    retries: {},
    ...changes,
  };
}

/** Its record in the edge's ledger. */
export function recordFixture(changes: Partial<LaunchRecord> = {}): LaunchRecord {
  return {
    key: 'key-1',
    operation: 'launch',
    state: 'launched',
    requestedProjectId: 'studio-nord-classes',
    projectId: 'studio-nord-classes',
    label: null,
    createdAt: Date.UTC(2026, 10, 21),
    settledAt: Date.UTC(2026, 10, 21),
    refusal: null,
    agentStarted: true,
    warnings: [],
    nextCheckAt: null,
    ...changes,
  };
}
