import type { LaunchRecord } from '../../shared/snapshot/launches.ts';
import { type Draft, FIRST_SETTINGS } from '../storage/drafts.ts';
import type { LaunchEntry } from '../storage/launches.ts';
import { newDraft } from './draft.ts';

/** The edge and ledger that it was confirmed for. */
export const FOR = { edge: 'https://edge.example', ledgerId: 'ledger-1', epoch: 1 };

/** A confirmed launch with an open outcome. */
export function entryFixture(changes: Partial<LaunchEntry> = {}): LaunchEntry {
  return {
    key: 'key-1',
    confirmedAt: Date.UTC(2026, 10, 21),
    confirmedFor: FOR,
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
    candidates: [],
    ...changes,
  };
}

/** A valid draft. */
export function draftFixture(changes: Partial<Draft> = {}): Draft {
  return {
    ...newDraft('draft-1', Date.UTC(2026, 10, 21), FIRST_SETTINGS),
    words: 'A booking page for this studio',
    name: 'studio-nord-classes',
    ...changes,
  };
}
