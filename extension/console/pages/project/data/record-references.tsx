import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { records, type Table, type TableProperty } from '../../../../../shared/data-api/records.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { OnDemand } from '../../../../reads/loaded.tsx';
import { dataPath, recordPath } from '../../../../reads/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/form.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { isSingle, relationOf } from '../../../grid/property.ts';
import { ReferenceField } from '../../../grid/reference-field.tsx';
import { writeMode } from '../../../grid/write-mode.ts';
import { ChangeStatus, Lines } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { filterOf } from './filter.ts';
import { recordName, searchRecords, summaryOf, targetOf } from './reference-names.tsx';

/** The records that a property holds references to, which are made and removed one by one. */
export function References({
  projectId,
  tables,
  table,
  id,
  property,
}: {
  projectId: string;
  tables: readonly Table[];
  table: Table;
  id: string;
  property: TableProperty;
}) {
  const target = targetOf(tables, property);
  const isMany = relationOf(property) === 'manyToMany';
  const place = { projectId, table, id, property, target };
  const question = useSignal<ReferencesQuestion>({ words: '', sort: '', page: 0 });
  const name = target?.properties.find(({ propertyType }) => propertyType === 'string')?.name;
  const ask = (part: Partial<ReferencesQuestion>) =>
    (question.value = { ...question.peek(), page: 0, ...part });
  return (
    <OnDemand
      title={
        <>
          {isolated(property.label || property.name)}{' '}
          {target && <span class="meta">{isolated(target.label)}</span>}
        </>
      }
      above={(list) => (
        <ReferencesBar question={question.value} count={list?.length ?? 0} name={name} onAsk={ask} />
      )}
      request={{
        path: `${dataPath(projectId, '/crud/:typeId/:id/:propertyName', {
          ...{ typeId: table.type, id, propertyName: property.name },
        })}?${referencesQuery(question.value, name)}`,
        schema: records,
        keep: false,
      }}
    >
      {(list) => (
        <>
          <Lines none={t('fact.none')}>
            {list.map((record) => (
              <li key={record._id} class="line spread">
                {target ? (
                  <a href={projectAddress(projectId, 'data', 'tables', target.type, record._id)}>
                    {recordName(record, target)}
                  </a>
                ) : (
                  <span>{summaryOf(record) ?? isolated(record._id)}</span>
                )}
                {isMany && <Link {...place} referenceId={record._id} />}
              </li>
            ))}
          </Lines>
          {isMany && <Link {...place} referenceId={null} />}
        </>
      )}
    </OnDemand>
  );
}

/** Filter by part of a name, order and page (data reference, Endpoints: `filter`, `sort`, `pagination`). */
type ReferencesQuestion = { words: string; sort: '' | 'name' | 'newest'; page: number };

const REFERENCES_SHOWN = 20;

/** @param name of the property that names the referenced records */
export function referencesQuery({ words, sort, page }: ReferencesQuestion, name: string | undefined) {
  const where = name && words !== '' ? [{ column: name, op: 'contains' as const, value: words }] : [];
  const order = sort === 'newest' ? { createdAt: -1 } : sort === 'name' && name ? { [name]: 1 } : null;
  return new URLSearchParams({
    ...(where.length > 0 && { filter: JSON.stringify(filterOf(where)) }),
    ...(order && { sort: JSON.stringify(order) }),
    pagination: JSON.stringify({ limit: REFERENCES_SHOWN, page }),
  });
}

function ReferencesBar({
  question: { words, sort, page },
  count,
  name,
  onAsk,
}: {
  question: ReferencesQuestion;
  /** Of the records of this page. */
  count: number;
  name: string | undefined;
  onAsk: (part: Partial<ReferencesQuestion>) => void;
}) {
  const isLong = count === REFERENCES_SHOWN || page > 0;
  if (!isLong && words === '' && sort === '') return null;
  return (
    <span class="verbs">
      {name !== undefined && (
        <input
          class="input"
          type="search"
          dir="auto"
          aria-label={t('console.rows.searchRecord')}
          placeholder={t('console.rows.searchRecord')}
          value={words}
          onChange={({ currentTarget }) => onAsk({ words: currentTarget.value.trim() })}
        />
      )}
      <Select
        aria-label={t('fact.order')}
        value={sort}
        none={t('console.rows.orderNone')}
        options={[
          ...(name === undefined ? [] : [['name', t('console.rows.orderName')] as const]),
          ['newest', t('console.rows.orderNewest')],
        ]}
        onChoose={(chosen) => onAsk({ sort: chosen })}
      />
      {isLong && (
        <Pager
          onPrevious={page === 0 ? null : () => onAsk({ page: page - 1 })}
          onNext={count < REFERENCES_SHOWN ? null : () => onAsk({ page: page + 1 })}
        >
          {count > 0 &&
            t('console.rows.range', {
              from: formatNumber(page * REFERENCES_SHOWN + 1),
              to: formatNumber(page * REFERENCES_SHOWN + count),
            })}
        </Pager>
      )}
    </span>
  );
}

