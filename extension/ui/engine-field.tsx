import { t } from '../i18n/t.ts';
import { ENGINES, type LaunchSettings } from '../storage/drafts.ts';
import { SelectField } from './form.tsx';

type Engine = LaunchSettings['engine'];

/** A new project's lasting engine; `account`: by the account's switch (service reference, Versioning). */
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
