import type { Role } from '../edge-api/role.ts';
import type { InstantMs } from '../time.ts';
import type { Price } from './price.ts';

/** What a user wants to do: prompt, deploy or launch a project, or have an app make its built-in calls. */
export const ACTS = ['prompt', 'deploy', 'launch', 'app'] as const;
export type Act = (typeof ACTS)[number];

/** Why building, or an app's built-in calls, may not work. Amounts are credits; null: unknown. */
export type Cause =
  | { kind: 'not-paired' }
  /** This browser has no network. */
  | { kind: 'offline' }
  /** `isError`: it answers, but with an error. */
  | { kind: 'edge-not-answering'; since: InstantMs | null; isError: boolean }
  | { kind: 'key-rejected'; since: InstantMs | null }
  /** The edge has another key, and does not know whose account it opens. */
  | { kind: 'account-unconfirmed'; since: InstantMs | null }
  /** The same of the service. */
  | { kind: 'service-not-answering'; since: InstantMs | null; isError: boolean }
  /** The edge's key may not do this on the account (a restricted key, or not the owner's). */
  | { kind: 'key-restricted' }
  | { kind: 'role-too-low'; role: Role; needed: Role }
  | { kind: 'project-gone' }
  | { kind: 'project-not-allowed' }
  /** Not available on the project's engine or for the account. */
  | { kind: 'not-available' }
  /** `needed`: the fixed price of the act. */
  | { kind: 'balance-used-up'; credits: number | null; needed: number | null }
  | { kind: 'projects-used-up'; used: number | null; max: number | null; plan: string | null }
  | { kind: 'emergency-stop'; since: InstantMs | null }
  | { kind: 'project-paused'; since: InstantMs | null; resumable: boolean | null }
  | { kind: 'development-cap'; used: number | null; cap: number | null; resetsAt: InstantMs | null }
  /** A run budget holds the development cap below the owner's for one run; reported as the budget. */
  | { kind: 'run-budget'; used: number | null; cap: number | null; until: InstantMs | null }
  | { kind: 'daily-limit'; spent: number | null; limit: number | null }
  /** The project's daily limit for development. */
  | { kind: 'day-budget'; spent: number; limit: number }
  /** Prompts are off after this many failures in a row. */
  | { kind: 'failure-guard'; failures: number }
  | { kind: 'recovery-running'; startedAt: InstantMs | null }
  | { kind: 'batch-running'; done: number | null; total: number | null; startedAt: InstantMs | null }
  | { kind: 'agent-running'; startedAt: InstantMs | null }
  | { kind: 'deployment-running'; startedAt: InstantMs | null }
  | { kind: 'rebuild-running'; startedAt: InstantMs | null }
  | { kind: 'import-running'; startedAt: InstantMs | null }
  | { kind: 'pull-running'; startedAt: InstantMs | null }
  /** `starting`: since an unknown time. `asleep`: not started. `price`: of starting it. */
  | { kind: 'server-not-ready'; server: 'starting' | 'asleep'; price: Price | null }
  /** The server runs and the app does not respond: the agent has to fix it. */
  | { kind: 'app-broken' }
  | { kind: 'created-too-fast'; retryAfterMs: number | null }
  | { kind: 'asked-too-often'; retryAfterMs: number | null }
  | { kind: 'project-busy' }
  | { kind: 'infrastructure-cap'; used: number | null; cap: number | null; resetsAt: InstantMs | null }
  /** A feature that is switched off, possibly with the features under it. */
  | { kind: 'feature-off'; feature: string }
  | {
      kind: 'feature-budget';
      feature: string;
      used: number | null;
      limit: number | null;
      unit: string | null;
      resetsAt: InstantMs | null;
    }
  | { kind: 'media-paused'; resetsAt: InstantMs | null }
  | { kind: 'calls-queued'; retryAfterMs: number | null }
  /** A limit per visitor that an owner has set below the plan's. */
  | { kind: 'visitor-limit'; perMinute: number; planDefault: number };

export type CauseKind = Cause['kind'];

/** What a cause does to an act. `waits`: accepted, begins later. `unsure`: the reference does not say. */
export type Effect = 'refused' | 'unsure' | 'waits' | 'none';

const NEVER = { prompt: 'refused', deploy: 'refused', launch: 'refused', app: 'none' } as const;
const PROJECT_ONLY = { prompt: 'refused', deploy: 'refused', launch: 'none', app: 'none' } as const;
const PROMPTS_ONLY = { prompt: 'refused', deploy: 'none', launch: 'none', app: 'none' } as const;
const APP_ONLY = { prompt: 'none', deploy: 'none', launch: 'none', app: 'refused' } as const;
const NOT_TOLD = { prompt: 'unsure', deploy: 'unsure', launch: 'none', app: 'refused' } as const;
const LAUNCH_ONLY = { prompt: 'none', deploy: 'none', launch: 'refused', app: 'none' } as const;
/** Published reference, What excludes what: a run is refused; nothing is documented for a deploy. */
const RUN_EXCLUDED = { prompt: 'refused', deploy: 'unsure', launch: 'none', app: 'none' } as const;

/** Every cause and what it stops, worst first; also the sort order of equals. */
export const EFFECTS: Readonly<Record<CauseKind, Readonly<Record<Act, Effect>>>> = {
  'not-paired': NEVER,
  offline: NEVER,
  'edge-not-answering': NEVER,
  'key-rejected': NEVER,
  'account-unconfirmed': NEVER,
  'service-not-answering': { prompt: 'unsure', deploy: 'unsure', launch: 'unsure', app: 'unsure' },
  'key-restricted': NEVER,
  'role-too-low': NEVER,
  'project-gone': PROJECT_ONLY,
  'project-not-allowed': PROJECT_ONLY,
  'not-available': NEVER,
  'balance-used-up': { ...NEVER, app: 'refused' },
  'projects-used-up': LAUNCH_ONLY,
  'emergency-stop': NOT_TOLD,
  'project-paused': NOT_TOLD,
  'development-cap': { prompt: 'refused', deploy: 'unsure', launch: 'none', app: 'none' },
  'run-budget': { prompt: 'refused', deploy: 'unsure', launch: 'none', app: 'none' },
  'daily-limit': NEVER,
  'day-budget': PROMPTS_ONLY,
  'failure-guard': PROMPTS_ONLY,
  'recovery-running': PROJECT_ONLY,
  'batch-running': PROJECT_ONLY,
  'agent-running': PROJECT_ONLY,
  'deployment-running': PROJECT_ONLY,
  'rebuild-running': RUN_EXCLUDED,
  'import-running': RUN_EXCLUDED,
  'pull-running': RUN_EXCLUDED,
  'server-not-ready': { prompt: 'waits', deploy: 'refused', launch: 'none', app: 'none' },
  'app-broken': { prompt: 'none', deploy: 'refused', launch: 'none', app: 'none' },
  'created-too-fast': LAUNCH_ONLY,
  'asked-too-often': NEVER,
  'project-busy': PROJECT_ONLY,
  'infrastructure-cap': APP_ONLY,
  'feature-off': APP_ONLY,
  'feature-budget': APP_ONLY,
  'media-paused': APP_ONLY,
  'calls-queued': APP_ONLY,
  'visitor-limit': { prompt: 'none', deploy: 'none', launch: 'none', app: 'unsure' },
};

export const CAUSE_KINDS = Object.keys(EFFECTS) as readonly CauseKind[];
