import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { t } from '../../../../i18n/t.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Icon } from '../../../../ui/icons.tsx';

/** Part of an address with its secret, hidden until asked for. Says a problem once the field is left. */
export function TargetField({
  label,
  isSecret,
  isMade,
  value,
  placeholder,
  isWrong,
  problem,
  note,
  onText,
}: {
  label: string;
  isSecret: boolean;
  /** Whether it may be whatever is made here: the owner gives it to the receiver. */
  isMade: boolean;
  value: string;
  placeholder: string | undefined;
  isWrong: boolean;
  problem: string | null;
  /** Its form, or what is odd about it, which holds nothing back. */
  note: string | null;
  onText: (text: string) => void;
}) {
  const id = useId();
  const isSeen = useSignal(false);
  const isLeft = useSignal(false);
  const said = isLeft.value ? problem : null;
  const generate = () => {
    onText(newSecret());
    isSeen.value = true;
  };
  return (
    <div class="field">
      <label class="meta" for={id}>
        {label}
      </label>
      <span class="target-line">
        <input
          id={id}
          class="input"
          {...(isSecret && !isSeen.value ? { type: 'password' } : { type: 'text' })}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          aria-invalid={isWrong && (isLeft.value || problem === null)}
          aria-describedby={(said ?? note) === null ? undefined : `${id}-note`}
          onBlur={() => (isLeft.value = true)}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
        {isSecret && (
          <Button
            class="button icon"
            aria-label={t('console.alerts.reveal', { part: label })}
            title={t('console.alerts.reveal', { part: label })}
            aria-pressed={isSeen.value}
            onClick={() => (isSeen.value = !isSeen.value)}
          >
            <Icon name={isSeen.value ? 'eye-off' : 'eye'} />
          </Button>
        )}
      </span>
      {isMade && (
        <span class="verbs">
          <Button onClick={generate}>{t('console.alerts.generate')}</Button>
          <span role="status">{value !== '' && !isWrong && <CopyButton text={value} />}</span>
        </span>
      )}
      {(said ?? note) !== null && (
        <span id={`${id}-note`} class={said === null ? 'meta' : 'meta failure'} role="status">
          {said ?? note}
        </span>
      )}
    </div>
  );
}

const SECRET_BYTES = 32;

/** A secret of Standard Webhooks: `whsec_`, and random bytes in base64. */
const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;
