import * as z from 'zod/mini';
import { amount, cap } from '../builder-api/open.ts';
import { DEPLOY_PHASES } from '../endings/deploy-ending.ts';
import { ending } from '../endings/ending-schema.ts';
import { instantMs } from '../time-schema.ts';

/**
 * Closed mapping of the service's open run statuses; `status` keeps the service's own word. A run that is
 * over for an unknown reason is `unknown` with a `finishedAt`; `ending` says more than the phase.
 */
export const RUN_PHASES = ['running', 'finished', 'failed', 'stopped', 'idle', 'unknown'] as const;
export const runPhase = z.enum(RUN_PHASES);
export type RunPhase = z.infer<typeof runPhase>;

export const runState = z.object({
  phase: runPhase,
  status: z.nullable(z.string()),
  startedAt: z.nullable(instantMs),
  finishedAt: z.nullable(instantMs),
  /** The newest prompt, as the service stores it: escaped; at most 200 characters. */
  prompt: z.nullable(z.string()),
  /** The agent's last message, at most 200 characters. */
  lastMessage: z.nullable(z.string()),
  /** Credits, once the run is done. */
  creditsSpent: z.nullable(amount),
  /** How it ended; null while it runs or never ran. */
  ending: z.nullable(ending),
  /** Variables that the agent requested at its end. `isGiven`: the project has it; null until it was read. */
  keysNeeded: z.array(
    z.object({ name: z.string(), description: z.nullable(z.string()), isGiven: z.nullable(z.boolean()) }),
  ),
  /**
   * The newest prompts of a batch that ended, oldest first, and how; absent where it is no batch. The run's
   * own times and credits are those of the batch's last prompt.
   */
  promptEnds: z.optional(z.array(z.object({ at: instantMs, ending }))),
  /** The batch of prompts that it belongs to, and how many are done. */
  batch: z.optional(z.nullable(z.object({ done: z.nullable(z.number()), total: z.nullable(z.number()) }))),
  /** Number of its row of work; absent where none is known to be of it. */
  work: z.optional(z.number()),
  /** Key of the paid call that began it; absent where none is known to have. */
  call: z.optional(z.string()),
});
export type RunState = z.infer<typeof runState>;

export const deployState = z.object({
  /** `deployEnding` says how it ended. */
  phase: z.enum(DEPLOY_PHASES),
  status: z.nullable(z.string()),
  startedAt: z.nullable(instantMs),
  finishedAt: z.nullable(instantMs),
  step: z.nullable(z.string()),
  /** https address of the published app, when the service reported one. */
  liveUrl: z.nullable(z.string()),
  /** The service's reason for the failure, at most 200 characters. */
  errorText: z.nullable(z.string()),
  creditRefunded: z.nullable(z.boolean()),
  /** As of a run. */
  work: z.optional(z.number()),
  call: z.optional(z.string()),
});
export type DeployState = z.infer<typeof deployState>;

/** One of the account's recently changed projects. */
export const projectState = z.object({
  projectId: z.string(),
  label: z.nullable(z.string()),
  createdAt: z.nullable(instantMs),
  lastModifiedAt: z.nullable(instantMs),
  engine: z.nullable(z.enum(['v2', 'legacy'])),
  /** https addresses, null when the service reported none. */
  productionUrl: z.nullable(z.string()),
  previewUrl: z.nullable(z.string()),
  run: z.nullable(runState),
  deploy: z.nullable(deployState),
  /** The development server's status in the service's own word, an open set; null = not reported. */
  server: z.nullable(z.string()),
  recovery: z.nullable(z.object({ startedAt: z.nullable(instantMs) })),
  importing: z.nullable(z.object({ startedAt: z.nullable(instantMs) })),
});
export type ProjectState = z.infer<typeof projectState>;

/**
 * Projects with work in progress and those changed most recently: newest first, at most
 * `RECENT_PROJECTS_MAX`; `total` counts all projects of the account.
 */
export const recentProjects = z.object({ total: z.nullable(z.number()), items: z.array(projectState) });

const range = z.object({ low: amount, high: amount, count: z.number() });

/**
 * What runs and deploys of this account usually take, from finished ones; null below three. `low` and `high`
 * are the 20th and 80th percentile, durations in milliseconds, costs in credits; `count` is the sample size.
 */
export const runHistory = z.object({
  runDurationMs: z.nullable(range),
  runCredits: z.nullable(range),
  deployDurationMs: z.nullable(range),
});
export type RunHistory = z.infer<typeof runHistory>;
export type UsualRange = z.infer<typeof range>;

const caps = z.object({ development: cap, infrastructure: cap });

/** A project at one or both of its monthly caps (service reference, Credit limits). Numbers are credits. */
export const atLimitProject = z.object({
  projectId: z.string(),
  label: z.nullable(z.string()),
  caps,
  /** null when the service could not read it. */
  used: z.nullable(z.object({ development: amount, infrastructure: amount })),
  atLimit: z.object({ development: z.boolean(), infrastructure: z.boolean() }),
});
export type AtLimitProject = z.infer<typeof atLimitProject>;

/** At most `AT_LIMIT_MAX` projects; `total` counts all. `canEdit`: the account's owner may raise a cap. */
export const atLimit = z.object({
  total: z.number(),
  projects: z.array(atLimitProject),
  resetsAt: z.nullable(instantMs),
  canEdit: z.boolean(),
});
