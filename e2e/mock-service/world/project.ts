import type { Cancel, Instant } from '../clock/clock.ts';
import type { Feature } from '../limits/features.ts';

export type Engine = 'v2' | 'legacy';
export type SpendingCategory = 'development' | 'infrastructure';
export type Usage = Record<SpendingCategory, number>;

export interface CreditLimits {
  maxDevelopmentCreditsPerMonth: number | null;
  maxInfrastructureCreditsPerMonth: number | null;
}

export interface Message {
  author: 'user' | 'agent';
  message: string;
  messageType: string;
  createdAt: Instant;
}

/** How a run ended; `running` until then. */
export type RunOutcome = 'running' | 'done' | 'error' | 'stopped' | 'limit-reached';

export interface Run {
  id: string;
  prompt: string;
  startedAt: Instant;
  outcome: RunOutcome;
  /** What it will have cost when it ends by itself. */
  fullCost: number;
  charged: number;
  messages: Message[];
  scheduled: Cancel[];
}

export interface Deployment {
  id: string;
  versionId: string;
  createdAt: Instant;
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
  engine: Engine;
  creditLimits: CreditLimits;
  /** By month (`2026-11`). */
  usage: Map<string, Usage>;
  /** Whether usage can be read now; the documents let it be null. */
  usageReadable: boolean;
  /** Caps already told about, as `category:month`. */
  capsTold: Set<string>;
  totalCreditsSpent: number;
  serverStatus: 'Active' | 'Creating' | 'Starting' | 'Archived' | 'Unarchiving' | 'Archiving';
  recovering: boolean;
  /** When the app was paused; null while it is not. */
  pausedAt: Instant | null;
  runs: Run[];
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
  customDomain: { hostname: string; status: string } | null;
  /** By environment (`development`, `production`). */
  database: Map<string, Tables>;
}
