import type { Cancel, Instant } from '../clock/clock.ts';
import type { Feature } from './features.ts';

export type Engine = 'v2' | 'legacy';
export type SpendingCategory = 'development' | 'infrastructure';
export type Usage = Record<SpendingCategory, number>;

export interface CreditLimits {
  maxDevelopmentCreditsPerMonth: number | null;
  maxInfrastructureCreditsPerMonth: number | null;
}

/** A file of a prompt as its message reports it. */
export interface MessageFile {
  name: string;
  url: string;
  imageDescription: string;
}

/** Keys that the agent asks for, by name; `isProvided` stays false whatever was given since. */
export type SecretKeysNeeded = Record<string, { isProvided: boolean; description: string }>;

export interface Message {
  author: 'user' | 'agent';
  message: string;
  messageType: string;
  createdAt: Instant;
  versionId?: string;
  gitDiffUrl?: string;
  secretKeysNeeded?: SecretKeysNeeded;
  files?: MessageFile[];
}

/** How a run ended; `running` until then. */
export type RunOutcome = 'running' | 'done' | 'error' | 'stopped' | 'limit-reached';

/** How a run works, as far as the service honours what was asked for; null = its default. */
export interface RunChoice {
  model: string | null;
  effort: string | null;
  fastMode: boolean;
}

export interface Run {
  id: string;
  prompt: string;
  startedAt: Instant;
  /** When the start was requested; `startedAt` may be older in a demo. */
  askedAt: Instant;
  outcome: RunOutcome;
  /** What it will have cost when it ends by itself. */
  fullCost: number;
  charged: number;
  /** Whole minutes that the service expects it to take; null when it does not say. */
  expectedMinutes: number | null;
  /** What the agent will ask for at its end, by name, with a description. */
  keysNeeded: Record<string, string>;
  choice: RunChoice;
  messages: Message[];
  scheduled: Cancel[];
  /** The batch that it is a prompt of. */
  batch: Batch | null;
  onEnd: (outcome: Exclude<RunOutcome, 'running'>) => void;
}

/** Several prompts run one after the other by a single start. */
export interface Batch {
  status: 'planning' | 'executing' | 'paused' | 'done' | 'cancelled';
  prompts: { prompt: string; status: 'pending' | 'executing' | 'done' | 'failed' }[];
  /** -1 before the first. */
  currentPromptIndex: number;
  startedAt: Instant;
  updatedAt: Instant;
  /** Of each of its runs. */
  choice: RunChoice;
  /** Messages before the first prompt ran. */
  messages: Message[];
  cancel: Cancel;
}

/** A state of the project's code that can be had back. */
export interface Version {
  id: string;
  name: string;
  commitSha: string;
  commitMessage: string;
  prompt?: string;
  recoveredVersionId?: string;
  createdAt: Instant;
  updatedAt: Instant;
}

/** Marker of a recovery under way, or of one that failed. */
export interface VersionRecovery {
  status: 'recovering' | 'error';
  versionId: string;
  startedAt: Instant;
  errorMessage?: string;
}

export interface Rebuild {
  status: 'rebuilding' | 'success' | 'error';
  startedAt: Instant;
  errorMessage?: string;
}

export interface CustomDomain {
  _id: string;
  hostname: string;
  deploymentId: string;
  status: string;
  sslStatus: string;
  dnsRecordsToAdd?: { type: 'CNAME' | 'TXT'; name: string; value: string }[];
  createdAt: Instant;
  updatedAt: Instant;
}

export interface GithubConnection {
  tokenValid: boolean;
  tokenExpired: boolean;
  repositoryFullName?: string;
  developBranch?: string;
  productionBranch?: string;
  pull: { status: 'pulling' | 'success' | 'error'; createdAt: Instant } | null;
}

export interface DesigntoolConnection {
  account: { id: string; handle: string; email: string; imgUrl: string };
  connectedAt: Instant;
  tokenValid: boolean;
  tokenError?: string;
}

