import { useSignal } from '@preact/signals';
import { formatFacts, formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { EFFORTS, MODELS } from '../../../../storage/drafts.ts';
import { PROMPT_RUNS, type PromptDraft } from '../../../../storage/prompt-drafts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/form.tsx';
import { BudgetChoice } from '../../../kit/budget-choice.tsx';
import { DropDown } from '../../../parts/drop-down.tsx';
import type { PromptModel } from './prompt-model.ts';
import { takesFastMode } from './prompt-request.ts';

/**
 * Models of the current engine, named as in a launch. The reference names none of the older one, whose own
 * choice is the most capable (Versioning, Run AI Agent).
 */
const models = () => MODELS.map((one) => [one, t(`chip.${one}`)] as const);
const efforts = () => EFFORTS.map((one) => [one, t(`level.${one}`)] as const);
const nameIn = (of: readonly (readonly [string, string])[], chosen: string): string =>
  of.find(([one]) => one === chosen)?.[1] ?? chosen;
/**
 * How the run is made, in a few words that open to its choices.
 * @param chosen the model that is sent
 * @param budget in force, in credits
 */
export function RunChoices({
  projectId,
  model,
  draft,
  chosen,
  budget,
  isLegacy,
}: {
  projectId: string;
  model: PromptModel;
  draft: PromptDraft;
  chosen: string;
  budget: number | null;
  isLegacy: boolean;
}) {
  const choosing = useSignal(false);
  return (
    <DropDown
      keeps
      open={choosing}
      face={`${choiceWords(draft, chosen, budget)} ▾`}
      title={t('console.talk.how')}
    >
      {isLegacy ? (
        <span class="prompt-choice meta">{t('console.talk.modelLegacy')}</span>
      ) : (
        <Choice
          label={t('chip.model')}
          none={t('console.talk.standard')}
          of={models()}
          chosen={draft.model}
          onChoose={(chosen) => model.edit({ model: chosen })}
        />
      )}
      <Choice
        label={t('fact.effort')}
        none={t('console.talk.standard')}
        of={efforts()}
        chosen={draft.effort}
        onChoose={(effort) => model.edit({ effort })}
      />
      {takesFastMode(chosen) && (
        <Button
          class="chip"
          aria-pressed={draft.fastMode}
          onClick={() => model.edit({ fastMode: !draft.fastMode })}
        >
          {t('console.talk.fast')}
        </Button>
      )}
      <BudgetChoice
        projectId={projectId}
        chosen={draft.budget}
        isBatch={draft.run !== 'one'}
        onChoose={(budget) => model.edit({ budget })}
      />
      <Choice
        label={t('console.talk.runs')}
        of={PROMPT_RUNS.map((run) => [run, t(`console.talk.run.${run}`)])}
        chosen={draft.run}
        onChoose={(run) => model.edit({ run })}
      />
    </DropDown>
  );
}

function Choice<T extends string>({
  label,
  of,
  chosen,
  ...choice
}: Pick<Parameters<typeof Select<T>>[0], 'none' | 'onChoose'> & {
  label: string;
  of: readonly (readonly [value: T, name: string])[];
  chosen: T;
}) {
  return (
    <label class="prompt-choice meta">
      {label}
      <Select class="" value={chosen} options={of} {...choice} />
    </label>
  );
}

const choiceWords = ({ effort, fastMode, run }: PromptDraft, model: string, budget: number | null): string =>
  formatFacts(
    [nameIn(models(), model), nameIn(efforts(), effort)].filter(Boolean).join(' ') ||
      t('console.talk.standard'),
    fastMode && takesFastMode(model) && t('console.talk.fast'),
    budget !== null && `${run === 'one' ? t('fact.budget') : t('budget.ofAll')} ${formatNumber(budget)}`,
    run !== 'one' && t(`console.talk.run.${run}`),
  );
