import { projectDescription, projectLabel } from '../../../shared/operations/new-project.ts';
import { runBudgetOf } from '../../../shared/spending/run-budget.ts';
import { t } from '../../i18n/t.ts';
import { DESIGNTOOL_TOKEN, EFFORTS, type LaunchSettings, MODELS } from '../../storage/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { EngineField } from '../../ui/engine-field.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { stored } from '../../ui/stored-state.ts';
import { capOf, mustHaveCap } from '../draft-problems.ts';
import { useForm, useModel } from './launch-model.ts';

/** Model, effort and fast mode of the first run. */
export function ModelEditor() {
  const form = useForm();
  const settings = form.draft.value?.settings;
  if (!settings) return null;
  return (
    <>
      <div class="two">
        <SelectField
          label={t('chip.model')}
          value={settings.model}
          onChoose={(chosen) => form.editSettings({ model: chosen })}
          options={MODELS.map((name) => [name, t(`chip.${name}`)])}
        />
        <SelectField
          id="launch-effort"
          label={t('fact.effort')}
          value={settings.effort ?? ''}
          onChoose={(chosen) => form.editSettings({ effort: (chosen || null) as LaunchSettings['effort'] })}
          none={t('launch.model.effortService')}
          options={EFFORTS.map((level) => [level, t(`level.${level}`)])}
        />
      </div>
      {settings.model === 'opus' && (
        <Checkbox
          class="check"
          label={t('launch.model.fast')}
          checked={settings.fastMode}
          onChange={(checked) => form.editSettings({ fastMode: checked })}
        />
      )}
    </>
  );
}

/** Caps of a new project, and the budget of the run. */
export function CapsEditor() {
  const { form, existing } = useModel();
  const settings = form.draft.value?.settings;
  if (!settings) return null;
  const hasGuards = stored.value?.snapshot?.snapshot.guards !== undefined;
  return (
    <>
      {existing.value === null && <Caps />}
      {hasGuards && (
        <AmountField
          label={t('launch.caps.budget')}
          value={settings.runBudget ?? ''}
          problem={runBudgetOf(settings.runBudget ?? '') === 'invalid' && t('problem.budget_least')}
          hint={t('launch.caps.budgetHint')}
          onText={(runBudget) => form.editSettings({ runBudget })}
        />
      )}
    </>
  );
}

/** Monthly credit caps, set on creation so that they cover the first run. */
function Caps() {
  const form = useForm();
  const settings = form.draft.value?.settings;
  if (!settings) return null;
  const isNeeded = mustHaveCap({ settings }, stored.value?.connection?.role ?? null);
  return (
    <>
      <AmountField
        id="launch-caps"
        label={t('launch.caps.development')}
        value={settings.developmentCap}
        problem={capProblem(settings.developmentCap)}
        hint={t(isNeeded ? 'problem.cap_needed' : 'launch.caps.developmentHint')}
        onText={(developmentCap) => form.editSettings({ developmentCap })}
      />
      <AmountField
        label={t('launch.caps.infrastructure')}
        value={settings.infrastructureCap}
        problem={capProblem(settings.infrastructureCap)}
        hint={t('launch.caps.infrastructureHint')}
        onText={(infrastructureCap) => form.editSettings({ infrastructureCap })}
      />
    </>
  );
}

const capProblem = (typed: string) => capOf(typed) === 'invalid' && t('problem.cap_not_positive');

/** Credits as typed: below them what is wrong, or else what they are for. */
function AmountField({
  problem,
  hint,
  ...field
}: Pick<Parameters<typeof TextField>[0], 'id' | 'label' | 'value' | 'hint' | 'onText'> & {
  problem: string | false;
}) {
  return <TextField {...field} inputMode="decimal" problem={problem || null} hint={!problem && hint} />;
}

/** Rarely needed settings: display name, description, group, engine, and templates. */
export function AdvancedEditor() {
  const { form, templates, dependencies } = useModel();
  const draft = form.draft.value;
  if (!draft) return null;
  const { settings } = draft;
  const { GroupField = KeptGroup } = dependencies;
  return (
    <>
      {templates.all.value.length > 0 && (
        <SelectField
          label={t('launch.advanced.template')}
          value={draft.templateId ?? ''}
          onChoose={(id) => {
            const chosen = templates.all.value.find((one) => one.id === id);
            if (chosen) templates.use(chosen);
            else form.edit({ templateId: null });
          }}
          none={t('fact.none')}
          options={templates.all.value.map((one) => [one.id, one.name || t('launch.templates.unnamed')])}
        />
      )}
      <TextField
        id="launch-label"
        label={t('fact.displayName')}
        value={draft.label}
        problem={projectLabel.safeParse(draft.label).success ? '' : t('problem.label_long')}
        onText={(label) => form.edit({ label })}
      />
      <TextField
        id="launch-description"
        label={t('fact.description')}
        value={draft.description}
        problem={projectDescription.safeParse(draft.description).success ? '' : t('problem.description_long')}
        onText={(description) => form.edit({ description })}
      />
      <div class="two even">
        <GroupField value={settings.groupId} onChange={(groupId) => form.editSettings({ groupId })} />
        <EngineField
          id="launch-engine"
          value={settings.engine}
          onChange={(engine) => form.editSettings({ engine })}
        />
      </div>
      <DesigntoolField />
    </>
  );
}

/** The group of a new project that was chosen elsewhere, by its name: here it can only be taken back. */
function KeptGroup({ value, onChange }: { value: string; onChange: (groupId: string) => void }) {
  if (value === '') return null;
  return (
    <SelectField
      id="launch-group"
      label={t('fact.group')}
      value={value}
      none={t('fact.none')}
      options={[[value, value]]}
      onChoose={onChange}
    />
  );
}

/** Token of a design tool (service reference, Launch Project, `designtool`): in memory until the launch. */
function DesigntoolField() {
  const form = useForm();
  const wanted = form.draft.value?.designtool === true;
  const isKept = form.withValue.value.has(DESIGNTOOL_TOKEN);
  const set = async (token: string) => {
    form.edit({ designtool: token !== '' });
    await form.setSecret(DESIGNTOOL_TOKEN, token);
  };
  const isMissing = wanted && !isKept;
  return (
    <div class="field">
      <label class="meta" for="launch-designtool">
        {t('launch.advanced.designtool')}
      </label>
      <div class={wanted ? 'two' : undefined}>
        <input
          id="launch-designtool"
          class="input"
          type="password"
          autocomplete="off"
          placeholder={isKept ? t('launch.secrets.valueKept') : ''}
          aria-invalid={isMissing}
          aria-describedby="launch-designtool-hint"
          onInput={({ currentTarget }) => void set(currentTarget.value.trim())}
          onBlur={({ currentTarget }) => (currentTarget.value = '')}
        />
        {wanted && (
          <Button
            class="button icon"
            aria-label={t('launch.files.remove', { name: t('launch.advanced.designtool') })}
            onClick={() => void set('')}
          >
            <Icon name="cross" />
          </Button>
        )}
      </div>
      <span id="launch-designtool-hint" class={isMissing ? 'meta bad' : 'meta'}>
        {isMissing ? t('problem.designtool_valueless') : t('launch.advanced.designtoolHint')}
      </span>
    </div>
  );
}
