import type { TableProperty } from '../../../shared/data-api/records.ts';
import { formatExact, formatFullDate, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { CellProblem, Converted, PropertyValue } from '../../import/convert.ts';
import { editKey, type PlannedRow } from '../../import/difference.ts';
import { writeImportFile } from '../../storage/import-drafts.ts';
import type { ImportModel } from './import-model.ts';

interface CellProps {
  model: ImportModel;
  row: PlannedRow;
  property: TableProperty;
  converted: Converted;
  text: string;
}

/** A cell that can't be sent as it is: shows the problem, and the field to correct it. */
export function ProblemCell(props: CellProps) {
  return (
    <td class={props.converted.kind === 'ambiguous' ? 'asked' : 'wrong'}>
      <ProblemControl {...props} row={props.row.index} label={mendLabel(props.property, props.row)} />
    </td>
  );
}

export const mendLabel = (property: TableProperty, { index }: PlannedRow): string =>
  t('console.import.mend', { property: property.label || property.name, row: formatNumber(index + 1) });

/**
 * What a value is mended with: a choice where it may mean several, else a field.
 * @param row its place in the source, or the name of a row that was sent (`sentRow`)
 */
export function ProblemControl({
  model,
  row,
  property,
  converted,
  text,
  label,
}: Omit<CellProps, 'row'> & { row: number | string; label: string }) {
  const edit = model.draft.value?.edits[editKey(row, property.name)];
  const chosen = edit && 'value' in edit ? valueWords(edit.value, property, edit.label) : null;
  const now = edit && 'text' in edit ? edit.text : (chosen ?? text);
  const say = (words: string) => model.say(row, property.name, { text: words });
  const problem = converted.kind === 'problem' ? converted.problem : null;
  const options = (property.typeExtras?.options ?? []).map(({ value }) => value);
  return (
    <>
      {property.propertyType === 'file' ? (
        <FileInput model={model} row={row} property={property} label={label} />
      ) : options.length > 0 && property.propertyType === 'options' ? (
        <select
          class="input"
          aria-label={label}
          value=""
          onChange={({ currentTarget }) => say(currentTarget.value)}
        >
          <option value="">{now}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          key={chosen}
          class="input"
          dir="auto"
          aria-label={label}
          defaultValue={now}
          onChange={({ currentTarget }) => say(currentTarget.value)}
        />
      )}
      {converted.kind === 'ambiguous' &&
        converted.choices.map((choice, index) => (
          <button
            key={String(choice)}
            type="button"
            class="button"
            onClick={() => model.say(row, property.name, { value: choice, label: converted.labels?.[index] })}
          >
            {valueWords(choice, property, converted.labels?.[index])}
            {converted.labels && '?'}
          </button>
        ))}
      {problem && <span class="meta">{problemWords(problem)}</span>}
    </>
  );
}

/** A file of this computer in place of the page's. */
function FileInput({
  model,
  row,
  property,
  label,
}: {
  model: ImportModel;
  row: number | string;
  property: TableProperty;
  label: string;
}) {
  return (
    <input
      class="input"
      type="file"
      accept="image/png,image/jpeg,image/gif,image/webp,application/pdf"
      aria-label={label}
      onChange={async ({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (!file) return;
        try {
          model.say(row, property.name, { file: await writeImportFile(file), name: file.name });
        } catch {
          model.problem.value = { kind: 'storage-full', code: null, message: null };
        }
      }}
    />
  );
}

/** What a cell becomes, in words. */
export function CellWords({ converted, property }: { converted: Converted; property: TableProperty }) {
  switch (converted.kind) {
    case 'value':
      return <>{valueWords(converted.value, property, converted.label)}</>;
    case 'clear':
      return <span class="meta">{t('console.import.clears')}</span>;
    case 'upload': {
      const { file } = converted;
      const name =
        file.kind === 'chosen' ? file.name : (URL.parse(file.address)?.pathname.split('/').at(-1) ?? '');
      return (
        <>
          <span class="clip">{isolated(name)}</span>{' '}
          <span class="meta">{t('console.import.willUpload')}</span>
        </>
      );
    }
    case 'empty':
    case 'ambiguous':
    case 'problem':
      return null;
  }
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
    case 'no-record':
      return t('console.import.problem.noRecord');
    case 'not-read':
      return t(problem.isFailed ? 'console.import.problem.lookFailed' : 'console.import.problem.looking');
    case 'no-file':
      return t('console.import.problem.noFile');
    case 'file-failed':
      return t('console.import.problem.fileFailed');
  }
}

/** A value for display. @param label its own words, where the value has none */
export function valueWords(
  value: unknown,
  { propertyType, typeExtras }: TableProperty,
  label?: string,
): string {
  if (label !== undefined) return label;
  if (Array.isArray(value)) return value.map(fileOr).join(', ');
  if (propertyType === 'number' && typeof value === 'number') return formatNumber(value);
  if (propertyType === 'date' && typeof value === 'string') {
    const at = Date.parse(value);
    if (Number.isNaN(at)) return value;
    return typeExtras?.date?.includeHour === true ? formatExact(at) : formatFullDate(value.slice(0, 10));
  }
  if (typeof value === 'boolean') return t(value ? 'console.import.yes' : 'console.import.no');
  return fileOr(value as PropertyValue);
}

const fileOr = (value: PropertyValue | undefined): string =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : String(value ?? '');
