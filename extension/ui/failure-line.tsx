import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';

/** What went wrong, in words; apart, because most glances at the popup need none of them. */
export function FailureLine({ of }: { of: ApiError }) {
  return <>{failureWords(of)}</>;
}
