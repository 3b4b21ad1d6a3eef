import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** Our closed reading of the service's open run statuses; `status` keeps the service's own word. */
export const RUN_PHASES = ['running', 'finished', 'failed', 'stopped', 'idle', 'unknown'] as const;
export const runPhase = z.enum(RUN_PHASES);
export type RunPhase = z.infer<typeof runPhase>;

export const runState = z.object({
  phase: runPhase,
  status: z.nullable(z.string()),
  startedAt: z.nullable(instantMs),
  finishedAt: z.nullable(instantMs),
  /** What the agent said last, at most 200 characters. */
  lastMessage: z.nullable(z.string()),
  /** Credits, once the run is done. */
  creditsSpent: z.nullable(z.number()),
});
export type RunState = z.infer<typeof runState>;

export const DEPLOY_PHASES = ['deploying', 'live', 'failed', 'never', 'unknown'] as const;
export const deployPhase = z.enum(DEPLOY_PHASES);
export type DeployPhase = z.infer<typeof deployPhase>;

export const deployState = z.object({
  phase: deployPhase,
  status: z.nullable(z.string()),
  startedAt: z.nullable(instantMs),
  finishedAt: z.nullable(instantMs),
  step: z.nullable(z.string()),
  /** https address of the published app, when the service told one. */
  liveUrl: z.nullable(z.string()),
  /** The service's words for why it failed, at most 200 characters. */
  errorText: z.nullable(z.string()),
  creditRefunded: z.nullable(z.boolean()),
});
export type DeployState = z.infer<typeof deployState>;

/** One of the account's recently changed projects. */
export const projectState = z.object({
  projectId: z.string(),
  label: z.nullable(z.string()),
  createdAt: z.nullable(instantMs),
  lastModifiedAt: z.nullable(instantMs),
  engine: z.nullable(z.enum(['v2', 'legacy'])),
  /** https addresses, null when the service told none. */
  productionUrl: z.nullable(z.string()),
  previewUrl: z.nullable(z.string()),
  run: z.nullable(runState),
  deploy: z.nullable(deployState),
});
export type ProjectState = z.infer<typeof projectState>;

/** The most recently changed projects, newest first, at most `RECENT_PROJECTS_MAX`; `total` counts all of the account. */
export const recentProjects = z.object({ total: z.nullable(z.number()), items: z.array(projectState) });
