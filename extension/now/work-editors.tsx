import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { AttentionItem, Reason } from '../../shared/attention/item.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatAmountRange, formatFacts, formatList } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { projectPath } from '../reads/paths.ts';
import { act } from '../ui/act.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton, GuardedButton, Question } from '../ui/confirm.tsx';
import { onEscape, TextField } from '../ui/form.tsx';
import { edgeNow, naming } from '../ui/page-state.ts';
import { followPaidCalls, paidCalls, startPaidCall } from '../ui/paid-calls.ts';
import { notBegunWords, PricedButton, paidCallWords, priceOn, SettleUnknown } from '../ui/priced-button.tsx';
import { attentionNow, stored } from '../ui/stored-state.ts';
import { UndoButton } from '../ui/undo.tsx';
import { siteWords } from './site-look.tsx';

void followPaidCalls();

/** `onBack`: it is cancelled. */
type EditorProps<K extends Reason['kind']> = {
  item: AttentionItem & { projectId: string; reason: Extract<Reason, { kind: K }> };
  onDone: () => void;
  onBack: () => void;
};

/** Prompts the agent with the failure, in words that the user may change, and starts a run. */
export function FixEditor({
  item,
  onDone,
  onBack,
}: EditorProps<'run-failed' | 'deploy-failed' | 'live-failing'>) {
  const prompt = useSignal(
    item.reason.kind === 'live-failing' ? liveFixPrompt(item.reason) : fixPrompt(item.reason),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const { start, status, isBusy, isLeaving, verb } = usePaidRun(item, onDone);
  return (
    <form class="work-editor" onSubmit={(event) => event.preventDefault()} onKeyDown={onEscape(onBack)}>
      <label class="field">
        <span class="meta">{t('work.fixLabel')}</span>
        <textarea
          ref={field}
          class="input"
          rows={4}
          value={prompt}
          onInput={(event) => (prompt.value = event.currentTarget.value)}
        />
      </label>
      {item.reason.kind === 'run-failed' && <p class="meta">{t('work.mayBeService')}</p>}
      <p class="meta">{runCostWords() || t('fact.noPrice')}</p>
      {!isLeaving && (
        <div class="verbs">
          <GuardedButton
            at={verb}
            class="button primary"
            off={prompt.value.trim() === '' && t('status.incomplete')}
            busy={isBusy}
            onClick={() => void start(prompt.value.trim())}
          >
            {t('verb.fix')}
          </GuardedButton>
          <Button quiet onClick={onBack}>
            {t('verb.cancel')}
          </Button>
        </div>
      )}
      {status}
    </form>
  );
}

/** A prompt that begins with the failure, as far as the service says what it was. */
export function fixPrompt(
  failed: Pick<Extract<Reason, { kind: 'run-failed' | 'deploy-failed' }>, 'kind' | 'message'>,
): string {
  const message = failed.message?.trim();
  if (failed.kind === 'run-failed') return message ? t('work.fixRun', { message }) : t('work.fixRunBare');
  return message ? t('work.fixDeploy', { message }) : t('work.fixDeployBare');
}

/** A prompt that begins with what visitors get of what was published. */
export const liveFixPrompt = (failing: Extract<Reason, { kind: 'live-failing' }>): string =>
  t('work.fixLive', { host: failing.host, seen: siteWords(failing, edgeNow.value) });

/** Sets the keys that the agent needs; their values stay in this form until then. */
export function KeysEditor({ item, onDone, onBack }: EditorProps<'keys-needed'>) {
  const { keys } = item.reason;
  const values = useSignal<Record<string, string>>({});
  const saving = useSignal(false);
  const failed = useSignal<{ name: string; error: ApiError } | null>(null);
  const given = useRef(new Set<string>());
  const isGiven = useSignal(false);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const { start, status, isBusy, isLeaving, verb } = usePaidRun(item, onDone);
  const isComplete = keys.every(({ name }) => values.value[name]);

  /** @returns whether the project has all of them now */
  const give = async (): Promise<boolean> => {
    saving.value = true;
    failed.value = null;
    for (const { name } of keys) {
      if (given.current.has(name)) continue;
      const body = { secretName: name, secretValue: values.value[name] ?? '' };
      const path = projectPath(item.projectId, '/secrets');
      const result = await sendMessage('changeEdge', { method: 'POST', path, body });
      if (result.ok) given.current.add(name);
      else failed.value = { name, error: result.error };
      if (!result.ok) break;
    }
    saving.value = false;
    return failed.value === null;
  };
  const giveOnly = async (event: Event) => {
    event.preventDefault();
    if (!isComplete || saving.value) return;
    isGiven.value = await give();
  };
  const leave = async () => {
    await acknowledge(item.id);
    onDone();
  };
  const goOn = async () => {
    if (await give()) await start(t('work.keysGoOn', { names: formatList(keys.map(({ name }) => name)) }));
  };
  const isWaiting = saving.value || isBusy;
  if (isGiven.value)
    return (
      <div class="work-editor">
        {!isLeaving && (
          <Question
            label={t('status.saved')}
            verb={continueWords()}
            look="primary"
            cancel={t('work.notNow')}
            isBusy={isBusy}
            onSure={() => void goOn()}
            onBack={() => void leave()}
          >
            <span>{t('status.saved')}</span>
          </Question>
        )}
        {status}
      </div>
    );
  return (
    <form class="work-editor" onSubmit={giveOnly} onKeyDown={onEscape(onBack)}>
      {keys.map(({ name, description }, i) => (
        <TextField
          key={name}
          at={i === 0 ? first : undefined}
          label={name}
          type="password"
          autocomplete="off"
          aria-invalid={failed.value?.name === name}
          value={values.value[name] ?? ''}
          hint={description}
          onText={(text) => (values.value = { ...values.value, [name]: text })}
        />
      ))}
      <p class="meta">{t('work.keysHow')}</p>
      <p class="meta">{runCostWords() || t('fact.noPrice')}</p>
      {!isLeaving && (
        <div class="verbs">
          <GuardedButton
            at={verb}
            class="button primary"
            off={(!isComplete || isWaiting) && t('status.incomplete')}
            onClick={() => void goOn()}
          >
            {t('work.keysGiveAndGoOn')}
          </GuardedButton>
          <Button quiet type="submit" off={(!isComplete || isWaiting) && t('status.incomplete')}>
            {t('work.keysGiveOnly')}
          </Button>
          <Button quiet onClick={onBack}>
            {t('verb.cancel')}
          </Button>
        </div>
      )}
      <p class="meta failure" role="alert">
        {failed.value &&
          t('work.keyNotTaken', { name: failed.value.name, words: failureWords(failed.value.error) })}
      </p>
      {status}
    </form>
  );
}

export function KeysGoOn({ projectId, names }: { projectId: string; names: string[] }) {
  const { start, status, isBusy } = usePaidRun({ id: `keys-needed:${projectId}`, projectId }, () => {});
  return (
    <>
      <ConfirmButton
        label={t('work.continue')}
        of={naming.value.project(projectId)}
        question={t('work.keysGiven', { names: formatList(names) })}
        sure={continueWords()}
        look="primary"
        busy={isBusy}
        onSure={() => void start(t('work.keysGoOn', { names: formatList(names) }))}
      />
      {status}
    </>
  );
}

export function DeployAgain({ projectId }: { projectId: string }) {
  return (
    <PricedButton
      label={t('verb.deployAgain')}
      question={t('work.deployQuestion', { name: naming.value.project(projectId) })}
      price={priceOn(projectId, 'deploy')}
      isUndoable={priceOn(projectId, 'deploy') !== null}
      request={{
        method: 'POST',
        path: projectPath(projectId, '/deployments/deploy'),
        body: {},
        about: { operation: 'deploy', projectId, words: '' },
      }}
    />
  );
}

/** Marks an item as seen; one that needs nobody any more is gone from the edge. */
async function acknowledge(id: string): Promise<void> {
  if (attentionNow.value.items.some((item) => item.id === id)) await act('acknowledge', { id });
}

/** One paid run for an item: its status in words; acknowledges the item once it is accepted. */
function usePaidRun(item: { id: string; projectId: string }, onDone: () => void) {
  const key = useSignal<string | null>(null);
  const problem = useSignal<ApiError | null>(null);
  const call = paidCalls.value.find((one) => one.key === key.value);
  const isTaken = call?.state === 'done';
  const isStarting = useRef(false);
  /** It can still be taken back, which is all there is to do then. */
  const isLeaving = call?.sendAt !== undefined;
  const wasLeaving = useRef(false);
  /** What was pressed: it has the focus again once that is taken back. */
  const verb = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (wasLeaving.current && document.activeElement === document.body) verb.current?.focus();
    wasLeaving.current = isLeaving;
  }, [isLeaving]);
  useEffect(() => {
    if (isTaken) void acknowledge(item.id).then(onDone);
  }, [isTaken]);
  const start = async (prompt: string) => {
    const { projectId } = item;
    if (isStarting.current) return;
    isStarting.current = true;
    const result = await startPaidCall({
      ...(usualCost() === null ? {} : { isUndoable: true }),
      method: 'POST',
      path: projectPath(projectId, '/agent/start'),
      body: { prompt },
      about: { operation: 'startAgent', projectId, words: prompt.slice(0, 80) },
    });
    isStarting.current = false;
    problem.value = result.ok ? null : result.error;
    key.value = result.ok ? result.value : null;
  };
  const words = problem.value ? notBegunWords(problem.value) : call ? paidCallWords(call) : '';
  return {
    start,
    verb,
    isLeaving,
    isBusy: call?.state === 'waiting' || call?.state === 'sending' || call?.state === 'open' || isTaken,
    status: call?.sendAt ? (
      <div class="verbs">
        <UndoButton of={call} />
      </div>
    ) : (
      <>
        <p class={problem.value || call?.error ? 'meta failure' : 'meta'} role="status">
          {words}
        </p>
        {call && <SettleUnknown call={call} />}
      </>
    ),
  };
}

const usualCost = () => stored.value?.snapshot?.snapshot.sections.history.data?.runCredits ?? null;

function runCostWords(): string {
  const usual = usualCost();
  if (!usual || naming.value.screened) return '';
  const credits = formatAmountRange(usual.low, usual.high);
  return t('runs.usually', { range: t('fact.price', Math.round(usual.high), { credits }) });
}

const continueWords = (): string => formatFacts(t('work.continue'), runCostWords());
