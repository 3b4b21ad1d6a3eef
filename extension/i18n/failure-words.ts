import type { Failure } from '../edge-client/failure.ts';
import { t } from './t.ts';
import { wordOf } from './word-of.ts';

/** What a failure means to the user. A refusal whose code is new to us is told in the service's own words. */
export function failureWords({ kind, code, message }: Failure): string {
  const refusal = code && t(`refusal.${code}` as 'refusal.OWNER_ONLY');
  if (refusal) return refusal;
  return kind === 'refused'
    ? t('failure.refused', { message: message ?? code ?? '' })
    : t(`failure.${wordOf(kind)}`);
}
