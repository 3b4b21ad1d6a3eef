import { MINUTE_MS, SECOND_MS, startOfNextMonth } from './clock/calendar.ts';
import type { Clock } from './clock/clock.ts';
import { post } from './webhooks/post.ts';
import { PLANS } from './world/account.ts';
import { type Assumptions, USUAL_ASSUMPTIONS } from './world/assumptions.ts';
import { zeroCounters } from './world/counters.ts';
import { createRandom } from './world/random.ts';
import type { Durations, World } from './world/world.ts';

export interface WorldOptions {
  clock: Clock;
  apiKey: string;
  seed: number;
  connectTo: Record<string, string>;
  durations?: Partial<Durations>;
  assumptions?: Partial<Assumptions>;
  maxBodyBytes?: number;
  post?: typeof post;
  projectCacheMs?: number;
}

/** As documented: runs of 5 to 40 minutes (mostly 10 to 30), deploys of 2 to 5, server starts of 2 to 4. */
const DOCUMENTED_DURATIONS: Durations = {
  runMs: [10 * MINUTE_MS, 30 * MINUTE_MS],
  deployMs: [2 * MINUTE_MS, 5 * MINUTE_MS],
  serverStartMs: [2 * MINUTE_MS, 4 * MINUTE_MS],
  appStartMs: [0, 0],
  recoveryMs: [MINUTE_MS, 4 * MINUTE_MS],
  rebuildMs: [MINUTE_MS, 4 * MINUTE_MS],
  planningMs: [20 * SECOND_MS, 60 * SECOND_MS],
  betweenPromptsMs: [2 * SECOND_MS, 5 * SECOND_MS],
  domainStepMs: [MINUTE_MS, 5 * MINUTE_MS],
};

const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** An account with its plan credits, some purchased ones, and nothing in it yet. */
export function createWorld(options: WorldOptions): World {
  const world: World = {
    clock: options.clock,
    over: new AbortController(),
    random: createRandom(options.seed),
    durations: { ...DOCUMENTED_DURATIONS, ...options.durations },
    assumptions: { ...USUAL_ASSUMPTIONS, ...options.assumptions },
    lacking: new Set(),
    productionDomain: 'apps.example',
    legacyHost: false,
    connectTo: { ...options.connectTo },
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    post: options.post ?? post,
    account: {
      recurrentCredits: 100,
      oneTimeCredits: 312.5,
      plan: PLANS.enterprise,
      v2OptIn: true,
      v2OptInAvailable: true,
    },
    keys: new Map([[options.apiKey, { key: options.apiKey, owner: true, restricted: false }]]),
    groups: new Map(),
    projects: new Map(),
    takenNames: [],
    files: new Map(),
    subscriptions: new Map(),
    deliveries: [],
    spending: [],
    outcomes: {
      runs: [],
      keysNeeded: [],
      deploys: [],
      recoveries: [],
      rebuilds: [],
      unpublishes: [],
      launchWarnings: [],
    },
    faults: [],
    senderFaults: [],
    receiversAheadMs: 0,
    heldBack: [],
    counters: zeroCounters(),
    appCalls: [],
    appSlots: new Map(),
    projectCacheMs: options.projectCacheMs ?? 0,
    projectCache: new Map(),
    recentCreations: [],
    recentTokenChecks: [],
    emails: [],
  };
  renewPlanCredits(world);
  return world;
}

/** Plan credits start again with each billing period, which here is the calendar month, UTC. */
function renewPlanCredits(world: World): void {
  const now = world.clock.now();
  world.clock.after(startOfNextMonth(now) - now, () => {
    world.account.recurrentCredits = world.account.plan.monthlyCredits;
    renewPlanCredits(world);
  });
}
