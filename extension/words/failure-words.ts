import type { Failure } from '../edge-client/failure.ts';
import { t } from './t.ts';
import { wordOf } from './word-of.ts';

const REFUSALS = [
  'OWNER_ONLY',
  'NO_PROCESS_RUNNING',
  'INVALID_LIMIT',
  'LIMIT_ABOVE_PLAN_CEILING',
  'PROJECT_NOT_FOUND',
  'INSUFFICIENT_CREDITS',
] as const;

/** What a failure means to the user. A refusal whose code is new to us is told in the service's own words. */
export function failureWords({ kind, code, message }: Failure): string {
  if (code === 'NO_BACKGROUND') return t('failure.noBackground');
  const known = REFUSALS.find((one) => one === code);
  if (known) return t(`refusal.${known}`);
  return kind === 'refused'
    ? t('failure.refused', { message: message ?? code ?? '' })
    : t(`failure.${wordOf(kind)}`);
}
