import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { t } from '../i18n/t.ts';
import {
  DEFAULT_ENTRY_POINTS,
  DEFAULT_SETTINGS,
  entryPointsItem,
  SETTING_NAMES,
} from '../storage/settings.ts';
import { type EntryPoints, entryPoints, type Settings, settings } from '../storage/settings-schema.ts';
import { act } from '../ui/act.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm.tsx';
import { FileButton } from '../ui/form.tsx';
import { settingsNow } from '../ui/page-state.ts';
import { saveSettings } from '../ui/settings-change.ts';
import { stored } from '../ui/stored-state.ts';

const FILE_NAME = 'pilot-light-settings.json';

/** Settings as a file, and the reset. */
export function DataSection() {
  const status = useSignal('');
  const importFile = async (file: File) => {
    status.value = '';
    status.value = await importSettings(await file.text());
  };
  return (
    <>
      <p class="meta">{t('options.dataFacts')}</p>
      <div class="verbs">
        <Button onClick={exportSettings}>{t('options.export')}</Button>
        <FileButton accept="application/json" onFiles={([file]) => file && void importFile(file)}>
          {t('options.import')}
        </FileButton>
        <span class="meta" role="status">
          {status}
        </span>
      </div>
      <p class="meta">{t('options.resetFacts')}</p>
      <div class="verbs">
        <ConfirmButton
          label={t('options.reset')}
          sure={t('options.resetSure')}
          onSure={() => void act('resetAll', {})}
        />
      </div>
    </>
  );
}

function exportSettings(): void {
  const ways = stored.value?.ways ?? entryPointsItem.fallback;
  const text = settingsFileText({ settings: settingsNow.value, ways });
  const file = new Blob([text], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Imports a whole file or nothing. A failure of the background is shown in the page's footer.
 * @returns the outcome in words
 */
async function importSettings(text: string): Promise<string> {
  const file = parseSettingsFile(text, Date.now());
  if (!file) return t('options.importFailed');
  return (await saveSettings(file.settings, file.ways)).ok ? t('options.imported') : '';
}

const FILE_KIND = 'pilot-light-settings';

/** The same from a file, with defaults for missing values. */
const settingsInFile = z.object(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, withDefault(name)])),
) as unknown as z.ZodMiniType<Settings>;

function withDefault(name: keyof Settings) {
  const field: z.ZodMiniType = settings.shape[name];
  return z._default(field, DEFAULT_SETTINGS[name]);
}

/** A settings file; missing values get their default. */
const settingsFile = z.object({
  kind: z.literal(FILE_KIND),
  settings: settingsInFile,
  ways: z._default(entryPoints, DEFAULT_ENTRY_POINTS),
});

export type SettingsFile = { settings: Settings; ways: EntryPoints };

export function settingsFileText({ settings, ways: chosen }: SettingsFile): string {
  return JSON.stringify({ kind: FILE_KIND, settings, ways: chosen }, null, 2);
}

/** Parses a file; missing values get their default, a mute lasts a day at most. Null: not a settings file. */
export function parseSettingsFile(text: string, now: InstantMs): SettingsFile | null {
  try {
    const read = z.safeParse(settingsFile, JSON.parse(text));
    if (!read.success) return null;
    const { settings, ways: chosen } = read.data;
    const mutedUntil = Math.min(settings.mutedUntil, now + DAY_MS);
    return { settings: { ...settings, mutedUntil }, ways: chosen };
  } catch {
    return null;
  }
}
