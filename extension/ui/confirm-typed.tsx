import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import { Confirm, GuardedButton } from './confirm.tsx';

/**
 * The question before what can't be undone, in place of its button: the name of what goes is typed.
 * @param verb of the button that does it
 * @param question asks for one of `names`
 * @param names any of them confirms, whatever the case of its letters; none: nothing needs to be typed
 * @param isReady whether everything else is known that must be known first
 */
export function ConfirmTyped({
  verb,
  question,
  names,
  isReady = true,
  isDangerous = true,
  onSure,
  onBack,
  children,
}: {
  verb: string;
  question: ComponentChildren;
  names: readonly string[];
  isReady?: boolean;
  isDangerous?: boolean;
  onSure: () => void;
  onBack: () => void;
  children?: ComponentChildren;
}) {
  const typed = useSignal('');
  const id = useId();
  const isTyped = names.length === 0 || names.some((name) => plain(name) === plain(typed.value));
  return (
    <Confirm class="confirm" label={verb} onBack={onBack}>
      {children}
      {names.length > 0 && (
        <Fragment>
          <label for={id} class="meta">
            {question}
          </label>
          <input
            id={id}
            class="input"
            autocomplete="off"
            spellcheck={false}
            dir="auto"
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
        </Fragment>
      )}
      <GuardedButton
        class={isDangerous ? 'button danger' : 'button primary'}
        disabled={!isReady || !isTyped}
        onClick={onSure}
      >
        {verb}
      </GuardedButton>
      <button type="button" class="button quiet" onClick={onBack}>
        {t('verb.cancel')}
      </button>
    </Confirm>
  );
}

const plain = (text: string): string => text.trim().toLowerCase();
