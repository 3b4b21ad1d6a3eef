import type { DeployState, ProjectState, RunState } from './project-state.ts';
import { unreadSection } from './section.ts';
import type { SnapshotSections } from './snapshot.ts';

/** A running run without further facts, or one that is over, nobody knows how. */
export function runFixture(changes: Partial<RunState> = {}): RunState {
  return {
    phase: 'running',
    status: 'init',
    startedAt: null,
    finishedAt: null,
    prompt: null,
    lastMessage: null,
    creditsSpent: null,
    ending: ['running', 'idle', 'unknown'].includes(changes.phase ?? 'running') ? null : 'not-known',
    keysNeeded: [],
    ...changes,
  };
}

/** A running deployment without further facts. */
export function deployFixture(changes: Partial<DeployState> = {}): DeployState {
  return {
    phase: 'deploying',
    status: 'deploying',
    startedAt: null,
    finishedAt: null,
    step: null,
    liveUrl: null,
    errorText: null,
    creditRefunded: null,
    ...changes,
  };
}

/** A project that never ran and was never deployed. */
export function projectFixture(changes: Partial<ProjectState> = {}): ProjectState {
  return {
    projectId: 'shop',
    label: null,
    createdAt: null,
    lastModifiedAt: null,
    engine: 'v2',
    productionUrl: null,
    previewUrl: null,
    run: null,
    deploy: null,
    server: null,
    recovery: null,
    importing: null,
    ...changes,
  };
}

/** The sections of a snapshot before anything was read. */
export const unreadSections: SnapshotSections = {
  account: unreadSection,
  spending: unreadSection,
  prices: unreadSection,
  atLimit: unreadSection,
  projects: unreadSection,
  deliveries: unreadSection,
  events: unreadSection,
  subscriptions: unreadSection,
  history: unreadSection,
};
