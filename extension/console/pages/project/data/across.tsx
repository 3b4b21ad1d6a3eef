import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import { readRecords, type Table } from '../../../../../shared/data-api/records.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Select, SelectField } from '../../../../ui/form.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { Filter } from '../../../grid/filter.tsx';
import { RawValue } from '../../../grid/long-text.tsx';
import type { RowSource, Sort } from '../../../grid/row-source.ts';
import { Part } from '../../../parts/part.tsx';
import { dataSource } from './data-source.ts';
import {
  INNER_SHOWN,
  type Level,
  levelOf,
  onlyRequest,
  RECORDS_SHOWN,
  togetherRequest,
  waysOf,
} from './nested-question.ts';
import { longestOf, NestedRecords } from './nested-records.tsx';

/** Tables of one question. */
const TABLES_MAX = 4;
/** Columns of one order. */
const SORTED_MAX = 3;

/**
 * Records of a table together with those that they lead to, or only those of one table for which the conditions of all hold.
 * Each table has its own conditions, order and page.
 */
export function AcrossTables({ projectId, tables }: { projectId: string; tables: readonly Table[] }) {
  const levels = useSignal<readonly Level[]>([]);
  /** The table whose records alone are wanted; null: of all. */
  const only = useSignal<number | null>(null);
  const [first] = levels.value;
  const last = levels.value.at(-1);
  const place = (index: number, level: Level | null) => {
    levels.value = [...levels.peek().slice(0, index), ...(level === null ? [] : [level])];
    only.value = null;
  };
  const choices = [
    ...levels.value,
    ...(last === undefined || (levels.value.length < TABLES_MAX && waysOf(tables, last.table).length > 0)
      ? [null]
      : []),
  ];
  return (
    <Part title={t('console.across.title')}>
      <div class="inline-form">
        {choices.map((level, index) => {
          const above = levels.value[index - 1]?.table;
          const offered = above
            ? waysOf(tables, above).map((way) => levelOf(way.other, way))
            : tables.map((table) => levelOf(table, null));
          return (
            <SelectField
              key={index}
              none="–"
              label={t(above ? 'console.across.with' : 'console.import.kind.table')}
              value={level ? idOf(level) : ''}
              options={offered.map((one) => [idOf(one), levelWords(one)])}
              onChoose={(id) => place(index, offered.find((one) => idOf(one) === id) ?? null)}
            />
          );
        })}
        {levels.value.length > 1 && (
          <SelectField
            label={t('launch.obstacle.show')}
            none={t('console.across.together')}
            value={String(only.value ?? '')}
            options={levels.value.flatMap(({ table }, index) =>
              // The results are named by their table alone.
              levels.value.findIndex((one) => one.table === table) === index
                ? [[String(index), t('console.across.only', { table: isolated(table.label) })] as const]
                : [],
            )}
            onChoose={(index) => {
              only.value = index === '' ? null : Number(index);
            }}
          />
        )}
      </div>
      {first && levels.value.length > 1 && (
        <Question
          projectId={projectId}
          tables={tables}
          levels={levels.value}
          only={only.value}
          onAsk={(index, part) => {
            levels.value = levels.peek().map((level, at) =>
              // What is below, or above, is another list once this one changes.
              at === index ? { ...level, page: 0, ...part } : 'page' in part ? level : { ...level, page: 0 },
            );
          }}
        />
      )}
    </Part>
  );
}

/** The table of the first, the way to another. */
const idOf = ({ table, way }: Level): string => way?.id ?? table.type;

const levelWords = ({ table, way }: Level): string =>
  isolated(table.label) + (way ? ` (${isolated(way.property.label || way.property.name)})` : '');

type Ask = (part: Partial<Pick<Level, 'where' | 'sort' | 'page'>>) => void;

