import type { Failure, FailureKind } from '../edge-client/failure.ts';
import { t } from './t.ts';

const WORDS: Record<Exclude<FailureKind, 'refused'>, () => string> = {
  'not-paired': () => t('failure.notPaired'),
  'bad-address': () => t('failure.badAddress'),
  offline: () => t('failure.offline'),
  'edge-unreachable': () => t('failure.edgeUnreachable'),
  'edge-timeout': () => t('failure.edgeTimeout'),
  'not-an-edge': () => t('failure.notAnEdge'),
  'edge-failing': () => t('failure.edgeFailing'),
  'edge-not-configured': () => t('failure.edgeNotConfigured'),
  revoked: () => t('failure.revoked'),
  role: () => t('failure.role'),
  'code-invalid': () => t('failure.codeInvalid'),
  'too-many-tries': () => t('failure.tooManyTries'),
  'rate-limited': () => t('failure.rateLimited'),
  'key-rejected': () => t('failure.keyRejected'),
  'service-failing': () => t('failure.serviceFailing'),
};

const REFUSALS: Record<string, () => string> = {
  NO_BACKGROUND: () => t('failure.noBackground'),
  OWNER_ONLY: () => t('refusal.OWNER_ONLY'),
  NO_PROCESS_RUNNING: () => t('refusal.NO_PROCESS_RUNNING'),
  INVALID_LIMIT: () => t('refusal.INVALID_LIMIT'),
  LIMIT_ABOVE_PLAN_CEILING: () => t('refusal.LIMIT_ABOVE_PLAN_CEILING'),
  PROJECT_NOT_FOUND: () => t('refusal.PROJECT_NOT_FOUND'),
  INSUFFICIENT_CREDITS: () => t('refusal.INSUFFICIENT_CREDITS'),
};

/** What a failure means to the user. A refusal whose code is new to us is told in the service's own words. */
export function failureWords(failure: Failure): string {
  const known = failure.code === null ? undefined : REFUSALS[failure.code];
  if (known) return known();
  if (failure.kind !== 'refused') return WORDS[failure.kind]();
  return t('failure.refused', { message: failure.message ?? failure.code ?? '' });
}
