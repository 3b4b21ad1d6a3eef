import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { engineOf, RUN_START_CREDITS } from '../../../../../shared/spending/price.ts';
import { runBudgetOf } from '../../../../../shared/spending/run-budget.ts';
import type { Room } from '../../../../../shared/spending/runs.ts';
import type { Verdict } from '../../../../../shared/spending/verdict.ts';
import { formatAmountRange, formatDurationRange, formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { nearCapWords } from '../../../../i18n/verdict-words.ts';
import { attachmentProblems } from '../../../../launch/draft-problems.ts';
import { MarkupNote } from '../../../../launch/ui/draft-form.tsx';
import { MaterialProvider } from '../../../../launch/ui/material.ts';
import { awaitedRun } from '../../../../paid/after-run.ts';
import { projectPath } from '../../../../reads/paths.ts';
import { refreshUnder } from '../../../../reads/resource.ts';
import { useProject, useProjectName } from '../../../../reads/use-project.ts';
import type { StoredPaidCall } from '../../../../storage/paid-calls.ts';
import { PROMPT_DRAFT_MAX } from '../../../../storage/prompt-drafts.ts';
import type { Off } from '../../../../ui/button.tsx';
import { naming } from '../../../../ui/page-state.ts';
import { paidCallOf, paidCalls } from '../../../../ui/paid-calls.ts';
import { PricedButton, priceOn, priceWords } from '../../../../ui/priced-button.tsx';
import { followedProject, stored } from '../../../../ui/stored-state.ts';
import { BudgetHint, useRunBudget } from '../../../kit/budget-choice.tsx';
import { Arrival } from '../../../parts/arrival.ts';
import { RaiseForRun } from '../../../parts/project-verdict.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { useVerdict } from '../../../parts/use-verdict.ts';
import { ChainLine } from './chain-line.tsx';
import { MaterialChips, PromptMaterial } from './prompt-material.tsx';
import { createPromptModel, type PromptModel } from './prompt-model.ts';
import { PROMPTS_MAX, promptRequestOf } from './prompt-request.ts';
import { RunChoices } from './run-choices.tsx';
import { WaitingPrompt } from './waiting-prompt.tsx';

const WORDS_SHOWN = 80;
/** More lines than this scroll. */
const LINES_MAX = 10;

/**
 * Prompts an existing project, with a page and files as a launch takes them. Stores input on every keystroke;
 * Enter inserts a new line, and nothing is sent before a confirmation.
 * @param begun initial text, such as an error message
 */
export function PromptForm({ projectId, begun }: { projectId: string; begun: string | null }) {
  const name = useProjectName(projectId);
  const model = useMemo(() => createPromptModel(projectId), [projectId]);
  const filesOpen = useSignal(false);
  const sent = paidCallOf(projectId, 'startAgent');
  const waiting = paidCalls.value.find(
    ({ state, about }) => state === 'waiting' && about.projectId === projectId,
  );
  const { form, field } = useComposer(projectId, model, begun, sent, waiting !== undefined);
  const { verdict, isReading, words: verdictWords } = useVerdict(projectId);
  const project = useProject(projectId).state.value;
  const draft = model.draft.value;
  const budget = useRunBudget(projectId, draft?.budget ?? '');
  if (!draft) return null;
  const words = draft.text.trim();
  const isLegacy = project.kind === 'shown' && engineOf(project.value) === 'legacy';
  const chosen = isLegacy ? '' : draft.model;
  const { runs, body, files } = promptRequestOf({ ...draft, model: chosen });
  const run = followedProject(projectId)?.run;
  const isOnlyWorking = verdict.kind === 'working' && verdict.afterwards === null;
  const before = isOnlyWorking && run?.phase === 'running' ? awaitedRun(run) : null;
  const isBusyElsewhere = isOnlyWorking && before === null;
  const atCap = verdict.kind === 'free' || verdict.kind === 'working' ? verdict.atCap : null;
  const runBudget = runBudgetOf(draft.budget);
  const uploads = files.filter(({ source }) => source.kind === 'content').length;
  const hasProblem = attachmentProblems(draft).length > 0;
  const hasFlags = model.material.flags.value.length > 0;
  const isIncomplete =
    words === '' || hasFlags || hasProblem || (runs ?? 1) > PROMPTS_MAX || runBudget === 'invalid';
  // Whether it is asked about is known a moment later.
  const off: Off =
    (isBusyElsewhere && t('console.talk.whileRuns')) ||
    ((isReading || (verdict.kind === 'working' && before === null)) && t('status.loading')) ||
    (isIncomplete && t('status.incomplete'));
  const usual = usualRun(draft.run === 'one' ? 1 : runs || null, budget);
  const each = draft.run === 'goal' ? usualRun(1, budget).cost : null;
  const costWords = each !== null ? t('console.talk.usualEach', { range: each }) : (usual.cost ?? '');
  return (
    <MaterialProvider value={model.material}>
      <form
        ref={form}
        class="prompt-form"
        aria-label={t('fact.promptNamed', { name })}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          form.current?.querySelector<HTMLButtonElement>('.send .verbs .button:not(.quiet, .off)')?.click();
        }}
      >
        <Arrival part="composer" at={field} />
        <ChainLine projectId={projectId} words={words} />
        <div class="composer">
          <textarea
            ref={field}
            class="input"
            dir="auto"
            rows={Math.min(LINES_MAX, draft.text.split('\n').length)}
            aria-label={t('fact.promptNamed', { name })}
            placeholder={t('console.talk.promptHint', { name })}
            value={draft.text}
            readOnly={waiting !== undefined}
            onInput={({ currentTarget }) => model.edit({ text: currentTarget.value })}
          />
          <span class="send">
            {waiting && !waiting.sendAt ? (
              <WaitingPrompt
                key={waiting.key}
                call={waiting}
                onTakenBack={() => requestAnimationFrame(() => field.current?.focus())}
              />
            ) : (
              <PricedButton
                primary={verdict.kind !== 'stopped'}
                isSeenElsewhere
                isUndoable={
                  runs === 1 &&
                  usual.cost !== null &&
                  !mayEndAtOnce(verdict) &&
                  draft.keptLines.length === 0 &&
                  uploads === 0
                }
                label={
                  before
                    ? t('console.talk.sendAfter')
                    : runs !== null && runs > 1
                      ? t('console.talk.sendSeveral', { count: formatNumber(runs) })
                      : t('console.talk.send')
                }
                question={[
                  before && t('console.talk.questionAfter'),
                  verdict.kind === 'stopped'
                    ? t('console.talk.questionStopped', { why: verdictWords.facts })
                    : questionWords(name, runs, uploads),
                  atCap && nearCapWords(atCap, naming.value),
                ]
                  .filter(Boolean)
                  .join(' ')}
                beside={<RaiseForRun projectId={projectId} verdict={verdict} />}
                title={usual.time ?? undefined}
                price={null}
                priceText={
                  uploads > 0
                    ? t('console.talk.priceUploads', {
                        price: priceWords(priceOn(projectId, 'uploadFile', null, uploads)),
                      })
                    : costWords
                }
                off={off}
                request={{
                  method: 'POST',
                  path: projectPath(projectId, '/agent/start'),
                  body,
                  files,
                  about: { operation: 'startAgent', projectId, words: words.slice(0, WORDS_SHOWN) },
                  ...(runBudget === null || runBudget === 'invalid' ? {} : { runBudget }),
                  ...(before && { afterRun: before }),
                }}
              />
            )}
          </span>
        </div>
        {!waiting && (
          <>
            <PromptMaterial filesOpen={filesOpen.value} />
            <div class="prompt-row">
              <span class="verbs">
                <RunChoices {...{ projectId, model, draft, chosen, budget, isLegacy }} />
                <MaterialChips filesOpen={filesOpen} />
              </span>
            </div>
            <BudgetHint chosen={draft.budget} budget={budget} room={roomIn(verdict)} />
            {draft.run === 'several' && <p class="meta">{t('console.talk.severalHow')}</p>}
            {(runs ?? 1) > PROMPTS_MAX && <p class="meta failure">{t('refusal.TOO_MANY_PROMPTS')}</p>}
            {hasFlags && words !== '' && (
              <p class="meta failure">{t('count.flags', model.material.flags.value.length)}</p>
            )}
            {model.notKept.value && (
              <p class="meta failure">{t('console.talk.notKept', { count: PROMPT_DRAFT_MAX })}</p>
            )}
            <MarkupNote text={words} />
          </>
        )}
      </form>
    </MaterialProvider>
  );
}

