import type { TableProperty } from '../../../../shared/data-api/records.ts';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { formatExact, formatFullDate, formatNumber, formatValue } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import type { CellProblem, Converted, FileSource, PropertyValue } from '../../../import/convert.ts';
import type { CellEdit, PlannedRow } from '../../../import/difference.ts';
import { writeImportFile } from '../../../storage/import-table.ts';
import { Button } from '../../../ui/button.tsx';
import { propertyControl } from '../../grid/property.ts';
import type { FileColumn } from '../../grid/row-source.ts';
import { ValueField } from '../../grid/value-field.tsx';
import { fieldText, type PropertyControl } from '../../grid/values.ts';
import type { ImportModel } from './import-model.ts';

export const cellLabel = (property: TableProperty, { index }: PlannedRow): string =>
  t('console.import.cell', { property: property.label || property.name, row: formatNumber(index + 1) });

/**
 * Field of a value by its property's type, as records have it, with the meanings to choose from, if several.
 * @param row its place in the source, or the name of a row that was sent (`sentRow`)
 * @param rows where the same is said of several rows, all of them
 * @param text what it was before any correction
 */
export function ProblemControl({
  model,
  row,
  rows,
  property,
  converted,
  text,
  label,
  isNamed = false,
}: {
  model: ImportModel;
  row: number | string;
  rows?: readonly number[];
  property: TableProperty;
  converted: Converted;
  text: string;
  label: string;
  /** Whether the text stands beside it. */
  isNamed?: boolean;
}) {
  const say = (cellEdit: CellEdit) => model.decisions.say(rows ?? row, property.name, cellEdit);
  const edit = model.draft.value?.edits[row]?.[property.name];
  const language = model.draft.value?.language ?? null;
  const control = cellControl(property);
  const isReference = property.propertyType === 'objectReference';
  const isTyped = TYPED.has(control.kind) && !isReference;
  const typed =
    edit && 'text' in edit ? edit.text : edit && 'value' in edit ? typedText(edit.value, language) : text;
  const value = converted.kind === 'value' ? converted.value : null;
  const problem = converted.kind === 'problem' ? converted.problem : null;
  const set = (entered: unknown, name?: string) => {
    if (isReference && entered !== null) say({ value: String(entered), label: name });
    else if (typeof entered === 'boolean' || (Array.isArray(entered) && entered.length > 0))
      say({ value: entered });
    else if (control.kind !== 'file' || entered === null) say({ text: String(entered ?? '') });
  };
  const isLost =
    !isNamed && !isTyped && value === null && typed !== '' && control.kind !== 'file' && !isReference;
  return (
    <>
      {isLost && <span class="block">{t('quote', { text: isolated(typed) })}</span>}
      <ValueField
        label={label}
        value={isTyped ? typed : control.kind === 'file' ? fileShown(converted) : value}
        name={isReference ? (converted.kind === 'value' ? (converted.label ?? null) : typed) : null}
        control={control}
        column={
          isReference
            ? { choices: (words) => model.lookUps.findRecords(property.name, words) }
            : control.kind === 'file'
              ? { files: storedFile(model, say) }
              : undefined
        }
        {...(isTyped && { read: (words: string) => ({ value: words }) })}
        isLazy
        onChange={set}
        onText={(words) => say({ text: words })}
      />
      {control.kind === 'number' && value !== null && valueWords(value, property) !== typed && (
        <span class="meta block">= {valueWords(value, property)}</span>
      )}
      {converted.kind === 'ambiguous' &&
        converted.choices.map((choice, index) => (
          <Button
            key={String(choice)}
            onClick={() => say({ value: choice, label: converted.labels?.[index] })}
          >
            {valueWords(choice, property, converted.labels?.[index])}
            {converted.labels && '?'}
          </Button>
        ))}
      {problem && <span class="meta failure">{problemWords(problem)}</span>}
    </>
  );
}

/** Values that are typed as a page would write them. */
const TYPED: ReadonlySet<PropertyControl['kind']> = new Set(['text', 'long-text', 'number']);

