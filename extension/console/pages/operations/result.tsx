import { useSignal } from '@preact/signals';
import type { Ref } from 'preact';
import { isRecord } from '../../../../shared/parse.ts';
import { formatFacts, formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { csvOf } from '../../grid/csv.tsx';
import { LongText, RawValue } from '../../grid/long-text.tsx';
import { ResultGrid } from '../../grid/result-grid.tsx';
import { columnsOf } from '../../grid/row-source.ts';
import { rowsIn } from './answer.ts';
import type { Answer } from './send.ts';

const VIEWS = ['shown', 'json'] as const;

/**
 * Answer of a call: a table for a list of objects, else a tree; also as JSON; to copy as shown and continue.
 * @param onNext reads the next page; null: there is none
 */
export function Result({
  at,
  label,
  answer: { data, status, tookMs },
  onNext,
}: {
  at: Ref<HTMLElement>;
  label: string;
  answer: Pick<Answer, 'data' | 'status' | 'tookMs'>;
  onNext: (() => void) | null;
}) {
  const view = useSignal<(typeof VIEWS)[number]>('shown');
  const rows = rowsIn(data);
  const isTable = rows !== null && view.value === 'shown';
  const text = () => (isTable ? csvOf(columnsOf([], rows), rows) : (JSON.stringify(data, null, 2) ?? ''));
  const said = [
    rows && t('console.operations.rows', rows.length, { count: formatNumber(rows.length) }),
    tookMs !== null && t('console.operations.took', { status: String(status ?? ''), ms: String(tookMs) }),
  ];
  return (
    <section ref={at} class="operation-result" aria-label={t('console.operations.answer')}>
      <header class="answer-head">
        <span role="status" class="with-glyph">
          <Glyph name="done" />{' '}
          {formatFacts(...said.map((words) => words || '')) || t('console.operations.answer')}
        </span>
        <ChoiceChips
          of={VIEWS}
          chosen={view.value}
          words={(one) =>
            one === 'json'
              ? 'JSON'
              : t(rows === null ? 'console.operations.tree' : 'console.operations.table')
          }
          onChoose={(one) => (view.value = one)}
        />
        <CopyButton quiet text={text} />
        {onNext && <Button onClick={onNext}>{t('console.operations.nextPage')}</Button>}
      </header>
      {view.value === 'json' ? (
        <RawValue value={data} />
      ) : rows === null ? (
        <Tree value={data} />
      ) : (
        <ResultGrid
          isCounted
          label={label}
          fileName={label}
          response={rows}
          none={t('status.nothingFound')}
        />
      )}
    </section>
  );
}

/** Deeper parts, and long lists, are folded. */
const OPEN_DEPTH = 2;
const OPEN_MAX = 20;

/** A value of any form: names with their values, parts below them. Addresses are links. */
function Tree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (typeof value === 'string') return <Text of={value} />;
  if (!Array.isArray(value) && !isRecord(value))
    return <span>{value === undefined ? '' : JSON.stringify(value)}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span class="meta">{Array.isArray(value) ? '[ ]' : '{ }'}</span>;
  return (
    <ul class="tree">
      {entries.map(([name, inner]) => {
        const parts = typeof inner === 'object' && inner !== null ? Object.keys(inner).length : 0;
        return (
          <li key={name}>
            {parts === 0 ? (
              <>
                <span class="meta">{name}</span> <Tree value={inner} depth={depth + 1} />
              </>
            ) : (
              <details open={depth < OPEN_DEPTH && parts <= OPEN_MAX}>
                <summary>
                  <span class="meta">{name}</span> <span class="meta">{formatNumber(parts)}</span>
                </summary>
                <Tree value={inner} depth={depth + 1} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const Text = ({ of }: { of: string }) =>
  URL.parse(of)?.protocol === 'https:' ? (
    <a class="link" href={of} target="_blank" rel="noreferrer">
      {of}
    </a>
  ) : (
    <LongText text={of} />
  );