/** The bars of all tables, and what is found. */
function Question({
  projectId,
  tables,
  levels,
  only,
  onAsk,
}: {
  projectId: string;
  tables: readonly Table[];
  levels: readonly Level[];
  only: number | null;
  onAsk: (index: number, part: Parameters<Ask>[0]) => void;
}) {
  const wanted = only === null ? null : (levels[only] ?? null);
  const { path, body } = wanted ? onlyRequest(levels, wanted) : togetherRequest(levels);
  const found = useResource({ path: dataPath(projectId, path), body, schema: z.unknown() });
  const state = found.state.value;
  const records = state.kind === 'shown' ? readRecords(state.value) : null;
  const shown = wanted ? [wanted] : levels;
  const counts = longestOf(records ?? [], shown);
  return (
    <>
      {levels.map((level, index) => {
        const at = shown.indexOf(level);
        return (
          <LevelBar
            key={`${index} ${level.way?.id ?? level.table.type}`}
            source={{
              ...dataSource(projectId, tables, level.table, 'viewer'),
              key: `across ${index} ${projectId} ${level.table.type}`,
            }}
            level={level}
            isInner={at > 0}
            longest={at === -1 ? null : (counts[at] ?? 0)}
            onAsk={(part) => onAsk(index, part)}
          />
        );
      })}
      <Loaded of={found}>
        {(value) =>
          records === null ? (
            <RawValue value={value} />
          ) : records.length === 0 ? (
            <p class="meta">{t('console.nothingFound')}</p>
          ) : (
            <NestedRecords projectId={projectId} levels={shown} records={records} isInner={false} />
          )
        }
      </Loaded>
    </>
  );
}

/** Conditions, order and page of one table. @param longest records of its longest list shown; null: it is not shown */
function LevelBar({
  source,
  level: { table, where, sort, page },
  isInner,
  longest,
  onAsk,
}: {
  source: RowSource;
  level: Level;
  isInner: boolean;
  longest: number | null;
  onAsk: Ask;
}) {
  const limit = isInner ? INNER_SHOWN : RECORDS_SHOWN;
  const range = longest
    ? { from: formatNumber(page * limit + 1), to: formatNumber(page * limit + longest) }
    : null;
  const orders = source.columns.flatMap(({ name, label }) => [
    [`asc ${name}`, `${isolated(label)} ↑`] as const,
    [`desc ${name}`, `${isolated(label)} ↓`] as const,
  ]);
  const sortedBy = (index: number, chosen: string) => {
    const [dir, ...name] = chosen.split(' ');
    const one: Sort = { column: name.join(' '), dir: dir === 'asc' ? 'asc' : 'desc' };
    const others = sort.filter(({ column }, at) => at !== index && column !== one.column);
    onAsk({ sort: chosen === '' ? others : others.toSpliced(index, 0, one) });
  };
  return (
    <fieldset class="across-table">
      <legend>
        {isInner ? t('console.across.inEach', { table: isolated(table.label) }) : isolated(table.label)}
      </legend>
      <Filter
        source={source}
        names={source.columns.map(({ name }) => name)}
        sample={[]}
        where={where}
        onFilter={(to) => onAsk({ where: to })}
      />
      {longest !== null && (
        <>
          {[...sort, null].slice(0, SORTED_MAX).map((one, index) => (
            <Select
              key={index}
              aria-label={t(index === 0 ? 'fact.order' : 'console.across.then')}
              value={one === null ? '' : `${one.dir} ${one.column}`}
              none={t(index === 0 ? 'console.rows.orderNone' : 'console.across.then')}
              options={orders}
              onChoose={(chosen) => sortedBy(index, chosen)}
            />
          ))}
          <Pager
            onPrevious={page === 0 ? null : () => onAsk({ page: page - 1 })}
            onNext={longest < limit ? null : () => onAsk({ page: page + 1 })}
          >
            {range && t(isInner ? 'console.across.rangeInEach' : 'console.rows.range', range)}
          </Pager>
        </>
      )}
    </fieldset>
  );
}
