import type { Failure, FailureKind } from '../edge-client/failure.ts';
import { t } from './t.ts';

/** `edge-timeout` is said by the word `edgeTimeout`: browsers allow no hyphen there. */
type WordOf<Kind extends string> = Kind extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<WordOf<Rest>>}`
  : Kind;

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
  return known ? t(`refusal.${known}`) : kindWords(kind, message ?? code ?? '');
}

/** What a kind of failure means. @param message what the service said, for a refusal */
export function kindWords(kind: FailureKind, message = ''): string {
  if (kind === 'refused') return t('failure.refused', { message });
  const word = kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return t(`failure.${word as WordOf<typeof kind>}`);
}
