import { useSignal } from '@preact/signals';
import type { TableProperty } from '../../../../shared/data-api/records.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { isFillable } from '../../../import/convert.ts';
import type { PlannedRow } from '../../../import/difference.ts';
import { FILE_COLUMN } from '../../../import/scan.ts';
import { Button } from '../../../ui/button.tsx';
import { Pager } from '../../../ui/pager.tsx';
import type { ImportModel } from './import-model.ts';
import { cellLabel, ProblemControl, valueWords } from './problem-cell.tsx';
import { PropertyChoice } from './property-choice.tsx';
import { ScanPicture } from './scan-picture.tsx';

/** Form of a scan's result beside its picture: each field says where its value is from, and is editable. */
export function ScanResult({ model }: { model: ImportModel }) {
  const at = useSignal(0);
  const draft = model.draft.value;
  const source = model.source.value;
  const scan = draft?.scan;
  const rows = model.preview.rows.value;
  const row = rows[Math.min(at.value, rows.length - 1)];
  if (!draft || !source || !scan) return null;
  const unmapped = source.columns.flatMap((name, column) =>
    draft.mapping?.[column] == null && name !== FILE_COLUMN ? [{ name, column }] : [],
  );
  return (
    <div class="scan">
      <ScanPicture scan={scan} />
      <div class="scan-fields">
        {rows.length > 1 && (
          <Pager
            onPrevious={at.value === 0 ? null : () => (at.value -= 1)}
            onNext={at.value >= rows.length - 1 ? null : () => (at.value += 1)}
          >
            {t('console.import.scan.record', {
              at: formatNumber(at.value + 1),
              of: formatNumber(rows.length),
            })}
          </Pager>
        )}
        {row &&
          model.properties.value
            .filter(isFillable)
            .map((property) => (
              <ScannedField
                key={`${row.index} ${property.name}`}
                model={model}
                row={row}
                property={property}
              />
            ))}
        {unmapped.length > 0 && (
          <section>
            <h2>{t('console.import.scan.also')}</h2>
            {unmapped.map(({ name, column }) => (
              <div key={name} class="field">
                <span>
                  <span class="meta">{isolated(name)}</span>{' '}
                  {isolated(source.rows[row?.index ?? 0]?.[column]?.text ?? '')}
                </span>
                <PropertyChoice model={model} column={column} name={name} />
              </div>
            ))}
          </section>
        )}
        <Button
          quiet
          onClick={async () => {
            await model.scanning.again();
            model.target.chooseScan();
          }}
        >
          {t('console.import.scan.otherwise')}
        </Button>
      </div>
    </div>
  );
}

function ScannedField({
  model,
  row,
  property,
}: {
  model: ImportModel;
  row: PlannedRow;
  property: TableProperty;
}) {
  const draft = model.draft.value;
  const column = draft?.mapping?.indexOf(property.name) ?? -1;
  const cell = model.source.value?.rows[row.index]?.[column];
  const converted = row.cells[property.name];
  if (column < 0 || !converted) return null;
  const edit = draft?.edits[row.index]?.[property.name];
  const wasFound = Boolean(cell?.text);
  const before = row.state.kind === 'changed' ? row.state.before[property.name] : undefined;
  const words = edit
    ? t('console.import.scan.byHand')
    : t(wasFound ? 'console.import.scan.fromScan' : 'console.import.scan.notFound');
  const hasProblem = converted.kind === 'problem' || converted.kind === 'ambiguous';
  const isNothing = hasProblem || converted.kind === 'empty' || converted.kind === 'clear';
  return (
    <div class={hasProblem && wasFound ? 'field wrong' : 'field'}>
      <span class="scan-label">
        <span>{isolated(property.label || property.name)}</span>
        <span class={wasFound || edit ? 'chip' : 'meta'}>{words}</span>
      </span>
      {before !== undefined && <del class="meta">{valueWords(before, property)}</del>}
      <ProblemControl
        model={model}
        row={row.index}
        property={property}
        converted={converted}
        text={cell?.text ?? ''}
        label={isNothing ? cellLabel(property, row) : property.label || property.name}
      />
    </div>
  );
}
