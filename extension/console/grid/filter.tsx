import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { onEscape, onSent, SearchField, SelectField } from '../../ui/form.tsx';
import { usePressElsewhere } from '../parts/drop-down.tsx';
import { useFormDraft } from '../parts/form-draft.tsx';
import {
  type ComparisonDraft,
  columnOf,
  comparisonOf,
  conditionWords,
  controlIn,
  draftOf,
  operatorsOf,
  readDrafts,
  withColumn,
} from './comparison-draft.ts';
import { ComparisonFields } from './comparison-fields.tsx';
import type { NameOf } from './grid.tsx';
import { ANY_COLUMN, type Condition, type RowSource } from './row-source.ts';

type Where = readonly Condition[];

/** Finds words in the columns that can be searched: of all rows or, where the source can't, of those read. */
export function Find({
  source,
  where,
  onFilter,
}: {
  source: RowSource;
  where: Where;
  onFilter: (where: Where) => void;
}) {
  const set = String(where.find(({ column }) => column === ANY_COLUMN)?.value ?? '');
  const typed = useSignal<string | null>(null);
  const words = typed.value ?? set;
  useEffect(() => {
    if (typed.value === null) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const others = where.filter(({ column }) => column !== ANY_COLUMN);
      const wanted = (typed.peek() ?? '').trim();
      const linked = wanted === set || wanted === '' ? {} : await source.linked?.(wanted);
      if (isOver) return;
      typed.value = null;
      const words = { column: ANY_COLUMN, op: 'contains', value: wanted, ...linked } as const;
      if (wanted !== set) onFilter(wanted === '' ? others : [words, ...others]);
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed.value]);
  const label = t(source.hasAlternatives ? 'console.rows.find' : 'console.rows.findHere');
  return (
    <SearchField
      class="input grid-find"
      label={label}
      title={t(source.hasAlternatives ? 'console.rows.findMeans' : 'console.rows.findHereMeans')}
      value={words}
      onText={(text) => (typed.value = text)}
    />
  );
}

/** A pause in typing after which it is searched. */
const REST_MS = 300;

/** Nothing is being written. */
const NOTHING = { at: '', comparisons: '[]' };

/**
 * Conditions that all hold: those that are set, each to change or take away, and a form for another. A press
 * elsewhere folds the form; choosing the same column or condition brings back what was typed in it.
 */
