import * as z from 'zod/mini';
import type { Table } from '../../../../../shared/data-api/records.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import { formatAsField, formatFacts } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { OnDemand } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { RawValue } from '../../../grid/long-text.tsx';
import { propertyControl } from '../../../grid/property.ts';
import { shownText } from '../../../grid/values.ts';
import { Lines } from '../../../parts/part.tsx';

/** Entries of a history, which the reference does not document: known fields in words, the rest as received. */
const historyEntry = z.looseObject({
  updatedAt: z.nullish(z.string()),
  updatedBy: z.nullish(z.string()),
  changes: z.nullish(
    z.array(z.looseObject({ property: z.string(), before: z.unknown(), after: z.unknown() })),
  ),
});

export function History({ projectId, table, id }: { projectId: string; table: Table; id: string }) {
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
