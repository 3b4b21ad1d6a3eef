import { t } from '../i18n/t.ts';
import { ENGINES, type LaunchSettings } from '../storage/drafts.ts';

type Engine = LaunchSettings['engine'];

const WORDS = { account: 'engineAccount', v2: 'engineCurrent', legacy: 'engineLegacy' } as const;

/** The engine of a new project, which stays as it is; `account`: as the account's switch decides (service reference, Versioning). */
export function EngineField(props: { id?: string; value: Engine; onChange: (engine: Engine) => void }) {
  return (
    <label class="field">
      <span class="meta">{t('launch.advanced.engine')}</span>
      <select
        id={props.id}
        class="input"
        value={props.value}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value as Engine)}
      >
        {ENGINES.map((engine) => (
          <option key={engine} value={engine}>
            {t(`launch.advanced.${WORDS[engine]}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