export function Filter({
  source,
  names,
  sample,
  where,
  nameOf = () => null,
  onFilter,
}: {
  source: RowSource;
  names: readonly string[];
  sample: readonly Row[];
  where: Where;
  nameOf?: NameOf;
  onFilter: (where: Where) => void;
}) {
  const form = useFormDraft(`condition ${source.key}`, NOTHING, 'memory');
  const opener = useRef<HTMLElement | null>(null);
  const box = useRef<HTMLFormElement>(null);
  const isFolded = useSignal(false);
  const { at, comparisons } = form.fields.value;
  const drafts = readDrafts(comparisons);
  const isOpen = drafts.length > 0 && !isFolded.value;
  usePressElsewhere(isOpen, box, () => (isFolded.value = true));
  const controlFor = ({ column, op }: Pick<Condition, 'column' | 'op'>) =>
    controlIn(columnOf(source, column), column, sample, op);
  // Other fields of an app's records than the properties of their table can't be queried.
  const queryable = names.filter(
    (name) =>
      (source.place !== 'app' || columnOf(source, name) !== undefined) &&
      operatorsOf(source, name).length > 0,
  );
  const write = (list: readonly ComparisonDraft[]) => form.edit({ comparisons: JSON.stringify(list) });
  const close = () => {
    form.reset(NOTHING);
    opener.current?.focus();
  };
  const parsed = drafts.map((one) => comparisonOf(one, columnOf(source, one.column), controlFor(one)));
  const [first, ...or] = parsed.flatMap((one) => one ?? []);
  const isWhole = first !== undefined && parsed.every((one) => one !== null);
  const set = () => {
    if (!isWhole) return;
    const condition = { ...first, ...(or.length > 0 && { or }) };
    onFilter(at === '' ? [...where, condition] : where.with(Number(at), condition));
    close();
  };
  const change = (index: number, { or: more = [], ...one }: Condition) => {
    isFolded.value = false;
    if (at === String(index) && drafts.length > 0) return;
    form.edit({
      at: String(index),
      comparisons: JSON.stringify(
        [one, ...more].map((each) => draftOf(each, columnOf(source, each.column), controlFor(each))),
      ),
    });
  };
  return (
    <>
      {where.some(({ column }) => column !== ANY_COLUMN) && (
        <ul class="conditions">
          {where.map((one, index) => {
            if (one.column === ANY_COLUMN) return null;
            const words = conditionWords(one, source, nameOf);
            return (
              <li key={index} class="condition">
                <Button
                  class="condition-words"
                  title={t('console.rows.changeCondition', { condition: words })}
                  aria-expanded={at === String(index) && isOpen}
                  onClick={({ currentTarget }) => {
                    opener.current = currentTarget;
                    change(index, one);
                  }}
                >
                  {words}
                </Button>
                <Button
                  quiet
                  aria-label={t('console.rows.dropCondition', { condition: words })}
                  onClick={() => onFilter(where.filter((_, other) => other !== index))}
                >
                  ×
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <form
        class="filter-form"
        ref={box}
        onFocusOut={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) isFolded.value = true;
        }}
        onKeyDown={isOpen ? onEscape(close) : undefined}
        onSubmit={onSent(set)}
      >
        <select
          class="input filter-column"
          aria-label={t('console.database.column')}
          value={isOpen && at === '' ? (drafts[0]?.column ?? '') : ''}
          onChange={({ currentTarget }) => {
            opener.current = currentTarget;
            const { value: column } = currentTarget;
            const isFoldedOne = isFolded.value && at === '' && column === drafts[0]?.column;
            isFolded.value = false;
            if (isFoldedOne) return;
            const next = column === '' ? [] : [withColumn(source, column, drafts[0]?.op ?? 'eq')];
            form.edit({
              at: '',
              comparisons: JSON.stringify([...next, ...(at === '' ? drafts.slice(1) : [])]),
            });
          }}
        >
          <option value="">+ {t('verb.filter')}</option>
          <ColumnOptions source={source} names={queryable} />
        </select>
        {isOpen && (
          <div class="dropped filter-fields">
            {drafts.map((one, index) => (
              <div key={`${index} ${one.column}`} class="filter-row">
                {index > 0 && (
                  <SelectField
                    label={t('console.rows.orWhere')}
                    value={one.column}
                    onChoose={(chosen) => write(drafts.with(index, withColumn(source, chosen, one.op)))}
                  >
                    <ColumnOptions source={source} names={queryable} />
                  </SelectField>
                )}
                <ComparisonFields
                  source={source}
                  sample={sample}
                  draft={one}
                  isInvalid={parsed[index] === null}
                  onChange={(part) => write(drafts.with(index, { ...one, ...part }))}
                />
                {index > 0 && (
                  <Button quiet onClick={() => write(drafts.filter((_, other) => other !== index))}>
                    {t('verb.remove')}
                  </Button>
                )}
              </div>
            ))}
            <span class="verbs">
              <Button type="submit" primary off={!isWhole && t('status.incomplete')}>
                {t('verb.filter')}
              </Button>
              {source.hasAlternatives && (
                <Button
                  quiet
                  onClick={() => write([...drafts, withColumn(source, drafts[0]?.column ?? '', 'eq')])}
                >
                  {t('console.rows.addAlternative')}
                </Button>
              )}
              <Button quiet onClick={close}>
                {t('verb.cancel')}
              </Button>
            </span>
          </div>
        )}
      </form>
    </>
  );
}

const ColumnOptions = ({ source, names }: { source: RowSource; names: readonly string[] }) =>
  names.map((name) => (
    <option key={name} value={name}>
      {columnOf(source, name)?.label ?? name}
    </option>
  ));
