import type { ExpectedDays } from '../days.ts';
import type { ChannelKind } from '../edge-api/channel-kinds.ts';
import type { GuardKind, GuardStands } from '../edge-api/guards.ts';
import type { SiteState } from '../sites/site.ts';
import { SEVERITIES, type Severity } from '../snapshot/attention.ts';
import type { InstantMs } from '../time.ts';

/**
 * Why an item is open: the facts that a view needs, by kind. Texts are the service's own, numbers are credits unless
 * the field says otherwise; null where unknown.
 */
export type Reason =
  /** A monthly credit cap of a project is reached; what it covers is refused until it resets or is raised. */
  | {
      kind: 'credit-cap';
      /** `development`, `infrastructure`, or a word of the service that this version does not know. */
      category: string;
      spent: number | null;
      limit: number | null;
      resetsAt: InstantMs | null;
      canEdit: boolean;
    }
  /** 80 % of the owner's development cap of this month is used. */
  | {
      kind: 'cap-warning';
      category: 'development';
      spent: number;
      limit: number;
      resetsAt: InstantMs;
    }
  /** A feature's monthly budget reached 80 %. */
  | ({ kind: 'feature-warning' } & FeatureBudget)
  /** A feature's monthly budget is spent. `refusing` false: a soft limit, calls go on. */
  | ({ kind: 'feature-budget' } & FeatureBudget)
  /** The account ran out of credits. */
  | { kind: 'credits-exhausted'; credits: number | null }
  /** Usage spiked and the app was paused to protect credits. */
  | { kind: 'kill-switch' }
  | { kind: 'project-paused'; state: string | null; resumable: boolean | null }
  /** A scheduled job was paused after failing, or fails without being paused. */
  | {
      kind: 'cron-job';
      jobId: string;
      name: string | null;
      env: string | null;
      failures: number | null;
      lastStatus: string | null;
      paused: boolean;
    }
  /** The app's payment account was disconnected. */
  | { kind: 'payments-disconnected' }
  /** Deliveries of one subscription fail for one cause. */
  | {
      kind: 'delivery-failures';
      event: string;
      host: string;
      ours: boolean;
      httpStatus: number | null;
      error: string | null;
      count: number;
      firstAt: InstantMs;
      lastAt: InstantMs;
      givenUp: boolean;
    }
  /** The service reports deliveries or visible changes of which nothing reached the edge. */
  | { kind: 'webhooks-silent'; missed: number }
  /** Subscriptions that the service rejects. */
  | { kind: 'subscriptions-failing'; events: string[]; problem: string | null }
  /** The last run of a project failed; `message` is the agent's last message. */
  | { kind: 'run-failed'; message: string | null }
  /** The last deployment of a project failed. */
  | { kind: 'deploy-failed'; message: string | null; refunded: boolean | null }
  /** The agent needs environment variables that the project does not have. */
  | { kind: 'keys-needed'; keys: { name: string; description: string | null }[] }
  | { kind: 'run-budget'; budget: number | null; spent: number | null }
  /** A guard could not act; `guard` null: the plan of next month, or the caps that a launch named. */
  | {
      kind: 'guard-failed';
      guard: GuardKind | null;
      code: string;
      message: string;
      /** Absent: nothing stops what the guard should stop. */
      stands?: GuardStands;
    }
  /** Alerts of a channel do not arrive. `stopped`: its service refuses them, and nothing is sent until it is tested. */
  | {
      kind: 'channel-failing';
      channelId: string;
      channel: string;
      channelKind: ChannelKind;
      stopped: boolean;
    }
  /** At this pace a monthly cap is reached on one of these days, before its reset. */
  | ({
      kind: 'cap-forecast';
      category: 'development' | 'infrastructure';
      cap: number | null;
      resetsAt: InstantMs;
    } & ExpectedDays)
  /** At this pace the balance is used up on one of these days. */
  | ({ kind: 'balance-forecast'; credits: number } & ExpectedDays)
  /** Since somebody said that a run did not do what was asked, so many runs, that one among them, took so many credits; `workId`: the last. */
  | {
      kind: 'not-fixed';
      count: number;
      credits: number;
      isAtLeast: boolean;
      lastAt: InstantMs;
      workId: number;
      told: number;
    }
  /** What was published did not reach visitors `at` the last look: an error's status, or the path of a script or style that is missing. */
  | {
      kind: 'live-failing';
      what: Exclude<SiteState, 'answers'>;
      detail: string | null;
      host: string;
      at: InstantMs;
    }
  | { kind: 'balance-low'; credits: number; below: number }
  /**
   * Who may use the edge was changed, or with which key: information for the owners other than `deviceId`, who did it, if there
   * are `others`. `name`: of the browser.
   */
  | {
      kind: 'access-changed';
      change: AccessChange;
      name: string | null;
      deviceId: string | null;
      others: boolean;
    }
  /**
   * A launch made its project, and not all of what it asked for: the answer warns of this step (an open set). Caps are not among them:
   * the edge sees to those. `message`: the service's.
   */
  | { kind: 'launch-step'; step: string; message: string }
  /** A paid call whose outcome is unknown. */
  | { kind: 'launch-unknown'; key: string; operation: string; name: string; nextCheckAt: InstantMs | null };

