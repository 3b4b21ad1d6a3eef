import type { TableProperty } from '../../../../shared/data-api/records.ts';
import { serviceWord } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import { isFillable } from '../../../import/convert.ts';
import { Select } from '../../../ui/form.tsx';
import type { ImportModel } from './import-model.ts';

export const propertyLabel = ({ label, name }: TableProperty): string => label || name;

/** Which property a column fills, and what its empty cells do. */
export function PropertyChoice({
  model,
  column,
  name,
}: {
  model: ImportModel;
  column: number;
  name: string;
}) {
  const draft = model.draft.value;
  const chosen = draft?.mapping?.[column] ?? null;
  const property = model.properties.value.find((one) => one.name === chosen);
  // Clearing is worth a word only where a cell is empty and its record may have something.
  const hasEmpty =
    property?.required !== true &&
    (model.source.value?.rows.some((row) => !row[column]?.text && !row[column]?.image) ?? false);
  return (
    <>
      <Select
        class="input property"
        aria-label={t('console.import.fills', { column: name || String(column + 1) })}
        value={chosen ?? ''}
        none={t('console.import.skip')}
        options={model.properties.value.filter(isFillable).map((one) => [one.name, propertyLabel(one)])}
        onChoose={(to) => model.target.map(column, to || null)}
      />
      {property && <span class="meta block property-type">{typeWords(property, model)}</span>}
      {chosen !== null && hasEmpty && (
        <Select
          class="input property"
          aria-label={t('console.import.emptyCells', { column: name || String(column + 1) })}
          value={draft?.clears.includes(chosen) ? 'clear' : 'leave'}
          options={[
            ['leave', t('console.import.emptyLeave')],
            ['clear', t('console.import.emptyClear')],
          ]}
          onChoose={(what) => model.decisions.clear(chosen, what === 'clear')}
        />
      )}
    </>
  );
}

function typeWords(property: TableProperty, model: ImportModel): string {
  const { propertyType, required, canRepeat, objectReference } = property;
  const target = model.tables.value.find(({ id }) => id === objectReference?.objectReferenceTypeId);
  const type = target
    ? t('console.import.inTable', { table: target.label })
    : serviceWord(propertyType, 'type');
  const marks = [
    required === true ? t('fact.required') : null,
    canRepeat === true || target || propertyType === 'file' ? null : t('console.import.unique'),
  ];
  return [type, ...marks].filter(Boolean).join(', ');
}
