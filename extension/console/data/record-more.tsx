import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import * as z from 'zod/mini';
import type { Row } from '../../../shared/builder-api/database.ts';
import { records, type Table, type TableProperty } from '../../../shared/data-api/records.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { parseInstant } from '../../../shared/time.ts';
import { formatExact, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { stored } from '../../ui/stored-state.ts';
import { useChange } from '../change.ts';
import { ImportsOfRecord } from '../import/earlier-imports.tsx';
import { Loaded } from '../loaded.tsx';
import { ChangeStatus } from '../part.tsx';
import { dataPath } from '../paths.ts';
import { type ResourceRequest, type ResourceState, useResource } from '../resource.ts';
import { projectAddress } from '../routes.ts';
import { RawValue } from '../rows/long-text.tsx';
import { ReferenceField } from '../rows/reference-field.tsx';
import { briefText, fileNames } from '../rows/values.ts';
import { writeMode } from '../rows/write-mode.ts';
import { isSingle } from './property.ts';
import { recordName, searchRecords, targetOf } from './reference-names.tsx';
import { SubElements } from './sub-elements.tsx';
import { summaryOf } from './summary.ts';
import { TemporaryLink } from './temporary-link.tsx';

/** Related data of a record: its files, references, and history. Read on demand. */
export function RecordMore({
  projectId,
  tables,
  table,
  id,
  row,
}: {
  projectId: string;
  tables: readonly Table[];
  table: Table;
  id: string;
  row: Row;
}) {
  const references = table.properties.filter(({ propertyType }) => propertyType === 'objectReference');
  const referring = tables.flatMap((other) =>
    other.properties
      .filter(
        (property) => property.propertyType === 'objectReference' && targetOf(tables, property) === table,
      )
      .map((property) => ({ other, property })),
  );
  // Of two properties that show the same references, one from each side, this table's own is shown.
  const isShownByOwn = (other: Table) =>
    references.some((own) => relationOf(own) === 'manyToMany' && targetOf(tables, own) === other);
  const hasBack = (own: TableProperty) =>
    referring.some(({ other, property }) => isSingle(property) && other === targetOf(tables, own));
  return (
    <>
      <Files projectId={projectId} table={table} row={row} />
      {references
        .filter((own) => !isSingle(own) && (relationOf(own) === 'manyToMany' || !hasBack(own)))
        .map((property) => (
          <References
            key={property.name}
            projectId={projectId}
            tables={tables}
            table={table}
            id={id}
            property={property}
          />
        ))}
      {referring
        .filter(
          ({ other, property }) =>
            isSingle(property) || (relationOf(property) === 'manyToMany' && !isShownByOwn(other)),
        )
        .map(({ other, property }) => (
          <Referrers
            key={`${other.type}/${property.name}`}
            projectId={projectId}
            table={table}
            other={other}
            property={property}
            id={id}
          />
        ))}
      <ImportsOfRecord projectId={projectId} table={table.type} id={id} />
      <History projectId={projectId} id={id} />
      {mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner') && (
        <SubElements projectId={projectId} table={table} id={id} />
      )}
    </>
  );
}

const relationOf = ({ objectReference }: TableProperty) => objectReference?.objectReferenceRelation;

const recordPath = (projectId: string, table: Table, id: string, rest = '') =>
  dataPath(projectId, `/crud/${encodeURIComponent(table.type)}/${encodeURIComponent(id)}${rest}`);

/** Files of a record, each with a temporary address that is requested on demand. */
function Files({ projectId, table, row }: { projectId: string; table: Table; row: Row }) {
  return (
    <ul class="lines-list">
      {table.properties
        .filter(({ propertyType }) => propertyType === 'file')
        .flatMap(({ name, label }) =>
          fileNames(row[name]).map((fileName) => (
            <li key={fileName} class="line spread">
              <span>
                <span class="meta">{isolated(label || name)}</span> {isolated(fileName)}
              </span>
              <Download projectId={projectId} fileName={fileName} />
            </li>
          )),
        )}
    </ul>
  );
}

function Download({ projectId, fileName }: { projectId: string; fileName: string }) {
  const asked = useSignal(false);
  return asked.value ? (
    <TemporaryLink
      path={dataPath(projectId, `/files/download/${encodeURIComponent(fileName)}`)}
      label={t('verb.open')}
    />
  ) : (
    <button type="button" class="button quiet" onClick={() => (asked.value = true)}>
      {t('console.data.download')}
    </button>
  );
}

/** A part of a record's page that is read once it is opened. */
function OnDemand<T>({
  title,
  request,
  children,
}: {
  title: ComponentChildren;
  request: ResourceRequest<T>;
  children: (value: T, state: ResourceState<T>) => ComponentChildren;
}) {
  const asked = useSignal(false);
  const found = useResource(asked.value ? request : null);
  return (
    <details class="more" onToggle={({ currentTarget }) => (asked.value ||= currentTarget.open)}>
      <summary>{title}</summary>
      {asked.value && <Loaded of={found}>{children}</Loaded>}
    </details>
  );
}