/**
 * Opens the draft, and clears it once the service has accepted its prompt. Adds what led here to what was
 * begun, once, and focuses the field.
 */
function useComposer(
  projectId: string,
  model: PromptModel,
  begun: string | null,
  sent: StoredPaidCall | undefined,
  isWaiting: boolean,
) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isRead = useSignal(false);
  useEffect(() => {
    void model.open().then((wasKept) => {
      // The service took it after the page was closed.
      if (wasKept && sent?.state === 'done' && sent.confirmedAt >= (model.draft.peek()?.at ?? 0))
        model.clear();
      isRead.value = true;
    });
    return model.watch();
  }, [model]);
  const seen = useRef(sent?.state);
  useEffect(() => {
    if (seen.current !== 'done' && sent?.state === 'done') {
      if ((model.draft.peek()?.at ?? 0) <= sent.confirmedAt) model.clear();
      void refreshUnder(projectPath(projectId));
      // Its button has nothing to send now, and gives up the focus.
      requestAnimationFrame(() => {
        const { activeElement: at, body } = document;
        if (at === body || at === form.current) field.current?.focus();
      });
    }
    seen.current = sent?.state;
  }, [sent?.state]);
  // What is on its way is still in the field, and leaves it once it is taken.
  const isFree = isRead.value && !isWaiting && sent?.state !== 'sending';
  useEffect(() => {
    if (begun === null || !isFree) return;
    const words = model.draft.peek()?.text ?? '';
    if (!words.includes(begun))
      model.edit({ text: [words, begun].filter((part) => part.trim() !== '').join('\n\n') });
    location.replace(projectAddress(projectId, 'talk'));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    });
  }, [begun, isFree]);
  return { form, field };
}

