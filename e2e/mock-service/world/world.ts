import type { Clock, Instant } from '../clock/clock.ts';
import type { Fault } from '../faults/fault.ts';
import type { post } from '../webhooks/post.ts';
import type { SenderFault } from '../webhooks/sender-fault.ts';
import type { Delivery, Subscription } from '../webhooks/subscription.ts';
import type { Account, ApiKey } from './account.ts';
import type { Assumptions } from './assumptions.ts';
import type { Counters } from './counters.ts';
import type { Project, SpendingCategory } from './project.ts';
import type { Random } from './random.ts';

/** How long things take, each a range in milliseconds on the service's clock. */
export interface Durations {
  runMs: readonly [number, number];
  deployMs: readonly [number, number];
  serverStartMs: readonly [number, number];
  /** How long after its server is `Active` an app responds. */
  appStartMs: readonly [number, number];
  recoveryMs: readonly [number, number];
  rebuildMs: readonly [number, number];
  /** How long the service plans a batch, and rests between two of its prompts. */
  planningMs: readonly [number, number];
  betweenPromptsMs: readonly [number, number];
  /** How long each step of connecting a domain takes. */
  domainStepMs: readonly [number, number];
}

export interface Group {
  groupId: string;
  name: string;
  description: string;
  createdAt: Instant;
  updatedAt: Instant;
  /** False: another account's. */
  own: boolean;
  full: boolean;
}

/** An uploaded file, served under its signed address. */
export interface StoredFile {
  name: string;
  bytes: Uint8Array;
  signature: string;
}

/** Credits spent once, as the spending analytics report them. */
export interface Spending {
  at: Instant;
  projectId: string;
  category: SpendingCategory;
  type: string;
  credits: number;
}

/** Outcomes of the next operations, where the service decides; success by default. */
export interface Outcomes {
  runs: ('done' | 'error')[];
  /** Keys that the agent asks for at the end of the next runs: name to description. */
  keysNeeded: Record<string, string>[];
  deploys: ('success' | 'error')[];
  recoveries: ('success' | 'error')[];
  rebuilds: ('success' | 'error')[];
  unpublishes: ('success' | 'error')[];
  launchWarnings: { step: string; errorCode: string; errorMessage: string }[];
}

/** Open built-in calls of one feature of an app whose concurrency is limited. */
export interface Slots {
  taken: number;
  /** Calls that wait for a slot, first come first served. */
  queue: (() => void)[];
}

/** The whole state of the service, in plain objects; a new one is a reset. */
export interface World {
  clock: Clock;
  /** Aborted when this world ends: nothing may be sent any more. */
  over: AbortController;
  random: Random;
  durations: Durations;
  assumptions: Assumptions;
  /** Names of operations that this account does not have: they answer as unknown routes. */
  lacking: Set<string>;
  productionDomain: string;
  /** Answer as the older host does. */
  legacyHost: boolean;
  /** Registered host (or `host:port`) -> actual address. */
  connectTo: Record<string, string>;
  maxBodyBytes: number;
  /** How a delivery leaves; a simulation has a network of its own. */
  post: typeof post;
  account: Account;
  keys: Map<string, ApiKey>;
  groups: Map<string, Group>;
  projects: Map<string, Project>;
  /** Project ids of other accounts; one that ends in `*` stands for all that begin so. */
  takenNames: string[];
  /** By `<projectId>/<file id>`. */
  files: Map<string, StoredFile>;
  subscriptions: Map<string, Subscription>;
  deliveries: Delivery[];
  spending: Spending[];
  outcomes: Outcomes;
  faults: Fault[];
  senderFaults: SenderFault[];
  /** How far the clocks of receivers are ahead of the real time, by which deliveries are signed. */
  receiversAheadMs: number;
  /** Deliveries kept back by a `reorder` fault until another one has gone out. */
  heldBack: (() => void)[];
  counters: Counters;
  /** Built-in calls of published apps in the last minute, for their rates. */
  appCalls: { projectId: string; at: Instant; paid: boolean; visitor: string | undefined }[];
  /** By `projectId:feature`. */
  appSlots: Map<string, Slots>;
  /** How long Get Project repeats its last response; 0 for never. */
  projectCacheMs: number;
  projectCache: Map<string, { until: Instant; answer: unknown }>;
  /** When projects were created through the API lately, for the plan's rate. */
  recentCreations: Instant[];
  recentTokenChecks: Instant[];
  /** E-mails the service would have sent to the owner. */
  emails: { at: Instant; about: 'webhook' | 'credit-limit'; subject: string }[];
}