/** The control of a record, but a text in JSON's form is sent as the text that it is. */
function cellControl(property: TableProperty): PropertyControl {
  const control = propertyControl(property) ?? { kind: 'text' };
  return control.kind === 'json' ? { kind: 'long-text' } : control;
}

/** A value as it can be typed again: numbers in the language in which they are read. */
export function typedText(value: PropertyValue | undefined, language: string | null): string {
  if (typeof value !== 'number') return fileOr(value ?? '');
  try {
    return formatOf(language).format(value);
  } catch {
    return String(value);
  }
}

const formatOf = (language: string | null) =>
  new Intl.NumberFormat(language ?? 'en-US', {
    useGrouping: false,
    maximumFractionDigits: 20,
    numberingSystem: 'latn',
  });

/** The file of a cell, as a record has it. */
function fileShown(converted: Converted): PropertyValue {
  const name = converted.kind === 'upload' ? fileName(converted.file) : null;
  return converted.kind === 'value' ? converted.value : name === null ? null : { name };
}

/** A file of this computer in place of the page's: kept in this browser until the rows are sent. */
const storedFile = (model: ImportModel, say: (cellEdit: CellEdit) => void): FileColumn => ({
  isMultiple: false,
  note: t('console.import.willUpload'),
  upload: async (file) => {
    try {
      say({
        file: await writeImportFile(file, model.draft.peek()?.id ?? null),
        name: file.name,
      });
      return success(file.name);
    } catch {
      return apiError('storage-full');
    }
  },
});

/** What a cell becomes, in words. @param decimals of its column's numbers */
export function CellWords({
  converted,
  property,
  decimals,
}: {
  converted: Converted;
  property: TableProperty;
  decimals: number;
}) {
  switch (converted.kind) {
    case 'value':
      return <>{valueWords(converted.value, property, converted.label, decimals)}</>;
    case 'clear':
      return <span class="meta">{t('console.import.clears')}</span>;
    case 'upload':
      return (
        <>
          <span class="clip">{isolated(fileName(converted.file))}</span>{' '}
          <span class="meta">{t('console.import.willUpload')}</span>
        </>
      );
    case 'empty':
    case 'ambiguous':
    case 'problem':
      return null;
  }
}

const fileName = (file: FileSource): string =>
  file.kind === 'chosen' ? file.name : (URL.parse(file.address)?.pathname.split('/').at(-1) ?? '');

function problemWords(problem: CellProblem): string {
  switch (problem.kind) {
    case 'not-a-number':
      return t(`console.import.problem.${problem.isTooLong ? 'tooLong' : 'notNumber'}`);
    case 'not-a-date':
      return t('console.import.problem.notDate');
    case 'not-a-boolean':
      return t('console.import.problem.notBoolean');
    case 'not-an-option':
      return t('console.import.problem.notOption', { count: formatNumber(problem.options.length) });
    case 'missing':
      return t('fact.required');
    case 'spreadsheet-error':
      return t('console.import.problem.spreadsheetError');
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

/** Shows a value. `label`: its own words, if the value has none; `decimals`: of a number, at least. */
export function valueWords(
  value: unknown,
  { propertyType, typeExtras }: TableProperty,
  label?: string,
  decimals = 0,
): string {
  if (label !== undefined) return label;
  if (Array.isArray(value)) return value.map(fileOr).join(', ');
  if (propertyType === 'number' && typeof value === 'number') return formatValue(value, decimals);
  if (propertyType === 'date' && typeof value === 'string') {
    const at = Date.parse(value);
    if (Number.isNaN(at)) return value;
    return typeExtras?.date?.includeHour === true
      ? formatExact(at)
      : // With the month's name: whether 01/12 is January or December is what is asked here.
        formatFullDate(fieldText(value, { kind: 'date', withHour: false }));
  }
  if (typeof value === 'boolean') return t(value ? 'fact.yes' : 'fact.no');
  return fileOr(value as PropertyValue);
}

const fileOr = (value: PropertyValue | undefined): string =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : String(value ?? '');
