import type { BuildFacts, ProjectFacts } from './blockers.ts';

/** A moment in the middle of a month, an hour and a minute. */
export const NOW = Date.UTC(2026, 10, 21, 9, 30, 15);

/** A project that was read completely and has nothing in the way. */
export function projectFactsFixture(changes: Partial<ProjectFacts> = {}): ProjectFacts {
  return {
    projectId: 'shop',
    engine: 'v2',
    isRead: true,
    run: null,
    batch: null,
    deploy: null,
    recovery: null,
    rebuild: null,
    importing: null,
    pulling: null,
    notLooked: [],
    server: 'ready',
    paused: null,
    stopped: null,
    limits: {
      development: { isReached: false, used: 100, cap: 5000 },
      infrastructure: { isReached: false, used: 10, cap: 300 },
      resetsAt: Date.UTC(2026, 11, 1),
      runBudget: null,
    },
    features: {},
    visitors: null,
    guards: null,
    ...changes,
  };
}

/** An owner with 412.5 credits and a usual run of 12 to 30, for that project. */
export function factsFixture(changes: Partial<BuildFacts> = {}): BuildFacts {
  return {
    now: NOW,
    role: 'owner',
    canEdit: true,
    runDurationMs: null,
    deployDurationMs: null,
    link: null,
    notReadSince: null,
    balance: { credits: 412.5, isCurrent: true },
    price: null,
    serverPrice: { least: 1, most: 1 },
    dailyLimit: null,
    project: projectFactsFixture(),
    ...changes,
  };
}
