import { t } from '../../../i18n/t.ts';
import type { ImportScan } from '../../../storage/import-draft-schema.ts';
import { Checkbox, TextField } from '../../../ui/form.tsx';
import type { ImportModel } from './import-model.ts';
import { isFileRemoved, mayRemoveFiles, parseCount } from './scanning.ts';

/** Whether how many pages at most is typed as a number. */
export const isCountWrong = ({ maxPages }: ImportScan): boolean =>
  maxPages.trim() !== '' && parseCount(maxPages) === null;

/** How many pages of a PDF are read at most. */
export function MaxPages({ scan, set }: { scan: ImportScan; set: (changes: Partial<ImportScan>) => void }) {
  return (
    <TextField
      label={t('console.import.scan.maxPages')}
      inputMode="numeric"
      value={scan.maxPages}
      placeholder={t('console.import.scan.allPages')}
      problem={isCountWrong(scan) ? t('console.limits.whole') : null}
      onText={(maxPages) => set({ maxPages })}
    />
  );
}

/** What else is read, and what becomes of the app's file. */
export function ScanOptions({
  model,
  scan,
  set,
}: {
  model: ImportModel;
  scan: ImportScan;
  set: (changes: Partial<ImportScan>) => void;
}) {
  const mayRemove = mayRemoveFiles();
  const isRemoved = mayRemove && isFileRemoved(scan, model.properties.value);
  return (
    <fieldset class="field">
      <legend class="meta">{t('console.import.scan.also')}</legend>
      {scan.mode === 'invoice' && (
        <>
          <Checkbox
            label={t('console.import.scan.items')}
            checked={scan.hasItems}
            onChange={(hasItems) => set({ hasItems })}
          />
          <Checkbox
            label={t('console.import.scan.mode.table')}
            checked={scan.hasTableFields}
            onChange={(hasTableFields) => set({ hasTableFields })}
          />
        </>
      )}
      <Checkbox
        label={t('console.import.scan.text')}
        checked={scan.hasText}
        onChange={(hasText) => set({ hasText })}
      />
      <Checkbox
        label={t('console.import.scan.remove')}
        checked={isRemoved}
        disabled={!mayRemove}
        onChange={(next) => set({ isFileRemoved: next })}
      />
      {(isRemoved || !mayRemove) && (
        <span class="meta">
          {t(isRemoved ? 'console.import.scan.removed' : 'console.import.scan.keptByRole')}
        </span>
      )}
    </fieldset>
  );
}