export type AccessChange =
  | 'paired'
  | 'owner'
  | 'revoked'
  | 'all-revoked'
  | 'old-token'
  | 'data-key'
  | 'service-key';

export type FeatureBudget = {
  feature: string;
  used: number | null;
  cap: number | null;
  /** What `cap` counts; an open set. */
  capKind: string | null;
  refusing: boolean;
  /** First instant of the next month, UTC. */
  endsAt: InstantMs;
};

export type AttentionKind = Reason['kind'];

/** Something that holds now, as reported by one rule. */
export type Condition = {
  /** Stable across readings, events and devices. */
  id: string;
  severity: Severity;
  projectId: string | null;
  reason: Reason;
  since: InstantMs;
  /** The beginning is unknown: it was first seen at `since`. */
  isEarlier?: true;
};

/** One thing that may need the user. Times are the edge's clock. */
export type AttentionItem = Condition & {
  /** How often this identity has opened or become worse than what the user has seen; one notice each. */
  opening: number;
  openedAt: InstantMs;
  /** When somebody who may build marked it as seen, and the name of their browser. */
  seen: { at: InstantMs; by: string } | null;
  /** The worst {@link severityRank} of this opening. */
  rank: number;
};

/**
 * Why an item ended that was not resolved: somebody marked it as `seen` and nothing else would end it; another item took over
 * (`replaced`); nothing reports it any more (`not-read`). One that became worse has a further opening; a forgotten one is absent.
 */
export type EndedBy = 'seen' | 'replaced' | 'not-read';

/** An item as the reducer remembers it, open or over. */
export type KeptItem = AttentionItem & {
  resolvedAt: InstantMs | null;
  /** Why it ended. Absent: it is open, or was resolved. */
  endedBy?: EndedBy;
  /** When it was last known to hold. */
  heldAt: InstantMs;
  /** The source that confirmed it last; a reading may lag behind an event by a few seconds. */
  heldBy: 'reading' | 'event';
};

const SEVERITY_STEP = 1000;

/** Ranks an item against itself: by severity, then by what makes it worse within that severity. */
export function severityRank(condition: Pick<Condition, 'severity' | 'reason'>): number {
  let within = 0;
  if (condition.reason.kind === 'delivery-failures') within = Number(condition.reason.givenUp);
  else if (condition.reason.kind === 'cron-job') within = Number(condition.reason.paused);
  else if (condition.reason.kind === 'not-fixed') within = condition.reason.told;
  else if (condition.reason.kind === 'subscriptions-failing') within = condition.reason.events.length;
  return -SEVERITIES.indexOf(condition.severity) * SEVERITY_STEP + within;
}

/** When something began. `before`: when it was first seen, if the beginning is unknown. */
export type Since = InstantMs | { before: InstantMs };

export const sinceOf = ({ openedAt, isEarlier }: Pick<AttentionItem, 'openedAt' | 'isEarlier'>): Since =>
  isEarlier ? { before: openedAt } : openedAt;

/** Everything the reducer remembers. Plain JSON. */
export type AttentionState = {
  items: Record<string, KeptItem>;
  /** Newest reading already reduced, by kind. */
  readAt: Partial<Record<AttentionKind, InstantMs>>;
  /** Newest event already reduced; null before the first snapshot. */
  lastSeq: number | null;
  /** Ids of the newest events reduced: the same event under another number is not reduced again. */
  seenEventIds: string[];
  /** Numbers of the newest rows of work whose end was announced, ascending, and since when that is done by rows. */
  announced?: { since: InstantMs; rows: readonly number[] };
  /** Rows whose end is announced once a reading says how it was, or without that; null: as prompts of a batch that goes on. */
  waiting?: Readonly<Record<number, { projectId: string; until: InstantMs | null }>>;
  /** When an event last reported an item as over, by item id, open or not: events may be late. */
  over?: Record<string, InstantMs>;
  /** When the account was first read: older facts are never announced. Absent before that. */
  since?: InstantMs;
};

export const emptyAttention: AttentionState = {
  items: {},
  readAt: {},
  lastSeq: null,
  seenEventIds: [],
};
