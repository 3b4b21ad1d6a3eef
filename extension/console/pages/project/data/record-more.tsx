import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import type { Row } from '../../../../../shared/builder-api/database.ts';
import type { Table, TableProperty } from '../../../../../shared/data-api/records.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import { formatAsField, formatFacts } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { Loaded, OnDemand } from '../../../../reads/loaded.tsx';
import { allDataOf, dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { useOpener } from '../../../../ui/confirm.tsx';
import { ConfirmTyped } from '../../../../ui/confirm-typed.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { mayAct } from '../../../../ui/stored-state.ts';
import { RawValue } from '../../../grid/long-text.tsx';
import { isSingle, propertyControl, relationOf } from '../../../grid/property.ts';
import { fileNames, shownText } from '../../../grid/values.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { ImportsOfRecord } from '../../../kit/earlier-imports.tsx';
import { ChangeStatus, Lines } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { References, Referrers } from './record-references.tsx';
import { targetOf } from './reference-names.tsx';

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
      <History projectId={projectId} table={table} id={id} />
      {mayAct('owner') && <SubElements projectId={projectId} table={table} id={id} />}
    </>
  );
}

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

/** The gaps page documents a list with one address, the data reference the address itself. */
const addresses = z.union([z.array(z.string()), z.string()]);

function Download({ projectId, fileName }: { projectId: string; fileName: string }) {
  const isRequested = useSignal(false);
  const path = dataPath(projectId, '/files/download/:fileName', { fileName });
  const address = useResource(isRequested.value ? { path, schema: addresses, keep: false } : null);
  if (!isRequested.value)
    return (
      <Button quiet onClick={() => (isRequested.value = true)}>
        {t('console.data.download')}
      </Button>
    );
  return (
    <Loaded of={address}>
      {(response) => {
        const [url] = [response].flat();
        return url && /^https?:/.test(url) ? (
          <a class="button" href={url} target="_blank" rel="noreferrer">
            {t('verb.open')}
          </a>
        ) : (
          <span class="meta">{t('status.unavailable')}</span>
        );
      }}
    </Loaded>
  );
}

/**
 * Deletes a record with everything that a page of the app shows below it (data reference, sub-elements). Only
 * the app's own settings name its pages: the page is given by id, the number of records unknown before.
 */
function SubElements({ projectId, table, id }: { projectId: string; table: Table; id: string }) {
  const page = useSignal('');
  const isAsking = useSignal(false);
  const mode = writeMode(projectId, 'app');
  const change = useChange(mode);
  const opener = useOpener(isAsking.value);
  if (!mode.on.value) return null;
  const pageId = page.value.trim();
  const isId = /^[A-Za-z0-9_-]{1,128}$/.test(pageId);
  const remove = async () => {
    isAsking.value = false;
    const path = dataPath(projectId, '/crud/:typeId/:id/:pageId/subelements', {
      ...{ typeId: table.type, id, pageId },
    });
    const result = await change.send({ method: 'DELETE', path, body: undefined }, [allDataOf(projectId)]);
    if (result.ok) location.hash = projectAddress(projectId, 'data', 'tables', table.type);
  };
  return (
    <details class="more">
      <summary>{t('console.subElements.title')}</summary>
      <p class="meta">{t('console.subElements.means')}</p>
      <div class="inline-form">
        <TextField
          label={t('console.subElements.page')}
          autocomplete="off"
          value={page.value}
          onText={(text) => {
            page.value = text;
            isAsking.value = false;
          }}
        />
        {isAsking.value ? (
          <ConfirmTyped
            verb={t('console.subElements.remove')}
            question={t('console.database.sqlTypeTable', { table: isolated(table.type) })}
            names={[table.type]}
            onSure={() => void remove()}
            onBack={() => (isAsking.value = false)}
          />
        ) : (
          <Button
            at={opener}
            danger
            off={!isId && t('status.incomplete')}
            onClick={() => (isAsking.value = true)}
          >
            {t('console.subElements.remove')}
          </Button>
        )}
        <ChangeStatus state={change.state.value} />
      </div>
    </details>
  );
}

/** Entry of a history, which the reference does not document: known fields in words, the rest as received. */
const historyEntry = z.looseObject({
  updatedAt: z.nullish(z.string()),
  updatedBy: z.nullish(z.string()),
  changes: z.nullish(
    z.array(z.looseObject({ property: z.string(), before: z.unknown(), after: z.unknown() })),
  ),
});

function History({ projectId, table, id }: { projectId: string; table: Table; id: string }) {
  return (
    <OnDemand
      title={t('console.data.history')}
      request={{
        path: dataPath(projectId, '/updates-record/:objectId', { objectId: id }),
        schema: z.unknown(),
        keep: false,
      }}
    >
      {(entries) =>
        !Array.isArray(entries) ? (
          <RawValue value={entries} />
        ) : (
          <Lines>
            {entries.map((entry: unknown, index) => (
              <li key={index} class="line">
                <HistoryEntry entry={entry} table={table} />
              </li>
            ))}
          </Lines>
        )
      }
    </OnDemand>
  );
}

function HistoryEntry({ entry, table }: { entry: unknown; table: Table }) {
  const parsed = historyEntry.safeParse(entry);
  if (!parsed.success || !parsed.data.changes) return <RawValue value={entry} />;
  const { updatedAt, updatedBy, changes } = parsed.data;
  const at = parseInstant(updatedAt);
  return (
    <>
      <p class="meta">
        {formatFacts(at !== null && formatAsField(at, true), updatedBy && isolated(updatedBy))}
      </p>
      {changes.map(({ property, before, after }) => {
        const known = table.properties.find(({ name }) => name === property);
        const words = (value: unknown) => shownText(value, known ? propertyControl(known) : null) || '–';
        return (
          <p key={property} class="difference">
            {isolated(known?.label || property)} <del>{words(before)}</del> → <ins>{words(after)}</ins>
          </p>
        );
      })}
    </>
  );
}
