import * as z from 'zod/mini';
import type { Row } from '../../../shared/builder-api/database.ts';
import { type ImportRecord, importRecord } from '../../../shared/edge-api/imports.ts';
import { MINUTE_MS, parseInstant } from '../../../shared/time.ts';
import { formatExact } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { importSourceOf } from '../import/earlier-imports.tsx';
import { useResource } from '../resource.ts';

const importList = z.array(importRecord);
/** How far the clocks of the backend and the edge may be apart, and how long a lost row may take to be found. */
const CLOCKS_MS = 10 * MINUTE_MS;
const LOOKED_AT_MAX = 3;

/** The import that made a record: its page and when. Nothing is said where none is known to have. */
export function FromImport({
  projectId,
  table,
  id,
  row,
}: {
  projectId: string;
  table: string;
  id: string;
  row: Row;
}) {
  const imports = useResource({ path: '/imports', schema: importList, keep: false });
  const state = imports.state.value;
  const madeAt = parseInstant(typeof row.createdAt === 'string' ? row.createdAt : null);
  if (state.kind !== 'shown' || madeAt === null) return null;
  const possible = state.value.filter(
    (one) =>
      one.projectId === projectId &&
      one.table === table &&
      one.createdAt - CLOCKS_MS <= madeAt &&
      madeAt <= (one.settledAt ?? Number.POSITIVE_INFINITY) + CLOCKS_MS,
  );
  return (
    <>
      {possible.slice(0, LOOKED_AT_MAX).map((one) => (
        <IfMadeBy key={one.key} record={one} id={id} />
      ))}
    </>
  );
}

function IfMadeBy({ record, id }: { record: ImportRecord; id: string }) {
  const whole = useResource({
    path: `/imports/${record.key}?rows=all`,
    schema: importRecord,
    keep: false,
  });
  const state = whole.state.value;
  const source = importSourceOf(record);
  const hasMade = state.kind === 'shown' && state.value.rows.some(({ recordId }) => recordId === id);
  if (!hasMade || !source) return null;
  return (
    <p class="meta">
      {t('console.import.madeBy', {
        page: isolated(source.title || source.url),
        time: formatExact(record.createdAt),
      })}
    </p>
  );
}
