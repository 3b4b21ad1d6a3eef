import type { TableProperty } from '../../../../shared/data-api/records.ts';
import type { ImportRecord, ImportRow } from '../../../../shared/edge-api/imports.ts';
import { formatFacts } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import type { Converted, PropertyValue } from '../../../import/convert.ts';
import { sentRow } from '../../../import/difference.ts';
import { Button } from '../../../ui/button.tsx';
import { KeptRows, rowProblemWords, UnknownRows, type UnsettledActs } from '../../kit/unsettled-rows.tsx';
import type { ImportModel } from './import-model.ts';
import { ProblemControl, typedText } from './problem-cell.tsx';
import { propertyLabel } from './property-choice.tsx';
import { useTables } from './target-choice.tsx';

/** Rows that need the user after sending. Typed input is read by the table's property types, like a cell. */
export function RefusedRows({ model, records }: { model: ImportModel; records: readonly ImportRecord[] }) {
  useTables(model, model.draft.value?.projectId ?? '');
  return records.map((record) => <PartRows key={record.key} model={model} record={record} />);
}

type Values = Readonly<Record<string, PropertyValue>>;

/** Rows of one request: refused ones to correct and send again, unknown ones to settle, and kept ones. */
function PartRows({ model, record }: { model: ImportModel; record: ImportRecord }) {
  const part = model.draft.value?.parts?.find(({ key }) => key === record.key);
  const refused = record.rows.filter(({ state }) => state === 'refused');
  if (!part) return null;
  const valuesOf = ({ row }: ImportRow): Values => part.body.rows[row]?.values ?? {};
  const acts: UnsettledActs = {
    nameOf: (row) => nameOf(valuesOf(row)),
    settle: (row, recordId) => void model.sending.change(record.key, 'settle', { row, recordId }),
    deleteTaken: (rows) => void model.sending.change(record.key, 'undo', { rows }),
  };
  const isUndone = record.state === 'undone' || record.state === 'undoing';
  const ready = refused.filter(({ row }) => model.sending.corrected(record.key, row).isReady).length;
  return (
    <>
      {refused.length > 0 && (
        <section class="refused stack">
          <h2>{t('console.import.refusedTitle')}</h2>
          <ul>
            {refused.map((row) => (
              <Refused key={row.row} model={model} part={record.key} row={row} values={valuesOf(row)} />
            ))}
          </ul>
          <Button
            primary
            off={(isUndone || ready === 0) && t('status.incomplete')}
            busy={model.sending.uploading.value !== null}
            onClick={() => void model.sending.sendAgain(record.key)}
          >
            {t('console.import.sendAgain', ready)}
          </Button>
        </section>
      )}
      <UnknownRows record={record} acts={acts} />
      <KeptRows record={record} acts={acts} />
    </>
  );
}

/** Refused row with its reason and the property to correct; all properties if the backend names none. */
function Refused({
  model,
  part,
  row,
  values,
}: {
  model: ImportModel;
  part: string;
  row: ImportRow;
  values: Values;
}) {
  const field = row.problem?.field ?? null;
  const isGone = field !== null && model.sending.lacksProperty(field);
  const { cells } = model.sending.corrected(part, row.row);
  const property = model.properties.value.find(({ name }) => name === field);
  const shown = isGone
    ? []
    : property
      ? [property]
      : model.properties.value.filter(({ name }) => name in values || name in cells);
  return (
    <li>
      <strong class="clip">{isolated(nameOf(values))}</strong>
      <span class="meta">
        {isGone
          ? t('console.import.propertyGone', { property: isolated(field) })
          : formatFacts(row.problem && rowProblemWords(row.problem), property ? null : field)}
      </span>
      {shown.map((one) => (
        <div key={one.name} class="field in-lines">
          <span class="meta">{isolated(propertyLabel(one))}</span>
          <ProblemControl
            model={model}
            row={sentRow(part, row.row)}
            property={one}
            converted={cells[one.name] ?? sentValue(model, one, values[one.name])}
            text={typedText(values[one.name], model.draft.value?.language ?? null)}
            label={t('console.import.sentCell', { property: propertyLabel(one), record: nameOf(values) })}
          />
        </div>
      ))}
    </li>
  );
}

/** A value as it was sent; a reference with its record's name. */
function sentValue(model: ImportModel, property: TableProperty, value: PropertyValue | undefined): Converted {
  if (value === undefined) return { kind: 'empty' };
  const isReference = property.propertyType === 'objectReference';
  const label = isReference ? model.lookUps.nameOfRecord(property.name, String(value)) : null;
  return { kind: 'value', value, ...(label !== null && { label }) };
}

/** What a row is called by: its first value. */
const nameOf = (values: Values): string =>
  String(Object.values(values).find((value) => typeof value !== 'object') ?? '');
