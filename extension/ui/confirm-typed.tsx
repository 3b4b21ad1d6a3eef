import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import type { Off } from './button.tsx';
import { Question } from './confirm.tsx';

/**
 * The question before what can't be undone, in place of its button: the name of what goes is typed.
 * @param verb of the button that does it
 * @param question asks for one of `names`
 * @param names any of them confirms, whatever the case of its letters; none: nothing needs to be typed
 * @param off why it can't be done yet, whatever is typed
 */
export function ConfirmTyped({
  verb,
  question,
  names,
  off,
  isDangerous = true,
  onSure,
  onBack,
  children,
}: {
  verb: string;
  question: ComponentChildren;
  names: readonly string[];
  off?: Off;
  isDangerous?: boolean;
  onSure: () => void;
  onBack: () => void;
  children?: ComponentChildren;
}) {
  const typed = useSignal('');
  const id = useId();
  const isTyped = names.length === 0 || names.some((name) => plain(name) === plain(typed.value));
  return (
    <Question
      label={verb}
      verb={verb}
      look={isDangerous ? 'danger' : 'primary'}
      off={off || (!isTyped && t('status.incomplete'))}
      {...{ onSure, onBack }}
    >
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
    </Question>
  );
}

const plain = (text: string): string => text.trim().toLowerCase();
