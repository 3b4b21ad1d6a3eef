import type { ApiError } from '../edge-client/api-error.ts';
import { codeWords } from './refusal-words.ts';
import { t, wordOf } from './t.ts';

/** What a failure means to the user. A refusal whose code is new to us is told in the service's own words. */
export function failureWords({ kind, code, message }: ApiError): string {
  const refusal = code && codeWords(code);
  if (refusal) return refusal;
  return kind === 'refused'
    ? t('failure.refused', { message: message ?? code ?? '' })
    : t(`failure.${wordOf(kind)}`);
}