/** The records that a property holds references to, which are made and removed one by one. */
function References({
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
  return (
    <OnDemand
      title={
        <>
          {isolated(property.label || property.name)}{' '}
          {target && <span class="meta">{isolated(target.label)}</span>}
        </>
      }
      request={{
        path: recordPath(projectId, table, id, `/${encodeURIComponent(property.name)}`),
        schema: records,
        keep: false,
      }}
    >
      {(list) => (
        <>
          {list.length === 0 && <p class="meta">{t('console.data.noReferences')}</p>}
          <ul class="lines-list">
            {list.map((record) => (
              <li key={record._id} class="line spread">
                {target ? (
                  <a href={projectAddress(projectId, 'data', 'tables', target.type, record._id)}>
                    {recordName(record, target)}
                  </a>
                ) : (
                  <span>{summaryOf(record) ?? isolated(record._id)}</span>
                )}
                {isMany && (
                  <Link
                    projectId={projectId}
                    table={table}
                    id={id}
                    property={property}
                    target={target}
                    referenceId={record._id}
                  />
                )}
              </li>
            ))}
          </ul>
          {isMany && (
            <Link
              projectId={projectId}
              table={table}
              id={id}
              property={property}
              target={target}
              referenceId={null}
            />
          )}
        </>
      )}
    </OnDemand>
  );
}

const REFERRERS_SHOWN = 20;

/** Records of another table that refer to this one, directly or by references to many. */
function Referrers({
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
        path: dataPath(projectId, `/crud/query/${encodeURIComponent(other.type)}`),
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
      {(list, read) =>
        list.length === 0 ? (
          <p class="meta">{t('console.data.noReferences')}</p>
        ) : (
          <>
            <ul class="lines-list">
              {list.map((record) => (
                <li key={record._id} class="line">
                  <a href={projectAddress(projectId, 'data', 'tables', other.type, record._id)}>
                    {recordName(record, other)}
                  </a>
                </li>
              ))}
            </ul>
            {read.kind === 'shown' && read.total !== null && read.total > list.length && (
              <p class="meta">
                {t('console.rows.newestOf', {
                  count: formatNumber(list.length),
                  total: formatNumber(read.total),
                })}
              </p>
            )}
          </>
        )
      }
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
        path: recordPath(projectId, table, id, `/${verb}-many-to-many-reference`),
        body: { propertyId: property.id ?? property.name, referenceId: referenceId ?? chosen.value },
      },
      [recordPath(projectId, table, id)],
    );
    if (result.ok) chosen.value = '';
  };
  const button = (
    <button
      type="button"
      class="button quiet"
      disabled={referenceId === null && chosen.value === ''}
      onClick={() => void send()}
    >
      {t(referenceId === null ? 'console.data.link' : 'console.data.unlink')}
    </button>
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

/** Entries of a history, which the reference does not document: known fields in words, the rest as received. */
const historyEntry = z.looseObject({
  updatedAt: z.nullish(z.string()),
  updatedBy: z.nullish(z.string()),
  changes: z.nullish(
    z.array(z.looseObject({ property: z.string(), before: z.unknown(), after: z.unknown() })),
  ),
});

function History({ projectId, id }: { projectId: string; id: string }) {
  return (
    <OnDemand
      title={t('console.data.history')}
      request={{
        path: dataPath(projectId, `/updates-record/${encodeURIComponent(id)}`),
        schema: z.unknown(),
        keep: false,
      }}
    >
      {(entries) =>
        !Array.isArray(entries) ? (
          <RawValue value={entries} />
        ) : entries.length === 0 ? (
          <p class="meta">{t('console.data.noHistory')}</p>
        ) : (
          <ul class="lines-list">
            {entries.map((entry: unknown, index) => (
              <li key={index} class="line">
                <HistoryEntry entry={entry} />
              </li>
            ))}
          </ul>
        )
      }
    </OnDemand>
  );
}

function HistoryEntry({ entry }: { entry: unknown }) {
  const parsed = historyEntry.safeParse(entry);
  if (!parsed.success || !parsed.data.changes) return <RawValue value={entry} />;
  const { updatedAt, updatedBy, changes } = parsed.data;
  const at = parseInstant(updatedAt);
  return (
    <>
      <p class="meta">
        {[at !== null && formatExact(at), updatedBy && isolated(updatedBy)].filter(Boolean).join(' · ')}
      </p>
      {changes.map(({ property, before, after }) => (
        <p key={property} class="difference">
          {isolated(property)} <del>{briefText(before) || '–'}</del> → <ins>{briefText(after) || '–'}</ins>
        </p>
      ))}
    </>
  );
}
