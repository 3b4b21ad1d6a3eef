import type { ComponentChildren } from 'preact';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatAge } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Glyph } from '../ui/icons.tsx';
import { browserNow } from '../ui/page-state.ts';
import type { Answer, Resource } from './resource.ts';

/** The last one is the edge's own, for a 404 without a code. */
const UNAVAILABLE = new Set([
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ENGINE_NOT_SUPPORTED',
  'EDGE_SERVICE_NOT_AVAILABLE',
]);

/** Whether this account, or this project's engine, does not have the feature. */
export const isUnavailable = ({ kind, code }: ApiError): boolean =>
  kind === 'refused' && code !== null && UNAVAILABLE.has(code);

/** A part of a view with the state of its read: loading, failed with a retry, or stale with its age. */
export function Answered<T>({
  of,
  children,
}: {
  of: Resource<T>;
  children: (value: T, answer: Answer<T>) => ComponentChildren;
}) {
  const answer = of.answer.value;
  switch (answer.kind) {
    case 'loading':
      return <p class="notice meta">{t('console.loading')}</p>;
    case 'failed':
      return isUnavailable(answer.error) ? (
        <p class="notice meta">{t('console.unavailable')}</p>
      ) : (
        <div class="notice" role="alert">
          <Glyph name="warning" />
          <span>{failureWords(answer.error)}</span>
          <button type="button" class="button" onClick={() => void of.refresh()}>
            {t('verb.retry')}
          </button>
        </div>
      );
    case 'shown':
      return (
        <>
          {answer.error && (
            <p class="notice meta" role="status">
              <Glyph name="warning" />
              <span>
                {t('console.stale', { ago: formatAge(answer.readAt, browserNow.value) })}{' '}
                {failureWords(answer.error)}
              </span>
              <button type="button" class="button quiet" onClick={() => void of.refresh()}>
                {t('verb.retry')}
              </button>
            </p>
          )}
          {children(answer.value, answer)}
        </>
      );
  }
}
