import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';

/** A failure in words; a separate file, because the popup rarely needs it. */
export function FailureLine({ of }: { of: ApiError }) {
  return <>{failureWords(of)}</>;
}
