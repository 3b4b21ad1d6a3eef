import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form.tsx';
import { type ComparisonDraft, columnOf, controlIn, operatorsOf, someOf } from './comparison-draft.ts';
import { ReferenceField } from './reference-field.tsx';
import { isWithoutValue, OPERATORS, type RowSource, type ValueCount } from './row-source.ts';
import { ValueSelect } from './value-field.tsx';
import { fieldText, instantOf, type PropertyControl, shownText } from './values.ts';

/** Options of a regular expression (gaps page, filter operators). */
const OPTIONS = ['i', 'm', 'x', 's'] as const;

/** Operator and value of a comparison, with the values that there are in its column. */
export function ComparisonFields({
  source,
  sample,
  draft,
  isInvalid,
  onChange,
}: {
  source: RowSource;
  sample: readonly Row[];
  draft: ComparisonDraft;
  isInvalid: boolean;
  onChange: (part: Partial<ComparisonDraft>) => void;
}) {
  const { column: name, op, text, options } = draft;
  const column = columnOf(source, name);
  const control = controlIn(column, name, sample, op);
  const some = someOf(name, sample);
  const valueId = useId();
  const isText = op === 'contains' || op === 'regex';
  const field = { id: valueId, text, isInvalid, onText: (to: string) => onChange({ text: to }) };
  return (
    <>
      <SelectField
        label={t('console.database.comparison')}
        value={op}
        onChoose={(chosen) => onChange({ op: OPERATORS.find((one) => one === chosen) ?? 'eq' })}
        options={operatorsOf(source, name).map((one) => [one, t(`console.database.op.${one}`)])}
      />
      {!isWithoutValue(op) && (
        <span class="field">
          <label for={valueId} class="meta">
            {t('fact.value')}
          </label>
          {column?.choices ? (
            <ReferenceField
              id={valueId}
              value={text === '' ? null : text}
              name={null}
              choices={column.choices}
              onChange={(value) => onChange({ text: value === null ? '' : String(value) })}
            />
          ) : (
            <ValueInput {...field} control={isText ? { kind: 'text' } : control} />
          )}
          {control.kind === 'text' && instantOf(some) !== null && (
            <span class="meta">{t('console.rows.asStored', { value: isolated(String(some)) })}</span>
          )}
        </span>
      )}
      {op === 'regex' && (
        <fieldset class="verbs options" aria-label={t('console.rows.regexOptions')}>
          {OPTIONS.map((one) => (
            <Button
              key={one}
              class="chip"
              aria-pressed={options.includes(one)}
              title={t(`console.rows.regexOption.${one}`)}
              onClick={() =>
                onChange({ options: options.includes(one) ? options.replace(one, '') : options + one })
              }
            >
              {one}
            </Button>
          ))}
        </fieldset>
      )}
      {(op === 'eq' || op === 'ne') && !column?.choices && (
        <Values
          key={name}
          read={column?.values}
          shown={() => countedIn(sample, name)}
          chosen={text}
          textOf={(value) => fieldText(value, control)}
          wordsOf={(value) => shownText(value, control)}
          onChoose={field.onText}
        />
      )}
    </>
  );
}

/** The values that a column has, with the number of their rows: of all rows, or of those that are read. */
function Values({
  read,
  shown,
  chosen,
  textOf,
  wordsOf,
  onChoose,
}: {
  read: (() => Promise<readonly ValueCount[] | null>) | undefined;
  shown: () => readonly ValueCount[];
  chosen: string;
  textOf: (value: unknown) => string;
  wordsOf: (value: unknown) => string;
  onChoose: (text: string) => void;
}) {
  const counted = useSignal<{ of: 'all' | 'read'; values: readonly ValueCount[] } | null>(null);
  useEffect(() => {
    void (read?.() ?? Promise.resolve(null)).then((values) => {
      counted.value = values ? { of: 'all', values } : { of: 'read', values: shown() };
    });
  }, []);
  const { value: now } = counted;
  if (now === null || now.values.length === 0) return null;
  const label = t(now.of === 'all' ? 'console.rows.valuesOfAll' : 'console.rows.valuesOfRead');
  return (
    <fieldset class="verbs options value-counts" aria-label={label}>
      <legend class="meta">{label}</legend>
      {now.values.map(({ value, count }) => (
        <Button
          key={String(value)}
          class="chip"
          aria-pressed={chosen === textOf(value)}
          onClick={() => onChoose(textOf(value))}
        >
          {isolated(wordsOf(value))} <span class="meta">({formatNumber(count)})</span>
        </Button>
      ))}
    </fieldset>
  );
}

const VALUES_MAX = 20;
const LENGTH_MAX = 40;

/** Values that several rows have, the most frequent first. */
function countedIn(rows: readonly Row[], name: string): ValueCount[] {
  const counts = new Map<ValueCount['value'], number>();
  for (const { [name]: value } of rows)
    if (
      ['number', 'boolean'].includes(typeof value) ||
      (typeof value === 'string' && value.length <= LENGTH_MAX)
    )
      counts.set(value as ValueCount['value'], (counts.get(value as ValueCount['value']) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .filter(({ count }) => count > 1)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, VALUES_MAX);
}

function ValueInput({
  id,
  control,
  text,
  isInvalid,
  onText,
}: {
  id: string;
  control: PropertyControl;
  text: string;
  isInvalid: boolean;
  onText: (text: string) => void;
}) {
  const attributes = {
    id,
    class: 'input',
    value: text,
    'aria-invalid': isInvalid,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onText(currentTarget.value),
  };
  switch (control.kind) {
    case 'options':
      return <ValueSelect {...attributes} options={control.options} />;
    case 'boolean':
      return <ValueSelect {...attributes} />;
    case 'date':
      return <input {...attributes} type={control.withHour ? 'datetime-local' : 'date'} />;
    case 'text':
    case 'long-text':
    case 'number':
    case 'json':
    case 'binary':
    case 'file':
      return <input {...attributes} />;
  }
}
