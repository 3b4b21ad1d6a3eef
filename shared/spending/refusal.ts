import type { ServiceCode } from '../builder-api/codes.ts';
import type { EdgeErrorCode } from '../edge-api/envelope.ts';
import { guardedPrompt } from '../edge-api/guards.ts';
import { role } from '../edge-api/role-schema.ts';
import { parse } from '../parse.ts';
import { parseInstant } from '../time.ts';
import { type Blocker, blockerOf, type Circumstances } from './blocker.ts';
import type { Act, Cause } from './cause.ts';
import { type NoCreditsCode, saysNoCredits } from './no-credits.ts';

/** A refusal of the service or the edge. */
export interface Refusal {
  code: string | null;
  details: Readonly<Record<string, unknown>> | null;
  /** Value of `Retry-After`. */
  retryAfterMs?: number | null;
}

/**
 * Maps a refusal to the cause that `blockers` would name beforehand; null where it is about the request
 * itself (an invalid field) or the code is unknown. Those are shown in the words of the code or the service.
 */
export function causeOfRefusal(refusal: Refusal, act: Act): Cause | null {
  const { code } = refusal;
  if (saysNoCredits(code)) return noCredits(refusal);
  const cause = code !== null && Object.hasOwn(CAUSES, code) ? CAUSES[code as OtherCode] : null;
  return typeof cause === 'function' ? cause(refusal, act) : cause;
}

/** The refusal as a blocker: refused, whatever the reference says about the act. */
export function blockerOfRefusal(refusal: Refusal, act: Act, given: Circumstances): Blocker | null {
  const cause = causeOfRefusal(refusal, act);
  return cause && blockerOf(cause, act, given, 'refused');
}

type CauseRule = Cause | ((refusal: Refusal, act: Act) => Cause | null) | null;

const restricted: Cause = { kind: 'key-restricted' };
const notAvailable: Cause = { kind: 'not-available' };
const silent: Cause = { kind: 'service-not-answering', since: null, isError: false };
const failing: Cause = { ...silent, isError: true };
const tooOften = ({ details, retryAfterMs }: Refusal): Extract<Cause, { kind: 'asked-too-often' }> => ({
  kind: 'asked-too-often',
  retryAfterMs: retryAfterMs ?? secondsIn(details, 'retryAfter'),
});
const noCredits = ({ details }: Refusal): Cause => ({
  kind: 'balance-used-up',
  credits: numberIn(details, 'credits'),
  needed: numberIn(details, 'needed', 'required'),
});
const queued = ({ details, retryAfterMs }: Refusal): Cause => ({
  kind: 'calls-queued',
  retryAfterMs: retryAfterMs ?? secondsIn(details, 'retryAfter'),
});

type OtherCode = Exclude<ServiceCode | EdgeErrorCode, NoCreditsCode>;

