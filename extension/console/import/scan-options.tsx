import { t } from '../../i18n/t.ts';
import type { ImportScan } from '../../storage/import-draft-schema.ts';
import { TextField } from '../../ui/form.tsx';
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
      problem={isCountWrong(scan) ? t('console.import.scan.pagesWrong') : null}
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
          <Option
            words={t('console.import.scan.items')}
            isOn={scan.hasItems}
            onChange={(hasItems) => set({ hasItems })}
          />
          <Option
            words={t('console.import.scan.tableFields')}
            isOn={scan.hasTableFields}
            onChange={(hasTableFields) => set({ hasTableFields })}
          />
        </>
      )}
      <Option
        words={t('console.import.scan.text')}
        isOn={scan.hasText}
        onChange={(hasText) => set({ hasText })}
      />
      <Option
        words={t('console.import.scan.remove')}
        isOn={isRemoved}
        isDisabled={!mayRemove}
        onChange={(next) => set({ isFileRemoved: next })}
      />
      <span class="meta">
        {t(
          isRemoved
            ? 'console.import.scan.removed'
            : mayRemove
              ? 'console.import.scan.kept'
              : 'console.import.scan.keptByRole',
        )}
      </span>
    </fieldset>
  );
}

function Option({
  words,
  isOn,
  isDisabled = false,
  onChange,
}: {
  words: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label>
      <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={() => onChange(!isOn)} /> {words}
    </label>
  );
}
