import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { type ApiError, IN_DOUBT } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { t } from '../../i18n/t.ts';
import type { ChangeState } from '../../reads/change.ts';
import { arriveIn, useArrival } from './arrival.ts';

/** A section of a page: heading, actions, and content. The palette leads to it by its title. */
export function Part({
  title,
  side,
  children,
}: {
  title: string;
  side?: ComponentChildren;
  children: ComponentChildren;
}) {
  const section = useRef<HTMLElement>(null);
  useArrival(title, () => arriveIn(section.current));
  return (
    <section class="part" aria-label={title} ref={section}>
      <header>
        <h2>{title}</h2>
        {side}
      </header>
      {children}
    </section>
  );
}

/** Why a change failed, and whether it may have been made. */
const changeFailureWords = (error: ApiError): string =>
  IN_DOUBT.has(error.kind) ? `${failureWords(error)} ${t('console.inDoubt')}` : failureWords(error);

/** State of a change, in a live region beside its button. `kept`: the message after success. */
export function ChangeStatus({ state, kept }: { state: ChangeState; kept?: string }) {
  return (
    <span class={state.kind === 'failed' ? 'meta failure' : 'meta'} role="status">
      {state.kind === 'sending' && t('console.sending')}
      {state.kind === 'kept' && (kept ?? t('console.kept'))}
      {state.kind === 'failed' && changeFailureWords(state.error as ApiError)}
    </span>
  );
}
