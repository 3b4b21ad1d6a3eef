import { GUARD_REFUSALS } from '../../shared/edge-api/guards.ts';
import type { Circumstances } from '../../shared/spending/blocker.ts';
import type { Act } from '../../shared/spending/cause.ts';
import { blockerOfRefusal } from '../../shared/spending/refusal.ts';
import { wordOf } from '../../shared/words/say.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { blockerSentence, blockerWords } from './blocker-words.ts';
import { failureKindWords } from './failure-kind-words.ts';
import { isolated, type Naming, namingOf } from './naming.ts';
import { t } from './t.ts';

/**
 * What a failure means to the user. A refusal with an unknown code is shown in the service's own words.
 * @param by whether numbers may be shown
 */
export function failureWords(error: ApiError, by = NUMBERLESS): string {
  const { code, message, guarded, reason } = error;
  const refusal = code && codeWords(code, guarded ?? { reason }, by);
  return refusal ? withMessage(code, refusal, message) : failureKindWords(error);
}

/** A refusal, in the service's or the edge's own words. */
export interface RefusalFacts {
  code: string | null;
  message: string | null;
  details?: Readonly<Record<string, unknown>> | null;
}

/** Codes whose message the user needs to see (service reference, Errors, Launch Project). */
const MESSAGE_MATTERS: ReadonlySet<string> = new Set([
  'LAUNCH_PROJECT_ERROR',
  'PROMPT_SECURITY_VIOLATION',
  'INVALID_SECRET_KEY_NAME',
  'EDGE_INVALID_REQUEST',
  'EDGE_SERVICE_REFUSED',
  'EDGE_CHANNEL_FAILED',
  'EDGE_DATA_NOT_FOUND',
  'EDGE_DATA_FORBIDDEN',
]);

/** Words of a code, with the refusal's message where it adds what the code lacks: which field, and why. */
function withMessage(code: string, words: string, message: string | null): string {
  if (!message || !(MESSAGE_MATTERS.has(code) || NOT_AS_DOCUMENTED.has(code))) return words;
  // Said by the channel's service, or by the edge of one that did not answer.
  if (code === 'EDGE_CHANNEL_FAILED') return `${words} ${t('quote', { text: isolated(message) })}`;
  if (code === 'EDGE_INVALID_REQUEST') return t('failure.edgeRefused', { message });
  const refused = t('failure.refused', { message });
  return code === 'EDGE_SERVICE_REFUSED' ? refused : `${words} ${refused}`;
}

/**
 * Why a request was refused: the cause, in the words used before a request; else the meaning of the code,
 * which is null for an unknown one.
 */
export function refusalWords(
  { code, message, details = null }: RefusalFacts,
  act: Act,
  given: Circumstances,
  naming: Naming,
): string | null {
  const blocker = blockerOfRefusal({ code, details }, act, given);
  if (blocker) return blockerSentence(blocker, naming, given.now);
  const words = code === null ? null : ownWords(code, details);
  return words && code !== null ? withMessage(code, words, message) : words;
}

/** Meaning of a code, regardless of the request and its sender; null for an unknown one. */
export function codeWords(
  code: string,
  details: RefusalFacts['details'] = null,
  by = NUMBERLESS,
): string | null {
  const blocker = blockerOfRefusal({ code, details }, 'prompt', ANYONE);
  if (!blocker) return ownWords(code, details);
  const { says, lift } = blockerWords(blocker, by, ANYONE.now);
  return [says, lift].filter(Boolean).join(' ');
}

const NUMBERLESS = namingOf({ names: {} }, true);

const ANYONE: Circumstances = {
  now: 0,
  role: 'owner',
  canEdit: null,
  runDurationMs: null,
  deployDurationMs: null,
};

