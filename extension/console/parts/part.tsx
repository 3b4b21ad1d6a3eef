import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type ApiError, IN_DOUBT } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { t } from '../../i18n/t.ts';
import type { ChangeState } from '../../reads/change.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph, type GlyphName, Icon } from '../../ui/icons.tsx';
import { arriveIn, useArrival } from './arrival.ts';

/**
 * A section of a page: heading, actions, and content. The palette leads to it by its title.
 * @param sign how it is, beside its summary
 * @param summary what is said of it in a line: then it is folded until it is opened, or led to
 * @param verb what opens it while it is folded, where nothing is in it yet
 * @param isOpen whether it begins open, or opens when that is known
 */
export function Part({
  title,
  side,
  sign = null,
  summary,
  verb = null,
  isOpen = false,
  open: given,
  children,
}: {
  title: string;
  sign?: GlyphName | null;
  side?: ComponentChildren;
  summary?: ComponentChildren;
  verb?: string | null;
  isOpen?: boolean;
  /** Whether it is open, where something else opens it too. */
  open?: Signal<boolean>;
  children: ComponentChildren;
}) {
  const section = useRef<HTMLElement>(null);
  const folds = summary !== undefined;
  const own = useSignal(isOpen);
  const open = given ?? own;
  useEffect(() => {
    if (isOpen) open.value = true;
  }, [isOpen]);
  const arrive = () => {
    open.value = true;
    // Once its content is rendered.
    setTimeout(() => arriveIn(section.current));
  };
  useArrival(title, arrive);
  const isShown = !folds || open.value;
  return (
    <section class={folds ? 'part folds' : 'part'} aria-label={title} ref={section}>
      <header>
        <h2>
          {folds ? (
            <Button class="fold" opens={open}>
              {title}
              <Icon name="chevron" />
            </Button>
          ) : (
            title
          )}
        </h2>
        {!isShown && (
          <span class="meta clip fold-summary">
            {sign && <Glyph name={sign} />}
            {summary}
          </span>
        )}
        {!isShown && verb !== null && <Button onClick={arrive}>{verb}</Button>}
        {isShown && side}
      </header>
      {isShown && children}
    </section>
  );
}

/** Lines of a list, or that there is none. @param none said in their place; default: not yet */
export function Lines({
  none = t('status.nothingYet'),
  children,
}: {
  none?: string;
  children: readonly ComponentChildren[];
}) {
  return children.length === 0 ? <p class="meta">{none}</p> : <ul class="lines-list">{children}</ul>;
}

/** Why a change failed, and whether it may have been made. */
const changeFailureWords = (error: ApiError): string =>
  IN_DOUBT.has(error.kind) ? `${failureWords(error)} ${t('console.inDoubt')}` : failureWords(error);

/** State of a change, in a live region beside its button. `kept`: the message after success. */
export function ChangeStatus({ state, kept }: { state: ChangeState; kept?: string }) {
  return (
    <span class={state.kind === 'failed' ? 'meta failure' : 'meta'} role="status">
      {state.kind === 'sending' && t('status.sending')}
      {state.kind === 'kept' && (kept ?? t('status.saved'))}
      {state.kind === 'failed' && changeFailureWords(state.error as ApiError)}
    </span>
  );
}
