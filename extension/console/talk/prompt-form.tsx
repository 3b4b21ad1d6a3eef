import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { runBudgetOf } from '../../../shared/spending/run-budget.ts';
import { formatAmountRange, formatDurationRange } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { PROMPT_DRAFT_MAX, readPromptDrafts, writePromptDraft } from '../../storage/prompt-drafts.ts';
import { paidCallOf } from '../../ui/paid-calls.ts';
import { PricedButton } from '../../ui/priced-button.tsx';
import { stored } from '../../ui/stored-state.ts';
import { BudgetChoice, BudgetHint } from '../guards/budget-choice.tsx';
import { projectPath } from '../paths.ts';
import { refreshUnder } from '../resource.ts';
import { useProjectName } from '../use-project.ts';
import { useVerdict } from '../use-verdict.ts';

const MODELS = ['opus', 'sonnet'] as const;
const EFFORTS = ['low', 'medium', 'high', 'xhigh'] as const;

/**
 * Prompts an existing project. Input is stored on every keystroke; Enter inserts a new line, and nothing is sent
 * before a confirmation. @param begun initial text, such as an error message
 */
export function PromptForm({ projectId, begun }: { projectId: string; begun: string | null }) {
  const name = useProjectName(projectId);
  const text = useSignal('');
  const model = useSignal('');
  const effort = useSignal('');
  const budget = useSignal('');
  const isKept = useSignal(true);
  const form = useRef<HTMLFormElement>(null);
  const write = (words: string) => {
    text.value = words;
    void writePromptDraft(
      projectId,
      words.trim() === ''
        ? null
        : { text: words, model: model.value, effort: effort.value, budget: budget.value, at: Date.now() },
      Date.now(),
    ).then((kept) => (isKept.value = kept || words.trim() === ''));
  };
  useEffect(() => {
    void readPromptDrafts().then(({ [projectId]: draft }) => {
      if (begun !== null && !draft) return write(begun);
      if (!draft) return;
      text.value = draft.text;
      model.value = draft.model ?? '';
      effort.value = draft.effort ?? '';
      budget.value = draft.budget ?? '';
    });
  }, [projectId]);
  // Store the budget with the text, also when it is chosen last.
  useEffect(() => {
    if (text.peek() !== '') write(text.peek());
  }, [budget.value]);
  const sent = paidCallOf(projectId, 'startAgent');
  const seen = useRef(sent?.state);
  // Clear the field once the service has accepted the prompt.
  useEffect(() => {
    if (seen.current !== 'done' && sent?.state === 'done') {
      if (sent.about.words === text.peek().slice(0, 80)) write('');
      void refreshUnder(projectPath(projectId));
    }
    seen.current = sent?.state;
  }, [sent?.state]);
  const words = text.value.trim();
  const runBudget = runBudgetOf(budget.value);
  const { verdict, title } = useVerdict(projectId);
  const isRefused = verdict.kind === 'no' || verdict.kind === 'unsure';
  return (
    <form
      ref={form}
      class="prompt-form"
      aria-label={t('console.talk.prompt', { name })}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        form.current?.querySelector<HTMLButtonElement>('.send .button.primary:not(:disabled)')?.click();
      }}
    >
      <textarea
        class="input"
        dir="auto"
        rows={3}
        aria-label={t('console.talk.prompt', { name })}
        placeholder={t('console.talk.promptHint', { name })}
        value={text.value}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      <div class="spread prompt-row">
        <span class="verbs">
          <Choice label={t('console.talk.model')} of={MODELS} chosen={model} />
          <Choice label={t('console.talk.effort')} of={EFFORTS} chosen={effort} />
          <BudgetChoice projectId={projectId} chosen={budget} />
        </span>
        <span class="verbs send">
          <span class="meta">{isRefused ? title : usualWords()}</span>
          <PricedButton
            primary
            label={t('console.talk.send')}
            question={t('console.talk.question', { name })}
            price={null}
            priceText={t('console.talk.priceLater')}
            disabled={words === '' || runBudget === 'invalid'}
            request={{
              method: 'POST',
              path: projectPath(projectId, '/agent/start'),
              body: {
                prompt: words,
                ...(model.value === '' ? {} : { model: model.value }),
                ...(effort.value === '' ? {} : { effort: effort.value }),
              },
              about: { operation: 'startAgent', projectId, words: words.slice(0, 80) },
              ...(runBudget === null || runBudget === 'invalid' ? {} : { runBudget }),
            }}
          />
        </span>
      </div>
      <BudgetHint chosen={budget.value} />
      {!isKept.value && <p class="meta failure">{t('console.talk.notKept', { count: PROMPT_DRAFT_MAX })}</p>}
      {/[<&]/.test(words) && <p class="meta">{t('console.talk.markup')}</p>}
    </form>
  );
}

function Choice({ label, of, chosen }: { label: string; of: readonly string[]; chosen: { value: string } }) {
  return (
    <label class="choice meta">
      {label}
      <select value={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
        <option value="">{t('console.talk.standard')}</option>
        {of.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** "usually 12–24 credits, 9–22 min", from this account's own runs. */
function usualWords(): string {
  const history = stored.value?.snapshot?.snapshot.sections.history.data;
  const { runCredits, runDurationMs } = history ?? {};
  if (!runCredits || !runDurationMs) return t('console.talk.noHistory');
  return t('console.talk.usual', {
    credits: formatAmountRange(runCredits.low, runCredits.high),
    minutes: formatDurationRange(runDurationMs.low, runDurationMs.high),
  });
}
