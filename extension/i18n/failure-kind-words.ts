import { wordOf } from '../../shared/words/say.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { t } from './t.ts';

/**
 * What a failure means by its kind alone, a refusal in the service's own words: for the background, which
 * does not load the words of every code.
 */
export function failureKindWords({ kind, code, message }: ApiError): string {
  if (kind === 'refused') return t('failure.refused', { message: message ?? code ?? '' });
  return kind === 'not-paired' || kind === 'offline'
    ? t(`blocker.${wordOf(kind)}`)
    : t(`failure.${wordOf(kind)}`);
}
