import type { ComponentProps } from 'preact';
import { t } from '../../i18n/t.ts';

/** Chooses one of a property's options, or yes or no where it has none; empty = no value. */
export function ValueSelect({
  options,
  ...attributes
}: { options?: readonly string[] } & ComponentProps<'select'>) {
  return (
    <select {...attributes}>
      <option value="">–</option>
      {options === undefined ? (
        <>
          <option value="true">{t('fact.yes')}</option>
          <option value="false">{t('fact.no')}</option>
        </>
      ) : (
        options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))
      )}
    </select>
  );
}
