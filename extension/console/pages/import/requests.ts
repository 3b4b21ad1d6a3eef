import { bytesIn } from '../../../../shared/bytes.ts';
import { IMPORT_MAX_BYTES, IMPORT_ROWS_MAX } from '../../../../shared/edge-api/imports.ts';
import { type PlannedRow, valuesOf } from '../../../import/difference.ts';
import type { ImportBody, ImportPart } from '../../../storage/import-draft-schema.ts';

/** Space for the rest of the request beside its rows. */
const BODY_ROOM_BYTES = 32 * 1024;

/**
 * Splits rows into requests of at most 1,000 rows and 1 MiB, each with its own key. The edge takes them in
 * turn: with the last one, the file that all rows were read from is removed.
 */
export function partsOf(
  rows: readonly PlannedRow[],
  confirmedFor: ImportPart['confirmedFor'],
  rest: Omit<ImportBody, 'rows'>,
): ImportPart[] {
  const parts: ImportPart[] = [];
  let bytes = 0;
  for (const planned of rows) {
    const values = valuesOf(planned);
    const row = planned.state.kind === 'changed' ? { values, recordId: planned.state.recordId } : { values };
    const size = bytesIn(JSON.stringify(row)) + 80;
    const last = parts.at(-1)?.body.rows;
    if (!last || last.length >= IMPORT_ROWS_MAX || bytes + size > IMPORT_MAX_BYTES - BODY_ROOM_BYTES) {
      parts.push({
        key: crypto.randomUUID(),
        body: { ...rest, rows: [row] },
        confirmedFor,
        isSent: false,
      });
      bytes = size;
    } else {
      last.push(row);
      bytes += size;
    }
  }
  for (const { body } of parts.slice(0, -1)) delete body.removeFile;
  return parts;
}
