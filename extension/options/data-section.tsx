import { useSignal } from '@preact/signals';
import { SureButton } from '../look/sure-button.tsx';
import { sendCommand } from '../messaging/send-command.ts';
import { settingsNow } from '../popup/page-context.ts';
import type { Settings } from '../settings/settings.ts';
import { t } from '../words/t.ts';

const FILE_NAME = 'pilot-light-settings.json';
const FILE_KIND = 'pilot-light-settings';

/** Settings as a file, and the way back to the beginning. */
export function DataSection() {
  const told = useSignal('');
  const importFile = async (file: File | undefined) => {
    if (!file) return;
    told.value = (await importSettings(await file.text()))
      ? t('options.imported')
      : t('options.importFailed');
  };
  return (
    <section aria-labelledby="data-heading">
      <h2 id="data-heading">{t('options.data')}</h2>
      <p class="meta">{t('options.dataFacts')}</p>
      <div class="verbs">
        <button type="button" class="button" onClick={() => exportSettings(settingsNow.value)}>
          {t('options.export')}
        </button>
        <label class="button">
          {t('options.import')}
          <input
            class="hidden-words"
            type="file"
            accept="application/json"
            onChange={(event) => void importFile(event.currentTarget.files?.[0])}
          />
        </label>
        <span class="meta" role="status">
          {told}
        </span>
      </div>
      <h3>{t('options.reset')}</h3>
      <p class="meta">{t('options.resetFacts')}</p>
      <div class="verbs">
        <SureButton
          label={t('options.reset')}
          sure={t('options.resetSure')}
          onSure={() => void sendCommand('resetAll', {})}
        />
      </div>
    </section>
  );
}

function exportSettings(settings: Settings): void {
  const file = new Blob([JSON.stringify({ kind: FILE_KIND, settings }, null, 2)], {
    type: 'application/json',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The background parses what is in the file; here only its kind is looked at. */
async function importSettings(text: string): Promise<boolean> {
  try {
    const file = JSON.parse(text) as { kind?: unknown; settings?: Settings } | null;
    if (file?.kind !== FILE_KIND || !file.settings) return false;
    return (await sendCommand('saveSettings', { settings: file.settings })).ok;
  } catch {
    return false;
  }
}