/** Every other documented code of the service, and all of the edge: a new one compiles only once decided. */
const CAUSES: Readonly<Record<OtherCode, CauseRule>> = {
  MISSING_PROMPT: null,
  INVALID_FILES: null,
  TOO_MANY_FILES: null,
  INVALID_FILE_NAME: null,
  INVALID_FILE_SOURCE: null,
  INVALID_FILE_URL: null,
  INVALID_FILE_CONTENT: null,
  INVALID_SECRETS: null,
  TOO_MANY_SECRETS: null,
  MISSING_SECRET_FIELDS: null,
  DUPLICATE_SECRET_NAME: null,
  INVALID_SECRET_ENVIRONMENT: null,
  INVALID_CREDIT_LIMITS: null,
  INVALID_LIMIT: null,
  INVALID_DESIGNTOOL: null,
  MISSING_DESIGNTOOL_TOKEN: null,
  DESIGNTOOL_TOKEN_MALFORMED: null,
  DESIGNTOOL_TOKEN_INVALID: null,
  DESIGNTOOL_TOKEN_FORBIDDEN: null,
  DESIGNTOOL_RATE_LIMITED: null,
  DESIGNTOOL_UNREACHABLE: null,
  MISSING_PROJECT_ID: null,
  INVALID_PROJECT_NAME: null,
  INVALID_PROJECT_NAME_LENGTH: null,
  RESERVED_PROJECT_NAME: null,
  INVALID_PROJECT_GROUP: null,
  LAUNCH_PROJECT_ERROR: null,
  MAX_PROJECTS_REACHED: ({ details }) => ({
    kind: 'projects-used-up',
    used: numberIn(details, 'projectsUsed'),
    max: numberIn(details, 'maxProjects'),
    plan: textIn(details, 'plan'),
  }),
  PROJECT_ALREADY_EXISTS: null,
  RATE_LIMITED: tooOften,
  // Creating projects and a visitor's paid calls share one code.
  RATE_LIMIT_EXCEEDED: (refusal, act) =>
    act === 'launch' ? { ...tooOften(refusal), kind: 'created-too-fast' } : tooOften(refusal),
  GET_ACCOUNT_ERROR: failing,
  GET_CREDIT_COSTS_ERROR: failing,
  INVALID_V2_OPT_IN: null,
  API_KEY_SCOPE_FORBIDDEN: restricted,
  LIST_PROJECTS_ERROR: failing,
  MISSING_LIMIT_FIELDS: null,
  UNKNOWN_FEATURE: null,
  FEATURE_NOT_DISABLABLE: null,
  LIMIT_ABOVE_PLAN_CEILING: null,
  VALIDATION_ERROR: null,
  RATE_LIMIT_ABOVE_PLAN: null,
  INVALID_CIDR: null,
  OWNER_ONLY: restricted,
  RATE_LIMIT_DISABLE_NOT_ALLOWED: null,
  PROJECT_CREDIT_LIMIT_REACHED: ({ details }) => ({
    kind: 'development-cap',
    used: numberIn(details, 'spent', 'used'),
    cap: numberIn(details, 'limit'),
    resetsAt: timeIn(details, 'resetsAt'),
  }),
  MISSING_WEBHOOK_FIELDS: null,
  INVALID_WEBHOOK_URL: null,
  INVALID_WEBHOOK_EVENT: null,
  WEBHOOK_FILTER_NOT_APPLICABLE: null,
  WEBHOOK_PROJECT_NOT_OWNED: null,
  WEBHOOK_EVENT_ALREADY_EXISTS: null,
  WEBHOOK_NOT_FOUND: null,
  FEATURE_DISABLED: ({ details }) => ({ kind: 'feature-off', feature: textIn(details, 'feature') ?? 'all' }),
  FEATURE_LIMIT_REACHED: ({ details }) => ({
    kind: 'feature-budget',
    feature: textIn(details, 'feature') ?? 'all',
    used: numberIn(details, 'used'),
    limit: numberIn(details, 'limit'),
    unit: textIn(details, 'unit'),
    resetsAt: timeIn(details, 'resetsAt'),
  }),
  AI_MEDIA_PAUSED_THIS_HOUR: ({ details }) => ({
    kind: 'media-paused',
    resetsAt: timeIn(details, 'resetsAt'),
  }),
  CONCURRENCY_QUEUE_TIMEOUT: queued,
  CONCURRENCY_QUEUE_FULL: queued,
  ENGINE_NOT_SUPPORTED: notAvailable,
  PROJECT_ENGINE_MISMATCH: notAvailable,
  ENGINE_LEGACY_UNAVAILABLE: notAvailable,
  ENGINE_MISMATCH: notAvailable,
  ROUTE_NOT_FOUND: notAvailable,
  METHOD_NOT_ALLOWED: notAvailable,
  INVALID_JSON: null,
  PAYLOAD_TOO_LARGE: null,
  AGENT_RUNNING: { kind: 'agent-running', startedAt: null },
  AUTO_EXECUTION_ALREADY_ACTIVE: { kind: 'batch-running', done: null, total: null, startedAt: null },
  DEPLOYMENT_RUNNING: { kind: 'deployment-running', startedAt: null },
  RECOVERY_RUNNING: { kind: 'recovery-running', startedAt: null },
  REBUILD_RUNNING: { kind: 'rebuild-running', startedAt: null },
  GITHUB_PULL_RUNNING: { kind: 'pull-running', startedAt: null },
  IMPORT_IN_PROGRESS: { kind: 'import-running', startedAt: null },
  // The refused call has itself started the server.
  SERVER_NOT_READY: { kind: 'server-not-ready', server: 'starting', price: null },
  SANDBOX_NOT_REACHABLE: ({ details }) =>
    textIn(details, 'reason') === 'app_error'
      ? { kind: 'app-broken' }
      : { kind: 'server-not-ready', server: 'starting', price: null },
  NO_ACTIVE_SANDBOX: { kind: 'server-not-ready', server: 'asleep', price: null },
  PROJECT_BUSY: { kind: 'project-busy' },
  PROJECT_NOT_ALLOWED: { kind: 'project-not-allowed' },
  PROJECT_NOT_FOUND: { kind: 'project-gone' },
  PROMPT_SECURITY_VIOLATION: null,
  NO_PROCESS_RUNNING: null,
  NOTHING_TO_UPDATE: null,
  INVALID_MULTI_PROMPT: null,
  TOO_MANY_PROMPTS: null,
  INVALID_PROMPT_ITEM: null,
  INVALID_SECRET_KEY_NAME: null,
  MISSING_SECRET_ID: null,
  MISSING_VERSION_ID: null,
  MISSING_COMMIT_SHA: null,
  INVALID_COMMIT_SHA: null,
  PLAN_LIMIT_REACHED: tooOften,
  PROD_LOGS_WORKER_ERROR: null,
  PLAN_NOT_API: notAvailable,
  UNPUBLISH_FAILED: null,
  NO_DEPLOYMENT: null,
  MISSING_HOSTNAME: null,
  MISSING_FILE: null,
  UPLOAD_FAILED: null,
  EDGE_UNAUTHORIZED: { kind: 'not-paired' },
  EDGE_ROLE_FORBIDDEN: ({ details }) => ({
    kind: 'role-too-low',
    role: parse(role, details?.role) ?? 'viewer',
    needed: parse(role, details?.needed) ?? 'builder',
  }),
  EDGE_CODE_INVALID: null,
  EDGE_LAST_OWNER: null,
  EDGE_TOO_MANY_TRIES: null,
  EDGE_NOT_ALLOWED: notAvailable,
  EDGE_INVALID_REQUEST: null,
  EDGE_NOT_FOUND: notAvailable,
  EDGE_METHOD_NOT_ALLOWED: notAvailable,
  EDGE_BODY_TOO_LARGE: null,
  EDGE_KEY_MISSING: null,
  EDGE_LAUNCH_IN_PROGRESS: null,
  EDGE_KEY_REUSED: null,
  EDGE_ABANDONED: null,
  EDGE_OTHER_LEDGER: null,
  EDGE_SPEND_GUARD: ({ details }) => ({
    kind: 'daily-limit',
    spent: numberIn(details, 'spentCredits'),
    limit: numberIn(details, 'limitCredits'),
  }),
  EDGE_GUARDED: ({ details }) => {
    const guarded = parse(guardedPrompt, details);
    if (guarded?.guard === 'run-budget') return { kind: 'run-budget', used: null, cap: null, until: null };
    if (guarded?.spent !== undefined && guarded.limit !== undefined)
      return { kind: 'day-budget', spent: guarded.spent, limit: guarded.limit };
    return guarded?.failures === undefined ? null : { kind: 'failure-guard', failures: guarded.failures };
  },
  EDGE_GUARD_REFUSED: null,
  EDGE_CAP_CHANGED: null,
  EDGE_CHANNEL_FAILED: null,
  EDGE_RATE_LIMITED: tooOften,
  EDGE_KEY_REJECTED: { kind: 'key-rejected', since: null },
  EDGE_ACCOUNT_UNCONFIRMED: { kind: 'account-unconfirmed', since: null },
  EDGE_DATA_KEY_MISSING: null,
  EDGE_DATA_OTHER_APP: null,
  EDGE_DATA_KEY_REJECTED: null,
  EDGE_WRITE_MODE_OFF: null,
  EDGE_DATA_NOT_FOUND: null,
  EDGE_DATA_FORBIDDEN: null,
  EDGE_DATA_TIMEOUT: null,
  EDGE_DATA_UNREACHABLE: null,
  EDGE_DATA_UNEXPECTED: null,
  EDGE_ANSWER_TOO_LARGE: null,
  EDGE_SERVICE_TIMEOUT: silent,
  EDGE_SERVICE_UNREACHABLE: silent,
  EDGE_SERVICE_UNEXPECTED: failing,
  EDGE_SERVICE_REFUSED: null,
  EDGE_SERVICE_FORBIDDEN: restricted,
  EDGE_SERVICE_NOT_FOUND: { kind: 'project-gone' },
  EDGE_SERVICE_NOT_AVAILABLE: notAvailable,
  EDGE_SERVICE_RATE_LIMITED: tooOften,
  EDGE_WEBHOOK_REJECTED: null,
  EDGE_STORAGE_FAILED: null,
  EDGE_DAY_SPENT: null,
  EDGE_OTHER_FORM: null,
  EDGE_NOT_CONFIGURED: null,
  EDGE_INTERNAL: null,
};

type Details = Refusal['details'];

function numberIn(details: Details, ...names: string[]): number | null {
  for (const name of names) {
    const value = details?.[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return null;
}

function textIn(details: Details, name: string): string | null {
  const value = details?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function timeIn(details: Details, name: string) {
  return parseInstant(textIn(details, name));
}

function secondsIn(details: Details, name: string): number | null {
  const seconds = numberIn(details, name);
  return seconds === null ? null : seconds * 1000;
}
