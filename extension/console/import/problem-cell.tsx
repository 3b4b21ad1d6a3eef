import type { TableProperty } from '../../../shared/data-api/records.ts';
import { formatDate, formatExact, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { CellProblem, Converted } from '../../import/convert.ts';
import { editKey, type PlannedRow } from '../../import/difference.ts';
import type { ImportModel } from './import-model.ts';

/** A cell that can't be sent: shows the problem and can be corrected in place. */
export function ProblemCell({
  model,
  row,
  property,
  converted,
  text,
}: {
  model: ImportModel;
  row: PlannedRow;
  property: TableProperty;
  converted: Converted;
  text: string;
}) {
  const edit = model.draft.value?.edits[editKey(row.index, property.name)];
  const now = edit && 'text' in edit ? edit.text : text;
  const say = (words: string) => model.say(row.index, property.name, { text: words });
  const label = t('console.import.mend', {
    property: property.label || property.name,
    row: formatNumber(row.index + 1),
  });
  if (converted.kind === 'ambiguous')
    return (
      <td class="asked">
        {now}{' '}
        {converted.choices.map((choice) => (
          <button
            key={String(choice)}
            type="button"
            class="button"
            onClick={() => model.say(row.index, property.name, { value: choice })}
          >
            {valueWords(choice, property)}
          </button>
        ))}
      </td>
    );
  if (converted.kind !== 'problem') return null;
  const { problem } = converted;
  return (
    <td class="wrong">
      {problem.kind === 'not-an-option' ? (
        <select
          class="input"
          aria-label={label}
          value=""
          onChange={({ currentTarget }) => say(currentTarget.value)}
        >
          <option value="">{now}</option>
          {problem.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="input"
          dir="auto"
          aria-label={label}
          defaultValue={now}
          onChange={({ currentTarget }) => say(currentTarget.value)}
        />
      )}
      <span class="meta">{problemWords(problem)}</span>
    </td>
  );
}

function problemWords(problem: CellProblem): string {
  switch (problem.kind) {
    case 'not-a-number':
      return t('console.import.problem.notNumber');
    case 'not-a-date':
      return t('console.import.problem.notDate');
    case 'not-a-boolean':
      return t('console.import.problem.notBoolean');
    case 'not-an-option':
      return t('console.import.problem.notOption', { count: formatNumber(problem.options.length) });
    case 'missing':
      return t('console.import.problem.missing');
  }
}

/** A value for display. */
export function valueWords(value: unknown, { propertyType, typeExtras }: TableProperty): string {
  if (Array.isArray(value)) return value.join(', ');
  if (propertyType === 'number' && typeof value === 'number') return formatNumber(value);
  if (propertyType === 'date' && typeof value === 'string') {
    const at = Date.parse(value);
    if (Number.isNaN(at)) return value;
    return typeExtras?.date?.includeHour === true ? formatExact(at) : formatDate(value.slice(0, 10));
  }
  if (typeof value === 'boolean') return t(value ? 'console.import.yes' : 'console.import.no');
  return String(value ?? '');
}