/** Tells whether a prompt would be refused, or its run stopped before the usual use, as far as is known. */
function mayEndAtOnce(verdict: Verdict): boolean {
  if (verdict.kind === 'working') return verdict.afterwards !== null || verdict.atCap !== null;
  return verdict.kind !== 'free' || verdict.readiness.kind === 'short' || verdict.atCap !== null;
}

/** What a run may still take; null where that is not known. */
function roomIn(verdict: Verdict): Room | null {
  if (verdict.kind !== 'free') return null;
  const { readiness } = verdict;
  return readiness.kind === 'short' ? readiness : readiness.room;
}

function questionWords(name: string, runs: number | null, uploads: number): string {
  const credits = formatNumber(RUN_START_CREDITS);
  const starts =
    runs === null
      ? t('console.talk.questionGoal', { name })
      : runs > 1
        ? t('console.talk.questionSeveral', { name, count: formatNumber(runs), credits })
        : t('console.talk.question', { name, credits });
  return uploads === 0 ? starts : `${t('console.talk.questionUploads', uploads)} ${starts}`;
}

/**
 * What runs of this account usually take, as far as it is known: all together, and the time of each.
 * @param times how many runs; null: as many as it takes
 * @param budget credits for all of them; null: none
 */
function usualRun(times: number | null, budget: number | null) {
  const history = stored.value?.snapshot?.snapshot.sections.history.data;
  const { runCredits = null, runDurationMs = null } = history ?? {};
  const most = budget ?? Number.POSITIVE_INFINITY;
  const range =
    runCredits && times !== null
      ? { low: Math.min(most, runCredits.low * times), high: Math.min(most, runCredits.high * times) }
      : null;
  return {
    cost:
      range &&
      t('fact.price', Math.round(range.high), {
        credits: formatAmountRange(range.low, range.high),
      }),
    time: runDurationMs && formatDurationRange(runDurationMs.low, runDurationMs.high),
  };
}
