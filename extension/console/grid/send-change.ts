import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { asKeptNumber, bodyInMessage } from '../../../shared/exact-numbers.ts';
import { type ApiError, IN_DOUBT } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import type { RowSource } from './row-source.ts';
import { idOf, type RecordChange } from './row-source.ts';
import type { StagedChange } from './staged.ts';
import { changedMeanwhile } from './staged.ts';
import { briefText, controlOf } from './values.ts';

/**
 * Outcome of a staged change. `made`: a new row, if the answer has it with its id. `before`: the current row,
 * if somebody else changed it. `stops`: every other change would fail for the same reason.
 */
export type SentChange =
  | { kind: 'done'; made?: Row }
  | { kind: 'failed'; problem: string; before?: Row; stops: boolean };

const DONE: SentChange = { kind: 'done' };
const failed = (problem: string, stops = false): SentChange => ({ kind: 'failed', problem, stops });

/**
 * Compares a change with the current row, then sends it once. What somebody else changed meanwhile is
 * replaced only when it is sent again; a row that is gone already is deleted.
 */
export async function sendChange(source: RowSource, staged: StagedChange): Promise<SentChange> {
  const { change } = staged;
  if (change.kind !== 'create') {
    const now = await readRow(source, change.id);
    if (now.kind === 'gone')
      return change.kind === 'delete'
        ? DONE
        : failed(t('console.rows.row.gone', { row: isolated(change.id) }));
    if (now.kind === 'failed') return failed(failureWords(now.error), true);
    const columns = now.kind === 'row' ? changedMeanwhile(staged, now.row) : [];
    if (now.kind === 'row' && columns.length > 0) {
      const values = columns.map((column) => `${column}: ${briefText(now.row[column])}`).join(', ');
      return {
        kind: 'failed',
        problem: t('status.changedMeanwhile', { values: isolated(values) }),
        before: now.row,
        stops: false,
      };
    }
  }
  const { body, ...request } = source.change(withDigits(source, change));
  const result = await sendMessage('changeEdge', { ...request, ...bodyInMessage(body) });
  if (result.ok) {
    const [row] = (change.kind === 'create' && readRows([result.value.value])?.rows) || [];
    return row === undefined || idOf(row) === null ? DONE : { kind: 'done', made: row };
  }
  source.mode.noteError(result.error);
  const isDouble = change.kind === 'create' && IN_DOUBT.has(result.error.kind);
  return failed(isDouble ? t('console.inDoubt') : failureWords(result.error), isAboutAll(result.error));
}

/** A change whose numbers reach the service with all digits that were typed. */
function withDigits({ columns }: RowSource, change: RecordChange): RecordChange {
  if (change.kind === 'delete') return change;
  const numbers = columns.filter(
    ({ name, control, type }) => (control ?? controlOf(change.data[name], type)).kind === 'number',
  );
  const typed = numbers.map(({ name }) => [name, asKeptNumber(change.data[name])] as const);
  const kept = Object.fromEntries(typed.filter(([name]) => name in change.data));
  return { ...change, data: { ...change.data, ...kept } };
}

/** Codes of a refusal that is not about one row. */
const ABOUT_ALL: ReadonlySet<string> = new Set(['EDGE_WRITE_MODE_OFF', 'EDGE_DATA_KEY_MISSING']);

const isAboutAll = ({ kind, code }: ApiError): boolean =>
  (kind !== 'refused' && kind !== 'role') || (code !== null && ABOUT_ALL.has(code));

type ReadRow =
  | { kind: 'row'; row: Row }
  | { kind: 'gone' }
  /** It was refused or not understood: this backend can't be asked for one row, so nothing is compared. */
  | { kind: 'unknown' }
  | { kind: 'failed'; error: ApiError };

async function readRow({ idColumn, rows, rowPath }: RowSource, id: string): Promise<ReadRow> {
  const where = [{ column: idColumn, op: 'eq' as const, value: id }];
  const request = rowPath
    ? { path: rowPath(id), keep: false }
    : { ...rows({ where, sort: [], limit: 1, page: 0 }), keep: false };
  const result = await sendMessage('readEdge', request);
  if (!result.ok) {
    if (rowPath && result.error.code === 'EDGE_DATA_NOT_FOUND') return { kind: 'gone' };
    return isAboutAll(result.error) ? { kind: 'failed', error: result.error } : { kind: 'unknown' };
  }
  const { value } = result.value;
  const found = readRows(rowPath ? [value] : value);
  if (found === null) return { kind: 'unknown' };
  const [row] = found.rows;
  return row === undefined ? { kind: 'gone' } : { kind: 'row', row };
}
