import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { SECOND_MS } from '../../shared/time.ts';
import { isSaidBy } from '../connection/status.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatAgo } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/icons.tsx';
import { browserNow, statusNow } from '../ui/page-state.ts';
import { type Resource, type ResourceRequest, type ResourceState, useResource } from './resource.ts';

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

/** Whether the frame's banner says why a read failed: then no view repeats it. */
export const isSaidAbove = (error: ApiError): boolean => isSaidBy(statusNow.value, error);

/** Whether nothing was read because the edge is of a version that has no such address. */
export const isOfOlderEdge = (state: ResourceState<unknown>): boolean =>
  state.kind === 'failed' && state.error.code === 'EDGE_NOT_FOUND';

type Shown<T> = Extract<ResourceState<T>, { kind: 'shown' }>;

/** How long a read takes before its view says that it does. */
const SLOW_AFTER_MS = 4 * SECOND_MS;

/** Whether a read has been in progress for long. */
function useIsSlow(isReading: boolean): boolean {
  const isSlow = useSignal(false);
  useEffect(() => {
    isSlow.value = false;
    if (!isReading) return;
    const timer = setTimeout(() => (isSlow.value = true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReading]);
  return isSlow.value;
}

/**
 * A part of a view with the state of its read: loading, failed with a retry, or stale with its age. What the
 * banner says is not repeated, and what was not read keeps its place.
 * @param isGate whether it only decides which view is shown: that view says itself what can't be read again
 */
export function Loaded<T>({
  of,
  isGate = false,
  children,
}: {
  of: Resource<T>;
  isGate?: boolean;
  children: (value: T, state: Shown<T>) => ComponentChildren;
}) {
  const state = of.state.value;
  const isSlow = useIsSlow(state.kind === 'loading' || (state.kind === 'shown' && state.isRefreshing));
  switch (state.kind) {
    case 'loading':
      return (
        <p class="notice meta" role={isSlow ? 'status' : undefined}>
          {isSlow ? t('status.slow') : t('status.loading')}
        </p>
      );
    case 'failed':
      if (isSaidAbove(state.error)) return <p class="notice meta">{t('status.unread')}</p>;
      return isUnavailable(state.error) ? (
        <p class="notice meta">{t('status.unavailable')}</p>
      ) : (
        <div class="notice" role="alert">
          <Glyph name="warning" />
          <span>{failureWords(state.error)}</span>
          <Button onClick={() => void of.refresh()}>{t('verb.retry')}</Button>
        </div>
      );
    case 'shown':
      if (isGate) return <>{children(state.value, state)}</>;
      return (
        <>
          {isSlow && (
            <p class="notice meta">
              {t('status.slowAgain', { ago: formatAgo(state.readAt, browserNow.value) })}
            </p>
          )}
          {state.error && !isSlow && !isSaidAbove(state.error) && (
            <p class="notice meta">
              <Glyph name="warning" />
              <span>
                {t('status.stale', { ago: formatAgo(state.readAt, browserNow.value) })}{' '}
                {/* Without the age, which would be announced every second. */}
                <span role="status">{failureWords(state.error)}</span>
              </span>
              <Button quiet onClick={() => void of.refresh()}>
                {t('verb.retry')}
              </Button>
            </p>
          )}
          {children(state.value, state)}
        </>
      );
  }
}

/** A part of a record's page that is read once it is opened. */
export function OnDemand<T>({
  title,
  request,
  above,
  children,
}: {
  title: ComponentChildren;
  request: ResourceRequest<T>;
  /** What narrows the request: it stays while the next answer is read, whose value is null until then. */
  above?: (value: T | null) => ComponentChildren;
  children: (value: T, state: ResourceState<T>) => ComponentChildren;
}) {
  const isOpened = useSignal(false);
  const found = useResource(isOpened.value ? request : null);
  return (
    <details class="more" onToggle={({ currentTarget }) => (isOpened.value ||= currentTarget.open)}>
      <summary>{title}</summary>
      {isOpened.value && above?.(found.state.value.kind === 'shown' ? found.state.value.value : null)}
      {isOpened.value && <Loaded of={found}>{children}</Loaded>}
    </details>
  );
}