const REFERRERS_SHOWN = 20;

/** Records of another table that refer to this one, directly or by references to many. */
export function Referrers({
  projectId,
  table,
  other,
  property,
  id,
}: {
  projectId: string;
  table: Table;
  other: Table;
  property: TableProperty;
  id: string;
}) {
  const newest = { sort: { createdAt: -1 as const }, pagination: { limit: REFERRERS_SHOWN, page: 0 } };
  const question = isSingle(property)
    ? {
        path: dataPath(projectId, '/crud/query/:typeId', { typeId: other.type }),
        body: { filter: [{ [property.name]: id }], ...newest, returnCount: true },
      }
    : {
        path: dataPath(projectId, '/filter/nested-filter'),
        body: {
          nestedFilter: {
            [other.type]: {
              tableFilter: [],
              [table.type]: { tableFilter: [{ _id: id }], propertyName: property.name },
            },
          },
          tableNameToGetResults: other.type,
          filterOptions: newest,
        },
      };
  return (
    <OnDemand
      title={
        <>
          {t('console.rows.referrers', { table: isolated(other.label) })}{' '}
          <span class="meta">{isolated(property.label || property.name)}</span>
        </>
      }
      request={{ ...question, schema: records }}
    >
      {(list, read) => (
        <>
          <Lines none={t('fact.none')}>
            {list.map((record) => (
              <li key={record._id} class="line">
                <a href={projectAddress(projectId, 'data', 'tables', other.type, record._id)}>
                  {recordName(record, other)}
                </a>
              </li>
            ))}
          </Lines>
          {list.length > 0 && read.kind === 'shown' && read.total !== null && read.total > list.length && (
            <p class="meta">
              {t('console.rows.newestOf', {
                count: formatNumber(list.length),
                total: formatNumber(read.total),
              })}
            </p>
          )}
        </>
      )}
    </OnDemand>
  );
}

/** @param referenceId the reference to remove; null: one to add, to a record that is searched by name */
function Link({
  projectId,
  table,
  id,
  property,
  target,
  referenceId,
}: {
  projectId: string;
  table: Table;
  id: string;
  property: TableProperty;
  target: Table | null;
  referenceId: string | null;
}) {
  const chosen = useSignal('');
  const mode = writeMode(projectId, 'app');
  const change = useChange(mode);
  const fieldId = useId();
  const status = <ChangeStatus state={change.state.value} />;
  if (!mode.on.value) return status;
  const verb = referenceId === null ? 'add' : 'drop';
  const send = async () => {
    const result = await change.send(
      {
        method: 'PATCH',
        path: dataPath(projectId, `/crud/:typeId/:id/${verb}-many-to-many-reference`, {
          typeId: table.type,
          id,
        }),
        body: { propertyId: property.id ?? property.name, referenceId: referenceId ?? chosen.value },
      },
      [recordPath(projectId, table, id)],
    );
    if (result.ok) chosen.value = '';
  };
  const button = (
    <Button
      quiet
      off={referenceId === null && chosen.value === '' && t('status.incomplete')}
      onClick={() => void send()}
    >
      {t(referenceId === null ? 'console.data.link' : 'console.data.unlink')}
    </Button>
  );
  return referenceId !== null || target === null ? (
    <span class="verbs">
      {referenceId !== null && button}
      {status}
    </span>
  ) : (
    <span class="inline-form">
      <span class="field">
        <label for={fieldId} class="meta">
          {t('console.rows.recordToLink')}
        </label>
        <ReferenceField
          id={fieldId}
          value={chosen.value}
          name={null}
          choices={(words) => searchRecords(projectId, target, words)}
          onChange={(value) => (chosen.value = value === null ? '' : String(value))}
        />
      </span>
      {button}
      {status}
    </span>
  );
}
