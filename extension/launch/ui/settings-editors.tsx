import { projectDescription, projectLabel } from '../../../shared/operations/new-project.ts';
import { runBudgetOf } from '../../../shared/spending/run-budget.ts';
import { t } from '../../i18n/t.ts';
import { EFFORTS, type LaunchSettings, MODELS } from '../../storage/drafts.ts';
import { EngineField } from '../../ui/engine-field.tsx';
import { stored } from '../../ui/stored-state.ts';
import { capOf, mustHaveCap } from '../draft-problems.ts';
import { DesigntoolField } from './designtool-field.tsx';
import { useModel } from './launch-model.ts';

/** Model, effort and fast mode of the first run. */
export function ModelEditor() {
  const model = useModel();
  const settings = model.draft.value?.settings;
  if (!settings) return null;
  const isOpus = settings.model === 'opus';
  return (
    <>
      <div class="two">
        <label class="field">
          <span class="meta">{t('launch.model.model')}</span>
          <select
            class="input"
            value={settings.model}
            onChange={(event) =>
              model.editSettings({ model: event.currentTarget.value as LaunchSettings['model'] })
            }
          >
            {MODELS.map((name) => (
              <option key={name} value={name}>
                {t(`launch.chip.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span class="meta">{t('launch.model.effort')}</span>
          <select
            class="input"
            value={settings.effort ?? ''}
            onChange={(event) =>
              model.editSettings({ effort: (event.currentTarget.value || null) as LaunchSettings['effort'] })
            }
          >
            <option value="">{t('launch.model.effortService')}</option>
            {EFFORTS.map((level) => (
              <option key={level} value={level}>
                {t(`launch.level.${level}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isOpus && settings.fastMode}
          disabled={!isOpus}
          onChange={(event) => model.editSettings({ fastMode: event.currentTarget.checked })}
        />
        {t('launch.model.fast')}
      </label>
      {!isOpus && <p class="meta">{t('launch.model.fastNotHere')}</p>}
    </>
  );
}

/** Monthly credit caps, set on creation so that they cover the first run, and the budget of that run. */
export function CapsEditor() {
  const model = useModel();
  const settings = model.draft.value?.settings;
  if (!settings) return null;
  const none = capOf(settings.developmentCap) === null;
  const isNeeded = mustHaveCap({ settings }, stored.value?.connection?.role ?? null);
  const hasGuards = stored.value?.snapshot?.snapshot.guards !== undefined;
  return (
    <>
      <CapField
        label={t('launch.caps.development')}
        value={settings.developmentCap}
        onInput={(developmentCap) => model.editSettings({ developmentCap })}
        hint={
          isNeeded
            ? t('launch.problem.cap_needed')
            : none
              ? t('launch.caps.developmentNone')
              : t('launch.caps.developmentHint')
        }
      />
      <CapField
        label={t('launch.caps.infrastructure')}
        value={settings.infrastructureCap}
        onInput={(infrastructureCap) => model.editSettings({ infrastructureCap })}
        hint={t('launch.caps.infrastructureHint')}
      />
      {hasGuards && (
        <BudgetField
          value={settings.runBudget ?? ''}
          onInput={(runBudget) => model.editSettings({ runBudget })}
        />
      )}
    </>
  );
}

function CapField(props: { label: string; value: string; hint: string; onInput: (value: string) => void }) {
  const invalid = capOf(props.value) === 'invalid';
  return (
    <label class="field">
      <span class="meta">{props.label}</span>
      <input
        class="input"
        inputMode="decimal"
        value={props.value}
        aria-invalid={invalid}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      <span class={invalid ? 'meta bad' : 'meta'}>
        {invalid ? t('launch.problem.cap_not_positive') : props.hint}
      </span>
    </label>
  );
}

function BudgetField({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  const invalid = runBudgetOf(value) === 'invalid';
  return (
    <label class="field">
      <span class="meta">{t('launch.caps.budget')}</span>
      <input
        class="input"
        inputMode="decimal"
        value={value}
        aria-invalid={invalid}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <span class={invalid ? 'meta bad' : 'meta'}>
        {invalid ? t('launch.problem.budget_least') : t('launch.caps.budgetHint')}
      </span>
    </label>
  );
}

/** Rarely needed settings: display name, description, group, engine, and templates. */
export function AdvancedEditor() {
  const model = useModel();
  const draft = model.draft.value;
  if (!draft) return null;
  const { settings } = draft;
  const { GroupField } = model.dependencies;
  const templates = model.templates.value;
  return (
    <>
      {templates.length > 0 && (
        <label class="field">
          <span class="meta">{t('launch.advanced.template')}</span>
          <select
            class="input"
            value={draft.templateId ?? ''}
            onChange={(event) => {
              const chosen = templates.find((one) => one.id === event.currentTarget.value);
              if (chosen) model.useTemplate(chosen);
              else model.edit({ templateId: null });
            }}
          >
            <option value="">{t('launch.advanced.templateNone')}</option>
            {templates.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name || t('launch.templates.unnamed')}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextField
        id="launch-label"
        label={t('launch.advanced.label')}
        value={draft.label}
        problem={projectLabel.safeParse(draft.label).success ? '' : t('launch.problem.label_long')}
        onInput={(label) => model.edit({ label })}
      />
      <TextField
        id="launch-description"
        label={t('launch.advanced.description')}
        value={draft.description}
        problem={
          projectDescription.safeParse(draft.description).success ? '' : t('launch.problem.description_long')
        }
        onInput={(description) => model.edit({ description })}
      />
      <div class="two even">
        {GroupField ? (
          <GroupField value={settings.groupId} onChange={(groupId) => model.editSettings({ groupId })} />
        ) : (
          <TextField
            id="launch-group"
            label={t('launch.advanced.group')}
            value={settings.groupId}
            problem=""
            hint={t('launch.advanced.groupHint')}
            onInput={(groupId) => model.editSettings({ groupId })}
          />
        )}
        <EngineField
          id="launch-engine"
          value={settings.engine}
          onChange={(engine) => model.editSettings({ engine })}
        />
      </div>
      <DesigntoolField />
    </>
  );
}

function TextField(props: {
  id: string;
  label: string;
  value: string;
  /** What is wrong with the input; empty when nothing is. */
  problem: string;
  hint?: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="field">
      <span class="meta">{props.label}</span>
      <input
        id={props.id}
        class="input"
        value={props.value}
        aria-invalid={props.problem !== ''}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      {props.problem !== '' && <span class="meta bad">{props.problem}</span>}
      {props.hint && <span class="meta">{props.hint}</span>}
    </label>
  );
}
