import { t } from '../i18n/t.ts';
import { ENGINES, type LaunchSettings } from '../storage/drafts.ts';
import { SelectField } from './form.tsx';

type Engine = LaunchSettings['engine'];

/** The engine of a new project, which stays as it is; `account`: as the account's switch decides (service reference, Versioning). */
export function EngineField(props: { id?: string; value: Engine; onChange: (engine: Engine) => void }) {
  return (
    <SelectField
      id={props.id}
      label={t('fact.engine')}
      value={props.value}
      options={ENGINES.map((engine) => [engine, t(`engine.${engine}`)])}
      onChoose={props.onChange}
    />
  );
}
