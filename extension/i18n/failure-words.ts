import type { Circumstances } from '../../shared/spending/blocker.ts';
import type { Act } from '../../shared/spending/cause.ts';
import { blockerOfRefusal } from '../../shared/spending/refusal.ts';
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
  const { code, message, guarded } = error;
  const refusal = code && codeWords(code, guarded, by);
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
  'VALIDATION_ERROR',
  'INVALID_SECRET_KEY_NAME',
  'EDGE_INVALID_REQUEST',
  'EDGE_SERVICE_REFUSED',
  'EDGE_CHANNEL_FAILED',
  'EDGE_DATA_NOT_FOUND',
  'EDGE_DATA_FORBIDDEN',
]);

/** Words of a code, with the message of the refusal where it says what the code does not: which field, and why. */
function withMessage(code: string, words: string, message: string | null): string {
  if (!message || !MESSAGE_MATTERS.has(code)) return words;
  // Said by the channel's service, or by the edge of one that did not answer.
  if (code === 'EDGE_CHANNEL_FAILED') return `${words} ${t('quote', { text: isolated(message) })}`;
  if (code === 'EDGE_INVALID_REQUEST') return t('failure.edgeRefused', { message });
  const refused = t('failure.refused', { message });
  return code === 'EDGE_SERVICE_REFUSED' ? refused : `${words} ${refused}`;
}

/**
 * Why a request was refused: the cause, in the words used before the request; else the meaning of the code; null for
 * an unknown code.
 */
export function refusalWords(
  { code, message, details = null }: RefusalFacts,
  act: Act,
  given: Circumstances,
  naming: Naming,
): string | null {
  const blocker = blockerOfRefusal({ code, details }, act, given);
  if (blocker) return blockerSentence(blocker, naming, given.now);
  const words = code === null ? null : ownWords(code);
  return words && code !== null ? withMessage(code, words, message) : words;
}

/** Meaning of a code, regardless of the request and its sender; null for an unknown one. */
export function codeWords(
  code: string,
  details: RefusalFacts['details'] = null,
  by = NUMBERLESS,
): string | null {
  const blocker = blockerOfRefusal({ code, details }, 'prompt', ANYONE);
  if (!blocker) return ownWords(code);
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

function ownWords(code: string): string | null {
  return t(`refusal.${code}` as 'refusal.MISSING_PROMPT') || null;
}