/** One request to the published app as its production log reports it; every field may be missing. */
export interface ProductionLogRecord {
  EventTimestampMs?: number;
  Outcome?: string;
  WallTimeMs?: number;
  CPUTimeMs?: number;
  Event?: { Request?: { URL?: string; Method?: string }; Response?: { Status?: number } };
  Logs?: { Level: string; Message: unknown[]; TimestampMs: number }[];
  Exceptions?: { Name: string; Message: string; TimestampMs: number }[];
}

export interface Deployment {
  id: string;
  versionId: string;
  createdAt: Instant;
  askedAt: Instant;
  status: 'deploying' | 'success' | 'error';
  step: string;
  charged: number;
  scheduled: Cancel[];
}

export interface FeatureSetting {
  enabled: boolean;
  monthlyCreditCap?: number;
  monthlyUnitCap?: number;
  source: 'plan' | 'user' | 'ceo';
}

export interface FeatureUse {
  credits: number;
  units: number;
  warned: boolean;
  reached: boolean;
}

export interface ProjectWebhook {
  url: string | null;
  secret: string | null;
  previousSecret: string | null;
  rotatedAt: Instant | null;
}

export interface StoredSecret {
  _id: string;
  secretName: string;
  /** Only the app's own environment shows it; no response of the service may. */
  secretValue: string;
  environment: 'development' | 'production' | 'both';
}

export interface VisitorLimit {
  perIpPerMinute: number | null;
  allowlistCidrs: string[];
  verifiedBotsExempt: boolean;
  source: 'plan' | 'user';
}

/** A row of a project's database; its id is under `_id` (legacy) or `id` (current engine). */
export type Row = Record<string, unknown>;
export type Tables = Map<string, Row[]>;

export interface Project {
  projectId: string;
  description: string;
  label?: string;
  groupId?: string;
  previewImageUrl?: string;
  createdAt: Instant;
  lastModifiedAt: Instant;
  createdVia: 'ui' | 'api' | null;
  /** `api` for every project made through the API. */
  plan: string;
  engine: Engine;
  creditLimits: CreditLimits;
  /** By month (`2026-11`). */
  usage: Map<string, Usage>;
  /** Whether usage can be read now; the documents let it be null. */
  usageReadable: boolean;
  /** Caps already reported, as `category:month`. */
  capsReported: Set<string>;
  totalCreditsSpent: number;
  serverStatus: 'Active' | 'Creating' | 'Starting' | 'Archived' | 'Unarchiving' | 'Archiving';
  /** From when on the app behind an `Active` server responds. */
  appRespondsFrom: Instant;
  /** Whether the app itself is broken: only a prompt helps. */
  appBroken: boolean;
  /** What the next deployment would destroy of the published data, by name. */
  destroysOnDeploy: string[];
  /** What waits for the server to be up. */
  onServerUp: (() => void)[];
  /** When the app was paused; null while it is not. */
  pausedAt: Instant | null;
  runs: Run[];
  /** The latest batch. */
  batch: Batch | null;
  versions: Version[];
  recovery: VersionRecovery | null;
  import: { startedAt: Instant; errorMessage?: string } | null;
  rebuild: Rebuild | null;
  /** Writes wait for their turn until then. */
  writesHeldUntil: Instant;
  deployments: Deployment[];
  features: Map<Feature, FeatureSetting>;
  /** By `month:feature`. */
  featureUse: Map<string, FeatureUse>;
  /** Credits that the published app spent, by hour (`2026-11-21T14`). */
  appSpentByHour: Map<string, number>;
  mediaReleasedHour: string | null;
  visitorLimit: VisitorLimit;
  webhook: ProjectWebhook;
  secrets: StoredSecret[];
  customDomain: CustomDomain | null;
  github: GithubConnection | null;
  designtool: DesigntoolConnection | null;
  developmentLog: string[];
  productionLog: ProductionLogRecord[];
  /** By environment (`development`, `production`). */
  database: Map<string, Tables>;
}
