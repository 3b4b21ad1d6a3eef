import { useSignal } from '@preact/signals';
import type { Row } from '../../../../../shared/builder-api/database.ts';
import type { Table, TableProperty } from '../../../../../shared/data-api/records.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { dataPath } from '../../../../reads/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { mayAct } from '../../../../ui/stored-state.ts';
import { isSingle, relationOf } from '../../../grid/property.ts';
import { fileNames } from '../../../grid/values.ts';
import { ImportsOfRecord } from '../../../kit/earlier-imports.tsx';
import { History } from './record-history.tsx';
import { References, Referrers } from './record-references.tsx';
import { targetOf } from './reference-names.tsx';
import { SubElements } from './sub-elements.tsx';
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

function Download({ projectId, fileName }: { projectId: string; fileName: string }) {
  const isRequested = useSignal(false);
  return isRequested.value ? (
    <TemporaryLink
      path={dataPath(projectId, `/files/download/${encodeURIComponent(fileName)}`)}
      label={t('verb.open')}
    />
  ) : (
    <Button quiet onClick={() => (isRequested.value = true)}>
      {t('console.data.download')}
    </Button>
  );
}
