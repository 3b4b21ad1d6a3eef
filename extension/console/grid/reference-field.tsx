import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { moveByKey } from '../../ui/roving.ts';
import type { Choice, Column } from './row-source.ts';

const REST_MS = 250;

/** Selects a record of another table by name, or none. */
export function ReferenceField({
  id,
  label,
  value,
  name,
  choices,
  onChange,
  onText,
}: {
  id?: string | undefined;
  /** Of a field that no `<label>` names. */
  label?: string | undefined;
  value: unknown;
  /** Name of the selected record, or the text that no record was found for; null: unknown. */
  name: string | null;
  choices: NonNullable<Column['choices']>;
  onChange: (value: unknown, name?: string) => void;
  /** For a name that was typed and none was selected for, once the field is left. */
  onText?: ((text: string) => void) | undefined;
}) {
  const words = useSignal<string | null>(null);
  const found = useSignal<readonly Choice[] | 'unread' | null>(null);
  const chosen = useSignal<Choice | null>(null);
  useEffect(() => {
    if (words.value === null) return;
    const query = words.value.trim();
    const timer = setTimeout(() => {
      void choices(query).then((list) => {
        if (words.peek()?.trim() === query) found.value = list ?? 'unread';
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [words.value]);
  const close = () => {
    words.value = null;
    found.value = null;
  };
  const shown =
    chosen.value?.id === value ? chosen.value?.name : (name ?? (value ? isolated(String(value)) : ''));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys move through what was found, and close it
    <span
      class="reference-field"
      onKeyDown={(event) => {
        if (words.value === null) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        } else moveByKey(event, event.currentTarget, 'input, .found button');
      }}
    >
      <span class="verbs">
        <input
          id={id}
          aria-label={label}
          class="input"
          type="search"
          dir="auto"
          autocomplete="off"
          placeholder={t('console.rows.searchRecord')}
          value={words.value ?? shown}
          onFocus={() => (words.value ??= value ? '' : (shown ?? ''))}
          onInput={({ currentTarget }) => (words.value = currentTarget.value)}
          onChange={({ currentTarget }) => onText?.(currentTarget.value)}
        />
        {value != null && value !== '' && (
          <Button quiet onClick={() => onChange(null)}>
            {t('console.rows.noRecord')}
          </Button>
        )}
      </span>
      {found.value === 'unread' ? (
        <p class="meta">{t('status.unread')}</p>
      ) : (
        found.value && (
          <ul class="found">
            {found.value.length === 0 && <li class="meta">{t('status.nothingFound')}</li>}
            {found.value.map((choice) => (
              <li key={choice.id}>
                <Button
                  quiet
                  aria-pressed={choice.id === value}
                  // The field keeps the focus: the typed text is not a name once a record is selected.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => {
                    chosen.value = choice;
                    onChange(choice.id, choice.name);
                    close();
                  }}
                >
                  {choice.name}
                </Button>
              </li>
            ))}
          </ul>
        )
      )}
    </span>
  );
}
