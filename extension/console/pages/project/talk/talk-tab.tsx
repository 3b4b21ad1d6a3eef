import './talk.css';
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { type ConversationMessage, conversation } from '../../../../../shared/builder-api/agent.ts';
import { engineOf } from '../../../../../shared/spending/price.ts';
import { MINUTE_MS, parseInstant } from '../../../../../shared/time.ts';
import { formatClock, formatList, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { intoPrompt } from '../../../../launch/into-prompt.ts';
import { GoBack } from '../../../../now/go-back.tsx';
import { CIRCLES } from '../../../../now/item-actions.ts';
import { fixPrompt } from '../../../../now/work-editors.tsx';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { useProject } from '../../../../reads/use-project.ts';
import { changePromptDraft, PROMPT_DRAFT_MAX } from '../../../../storage/prompt-drafts.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton, verbOf } from '../../../../ui/confirm.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { edgeNow, naming } from '../../../../ui/page-state.ts';
import { paidCalls } from '../../../../ui/paid-calls.ts';
import { followedProject, mayAct } from '../../../../ui/stored-state.ts';
import { AddSecret } from '../../../kit/add-secret.tsx';
import { goToPart } from '../../../parts/arrival.ts';
import { decoded } from '../../../parts/escaped-text.ts';
import { ChangeStatus, Part } from '../../../parts/part.tsx';
import { ReceiptLine, useReceipts } from '../../../parts/receipts.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { Star } from '../../../parts/star.tsx';
import type { TabProps } from '../../../parts/view-props.ts';
import { loopOf } from './in-circles.tsx';
import { Message } from './message.tsx';
import { promptedIn } from './prompt-again.ts';
import { PromptForm } from './prompt-form.tsx';

const SHOWN_FIRST = 60;
/** A prompt is written at most so long before the service says that its run began. */
const PROMPT_BEFORE_RUN_MS = MINUTE_MS;

/** The conversation with the agent over all runs, and the next prompt. `rest`: what to begin, such as `fix`, and with what. */
export function TalkTab({ projectId, rest: [purpose, words] }: TabProps) {
  const talk = useResource({
    path: projectPath(projectId, '/agent/full-conversation'),
    schema: conversation,
  });
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  const error = words ?? '';
  const begun =
    purpose === 'fix'
      ? fixPrompt({ kind: 'deploy-failed', message: error })
      : purpose === 'fix-run'
        ? fixPrompt({ kind: 'run-failed', message: error })
        : purpose === 'fix-build'
          ? t('console.talk.fixBuild', { error })
          : purpose === 'go-on'
            ? t('work.keysGoOn', { names: error })
            : null;
  return (
    <div class="talk-tab">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="talk-scroll" tabIndex={0} aria-label={t('console.tab.talk')}>
        <div class="talk-content">
          <Loaded of={talk}>
            {({ conversation: messages }) =>
              messages.length === 0 ? (
                <p class="notice meta">{t('console.nothingYet')}</p>
              ) : (
                <>
                  <Messages projectId={projectId} messages={messages} purpose={purpose} />
                  {mayAct('builder') && (
                    <>
                      <ClearContext projectId={projectId} />
                      <KeysAskedFor projectId={projectId} messages={messages} />
                    </>
                  )}
                </>
              )
            }
          </Loaded>
        </div>
      </section>
      <Batch projectId={projectId} />
      {mayAct('builder') ? (
        <PromptForm projectId={projectId} begun={begun} />
      ) : (
        <p class="notice meta">{t('blocker.roleTooLow')}</p>
      )}
    </div>
  );
}

/** The newest messages, each run with its receipt; earlier ones on demand. */
function Messages({
  projectId,
  messages,
  purpose,
}: {
  projectId: string;
  messages: readonly ConversationMessage[];
  /** Whether a link asked for the last prompt `again`, or only for those about the same thing. */
  purpose: string | undefined;
}) {
  const { receipts, ofDay } = useReceipts(projectId);
  const shown = useSignal(SHOWN_FIRST);
  const loop = loopOf(projectId);
  const isInCircles = ({ createdAt }: ConversationMessage) =>
    loop !== null && (parseInstant(createdAt) ?? 0) >= loop.since - PROMPT_BEFORE_RUN_MS;
  const isUnfolded = useSignal(false);
  const isFolded = purpose === CIRCLES && loop !== null && !isUnfolded.value;
  const first = Math.max(0, messages.length - shown.value);
  const begun = isFolded ? messages.findIndex(isInCircles) : -1;
  const from = begun < 0 ? first : begun;
  const isSaid = ({ author }: ConversationMessage) => begun < 0 || author === 'user';
  const hidden = messages.length - messages.slice(from).filter(isSaid).length;
  return (
    <>
      {hidden > 0 && (
        <Button
          quiet
          onClick={() => {
            if (isFolded) isUnfolded.value = true;
            else shown.value += SHOWN_FIRST;
          }}
        >
          {t('console.talk.earlier', hidden, { count: hidden })}
        </Button>
      )}
      <ol class="talk" aria-label={t('console.tab.talk')}>
        {messages.slice(from).map((message, index) => (
          <Fragment key={`${message.createdAt} ${message.author} ${index + from}`}>
            {isSaid(message) && (
              <Said messages={messages} at={index + from} isInCircles={isInCircles(message)} />
            )}
            {receipts
              .filter((receipt) => receipt.kind === 'run' && receipt.lastMessage === index + from)
              .map((receipt) => (
                <li key={receipt.key} class="said-receipt">
                  <ReceiptLine receipt={receipt} projectId={projectId} ofDay={ofDay.get(receipt.key) ?? null}>
                    {receipt.kind === 'run' && receipt.versionId !== null && receipt.endedAt !== null && (
                      <Star
                        projectId={projectId}
                        versionId={receipt.versionId}
                        madeAt={receipt.endedAt}
                        of={formatClock(receipt.endedAt, edgeNow.value)}
                      />
                    )}
                  </ReceiptLine>
                  {receipt.kind === 'run' && receipt.ending !== 'succeeded' && (
                    <PromptAgain
                      projectId={projectId}
                      prompt={promptBefore(messages, index + from)}
                      isAsked={purpose === 'again' && index + from === messages.length - 1}
                      isLast={index + from === messages.length - 1}
                    />
                  )}
                </li>
              ))}
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/**
 * A message. What the agent said on the way is folded, below what it said last: that is its answer, or what it does now.
 */
function Said({
  messages,
  at,
  isInCircles,
}: {
  messages: readonly ConversationMessage[];
  at: number;
  isInCircles: boolean;
}) {
  const isStep = (index: number) =>
    messages[index]?.author !== 'user' &&
    messages[index + 1] !== undefined &&
    messages[index + 1]?.author !== 'user';
  const message = messages[at];
  if (message === undefined || isStep(at)) return null;
  const first = messages.slice(0, at).findLastIndex((_, index) => !isStep(index)) + 1;
  const steps = messages.slice(first, at);
  return (
    <>
      <Message message={message} isInCircles={isInCircles} />
      {message.author !== 'user' && steps.length > 0 && (
        <li class="steps">
          <details>
            <summary class="meta">{t('console.talk.steps', steps.length)}</summary>
            <ol class="talk">
              {steps.map((step, index) => (
                <Message key={index} message={step} />
              ))}
            </ol>
          </details>
        </li>
      )}
    </>
  );
}

const promptBefore = (
  messages: readonly ConversationMessage[],
  at: number,
): ConversationMessage | undefined => messages.slice(0, at + 1).findLast(({ author }) => author === 'user');

/** Puts a prompt that was not carried out into the field for the next one, as it was, with the focus on it. */
function PromptAgain({
  projectId,
  prompt,
  isAsked,
  isLast,
}: {
  projectId: string;
  prompt: ConversationMessage | undefined;
  /** Whether nothing was prompted since: then the last good version is offered too. */
  isLast: boolean;
  /** Whether it is done at once. */
  isAsked: boolean;
}) {
  const isLost = useSignal(false);
  // Until what is on its way was taken, it is in the field.
  const isSending = paidCalls.value.some(
    ({ state, about }) => about.projectId === projectId && (state === 'waiting' || state === 'sending'),
  );
  const isOffered = prompt !== undefined && !isSending && mayAct('builder');
  const take = async (how: 'push' | 'replace') => {
    if (!isOffered) return;
    const now = Date.now();
    try {
      await changePromptDraft(projectId, (begun) => intoPrompt(promptedIn(prompt), begun, now), now);
    } catch {
      isLost.value = true;
      return;
    }
    goToPart(projectAddress(projectId, 'talk'), 'composer', how);
  };
  // In place of the address that asked for it: going back to that would put the prompt there once more.
  useEffect(() => {
    if (isAsked) void take('replace');
  }, [isAsked, isOffered]);
  if (!isOffered) return null;
  const at = parseInstant(prompt.createdAt);
  return (
    <span class="prompt-again">
      <Button
        aria-label={at === null ? undefined : verbOf(t('console.talk.again'), formatClock(at, edgeNow.value))}
        onClick={() => void take('push')}
      >
        {t('console.talk.again')}
      </Button>
      {isLast && <GoBack projectId={projectId} />}
      {isLost.value && (
        <span class="meta failure">{t('console.talk.notKept', { count: PROMPT_DRAFT_MAX })}</span>
      )}
    </span>
  );
}

/** The prompts of a batch in progress, and how far it is; `status` is an open set. */
function Batch({ projectId }: { projectId: string }) {
  const project = useProject(projectId).state.value;
  const batch = project.kind === 'shown' ? project.value.multiPrompt : null;
  const status = batch?.status ?? 'done';
  if (!batch || status === 'done' || status === 'cancelled') return null;
  const current = formatNumber((batch.currentPromptIndex ?? -1) + 1);
  const total = formatNumber(batch.totalPrompts ?? batch.prompts?.length ?? 0);
  const words =
    status === 'planning'
      ? t('console.talk.batch.planning')
      : status === 'executing' || status === 'paused'
        ? t(`console.talk.batch.${status}`, { current, total })
        : t('console.talk.batch.other', { status: isolated(status) });
  return (
    <details class="batch">
      <summary>{words}</summary>
      <ol>
        {(batch.prompts ?? []).map(({ prompt, status: state }, index) => (
          <li key={index}>
            {isolated(decoded(prompt ?? ''))} <span class="meta">{promptStateWords(state ?? null)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const PROMPT_STATES = ['pending', 'executing', 'done', 'failed'] as const;

function promptStateWords(state: string | null): string {
  const known = PROMPT_STATES.find((one) => one === state);
  return known ? t(`console.talk.promptState.${known}`) : isolated(state ?? '');
}

/** Clears the agent's context; refused while it runs. */
function ClearContext({ projectId }: { projectId: string }) {
  const change = useChange();
  const project = useProject(projectId).state.value;
  const isLegacy = project.kind === 'shown' && engineOf(project.value) === 'legacy';
  const isRunning = followedProject(projectId)?.run?.phase === 'running';
  return (
    <div class="verbs clear-context">
      <ConfirmButton
        look="plain"
        label={t('console.talk.clear')}
        sure={t('console.talk.clearSure')}
        off={isRunning && t('blocker.agentRunning')}
        onSure={() =>
          void change.send(
            { method: 'POST', path: projectPath(projectId, '/agent/clear-context'), body: undefined },
            [projectPath(projectId, '/agent')],
          )
        }
      />
      {isLegacy && <span class="meta">{t('console.talk.clearLegacy')}</span>}
      <ChangeStatus state={change.state.value} kept={t('console.talk.cleared')} />
    </div>
  );
}

/**
 * Environment variables that the agent requests and the project does not have: `isProvided` of the message stays
 * false, so the project's own list decides.
 */
function KeysAskedFor({
  projectId,
  messages,
}: {
  projectId: string;
  messages: readonly ConversationMessage[];
}) {
  const project = useProject(projectId).state.value;
  if (project.kind !== 'shown') return null;
  const given = new Set((project.value.secrets ?? []).map(({ secretName }) => secretName));
  const at = messages.findLastIndex(({ secretKeysNeeded }) => secretKeysNeeded);
  const asked = Object.entries(messages[at]?.secretKeysNeeded ?? {});
  const missing = asked.filter(([name]) => !given.has(name));
  // Nobody has prompted the agent since it asked.
  const isWaiting = asked.length > 0 && !messages.slice(at).some(({ author }) => author === 'user');
  const isRunning = followedProject(projectId)?.run?.phase === 'running';
  if (missing.length === 0)
    return isWaiting ? (
      <p class="notice" role="status">
        <Glyph name="done" />
        <span>{t('console.kept')}</span>
        {!isRunning && (
          <a
            class="button primary"
            href={projectAddress(projectId, 'talk', 'go-on', formatList(asked.map(([name]) => name)))}
          >
            {t('work.continue')}
          </a>
        )}
      </p>
    ) : null;
  return (
    <Part title={t('console.talk.keys')}>
      {missing.map(([name, { description }]) => (
        <div key={name} class="key-asked">
          {description && (
            <p class="meta" dir="auto">
              {isolated(decoded(description))}
            </p>
          )}
          <AddSecret projectId={projectId} name={name} />
        </div>
      ))}
    </Part>
  );
}
