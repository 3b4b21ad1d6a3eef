import type { ImportRecord, ImportRow } from '../../../shared/edge-api/imports.ts';
import { formatFacts } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm.tsx';

/** User's answers on rows: which record one made (null: none), and which found records are the import's. */
export interface UnsettledActs {
  nameOf: (row: ImportRow) => string;
  settle: (row: number, recordId: string | null) => void;
  /** Deletes records that are only taken to be these rows'. */
  deleteTaken: (rows: readonly number[]) => void;
}

/** Rows that may have made a record: the user says which one or, when no check follows any more, none. */
export function UnknownRows({ record, acts }: { record: ImportRecord; acts: UnsettledActs }) {
  const unknown = record.rows.filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return null;
  return (
    <section class="refused">
      <h2>{t('unsettled.title')}</h2>
      <ul>
        {unknown.map((row) => (
          <UnknownRow key={row.row} row={row} acts={acts} />
        ))}
      </ul>
    </section>
  );
}

function UnknownRow({ row, acts }: { row: ImportRow; acts: UnsettledActs }) {
  const none = t(row.candidates.length > 0 ? 'unsettled.madeNone' : 'unsettled.madeNothing');
  return (
    <li>
      <span class="clip">{isolated(acts.nameOf(row))}</span>
      {!row.isChecked && <span class="meta">{t('unsettled.stillLooked')}</span>}
      {row.isChecked && row.candidates.length === 0 && <span class="meta">{t('unsettled.tooMany')}</span>}
      {row.candidates.map((recordId) => (
        <Button key={recordId} onClick={() => acts.settle(row.row, recordId)}>
          {t('settle.itIs', { name: recordId })}
        </Button>
      ))}
      {row.isChecked && (
        <ConfirmButton
          label={none}
          sure={none}
          look="plain"
          opener="quiet"
          onSure={() => acts.settle(row.row, null)}
        >
          <p>{t('unsettled.madeNoneHow')}</p>
        </ConfirmButton>
      )}
    </li>
  );
}

/** Records that an undo left alone, and the way to delete those that are only taken to be the import's. */
export function KeptRows({ record, acts }: { record: ImportRecord; acts: UnsettledActs }) {
  const kept = record.rows.filter(({ state }) => state === 'kept');
  const taken = kept.filter(({ isTaken }) => isTaken).map(({ row }) => row);
  if (kept.length === 0) return null;
  const words = t('unsettled.deleteTaken', taken.length);
  return (
    <section class="refused">
      <h2>{t('unsettled.keptTitle')}</h2>
      <ul>
        {kept.map((row) => (
          <li key={row.row}>
            <strong class="clip">{isolated(formatFacts(acts.nameOf(row), row.recordId))}</strong>
            <span class="meta">{row.problem && rowProblemWords(row.problem)}</span>
          </li>
        ))}
      </ul>
      {taken.length > 0 && (
        <ConfirmButton label={words} sure={words} look="plain" onSure={() => acts.deleteTaken(taken)}>
          <p>{t('unsettled.deleteTakenHow')}</p>
        </ConfirmButton>
      )}
    </section>
  );
}

/** Says why a row is no record of the import: the edge's reasons translated, the backend's as they are. */
export function rowProblemWords({ code, message }: NonNullable<ImportRow['problem']>): string {
  if (code === 'EDGE_NOT_ARRIVED') return t('unsettled.notArrived');
  if (code === 'EDGE_NOT_SENT') return t('unsettled.notSent');
  if (code === 'EDGE_CHANGED_SINCE') return t('unsettled.changedSince');
  if (code === 'EDGE_ONLY_TAKEN') return t('unsettled.onlyTaken');
  if (code === 'EDGE_BODY_TOO_LARGE' || code === 'PAYLOAD_TOO_LARGE') return t('unsettled.rowTooLarge');
  return isolated(message);
}