/** Codes that say what other words say already. */
const SAYS_THE_SAME = {
  MISSING_PROMPT: () => t('problem.words_empty'),
  MISSING_PROJECT_ID: () => t('problem.name_empty'),
  TOO_MANY_FILES: () => t('problem.attachments_many'),
  INVALID_FILE_NAME: () => t('problem.attachment_unnamed'),
  INVALID_FILE_URL: () => t('problem.attachment_address'),
  TOO_MANY_SECRETS: () => t('problem.secrets_many'),
  MISSING_SECRET_FIELDS: () => t('problem.secret_unnamed'),
  DUPLICATE_SECRET_NAME: () => t('problem.secret_twice'),
  INVALID_LIMIT: () => t('problem.cap_not_positive'),
  MISSING_DESIGNTOOL_TOKEN: () => t('refusal.DESIGNTOOL_TOKEN_INVALID'),
  DESIGNTOOL_TOKEN_MALFORMED: () => t('refusal.DESIGNTOOL_TOKEN_INVALID'),
  DESIGNTOOL_RATE_LIMITED: () => t('refusal.DESIGNTOOL_UNREACHABLE'),
  RATE_LIMIT_ABOVE_PLAN: () => t('refusal.LIMIT_ABOVE_PLAN_CEILING'),
  RATE_LIMIT_DISABLE_NOT_ALLOWED: () => t('refusal.LIMIT_ABOVE_PLAN_CEILING'),
  EDGE_BODY_TOO_LARGE: () => t('refusal.PAYLOAD_TOO_LARGE'),
  EDGE_CODE_INVALID: () => t('failure.codeInvalid'),
  EDGE_TOO_MANY_TRIES: () => t('failure.tooManyTries'),
  EDGE_OTHER_LEDGER: () => t('failure.otherLedger'),
  EDGE_NOT_CONFIGURED: () => t('failure.edgeNotConfigured'),
  EDGE_INTERNAL: () => t('failure.edgeFailing'),
  EDGE_KEY_MISSING: () => t('refusal.EDGE_INVALID_REQUEST'),
  EDGE_WEBHOOK_REJECTED: () => t('refusal.EDGE_INVALID_REQUEST'),
  EDGE_DATA_TIMEOUT: () => t('refusal.EDGE_DATA_UNREACHABLE'),
  EDGE_DATA_UNEXPECTED: () => t('refusal.UNEXPECTED_ANSWER'),
} satisfies Record<string, () => string>;

/** Requests that our forms do not make: the message of the service says what is wrong with one. */
const NOT_AS_DOCUMENTED: ReadonlySet<string> = new Set([
  'INVALID_FILES',
  'INVALID_FILE_SOURCE',
  'INVALID_SECRETS',
  'INVALID_SECRET_ENVIRONMENT',
  'INVALID_CREDIT_LIMITS',
  'INVALID_DESIGNTOOL',
  'INVALID_V2_OPT_IN',
  'INVALID_CIDR',
  'INVALID_JSON',
  'INVALID_MULTI_PROMPT',
  'INVALID_PROMPT_ITEM',
  'INVALID_COMMIT_SHA',
  'INVALID_WEBHOOK_EVENT',
  'MISSING_LIMIT_FIELDS',
  'MISSING_WEBHOOK_FIELDS',
  'MISSING_SECRET_ID',
  'MISSING_VERSION_ID',
  'MISSING_HOSTNAME',
  'MISSING_FILE',
  'UNKNOWN_FEATURE',
  'WEBHOOK_FILTER_NOT_APPLICABLE',
  'VALIDATION_ERROR',
]);

/** Why a guard, a budget or a raise can't be set; null for what is no such reason. */
export function guardRefusalWords(reason: unknown): string | null {
  const known = GUARD_REFUSALS.find((one) => one === reason);
  return known ? t(`guardRefusal.${wordOf(known)}`) : null;
}

function ownWords(code: string, details: RefusalFacts['details'] = null): string | null {
  const why = code === 'EDGE_GUARD_REFUSED' ? guardRefusalWords(details?.reason) : null;
  if (why !== null) return `${t('refusal.EDGE_GUARD_REFUSED')} ${why}`;
  const byReason = t(`refusal.${code}_${details?.reason}` as 'refusal.NOT_KEPT');
  if (byReason !== '') return byReason;
  if (NOT_AS_DOCUMENTED.has(code)) return t('refusal.VALIDATION_ERROR');
  const same = (SAYS_THE_SAME as Partial<Record<string, () => string>>)[code];
  return same?.() ?? (t(`refusal.${code}` as 'refusal.NOT_KEPT') || null);
}
