import './talk.css';
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type ConversationMessage, conversation } from '../../../../../shared/builder-api/agent.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import { formatClock, formatList, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { serviceWord } from '../../../../i18n/service-words.ts';
import { t } from '../../../../i18n/t.ts';
import { intoPrompt } from '../../../../launch/into-prompt.ts';
import { NotFixed } from '../../../../now/not-fixed.tsx';
import { GoBack } from '../../../../now/site-look.tsx';
import { fixPrompt } from '../../../../now/work-editors.tsx';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { useProject } from '../../../../reads/use-project.ts';
import { changePromptDraft, PROMPT_DRAFT_MAX } from '../../../../storage/prompt-drafts.ts';
import { Button } from '../../../../ui/button.tsx';
import { verbOf } from '../../../../ui/confirm.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { edgeNow, naming } from '../../../../ui/page-state.ts';
import { paidCalls } from '../../../../ui/paid-calls.ts';
import { followedProject, mayAct } from '../../../../ui/stored-state.ts';
import { AddSecret } from '../../../kit/add-secret.tsx';
import { goToPart } from '../../../parts/arrival.ts';
import { decoded } from '../../../parts/escaped-text.ts';
import { Part } from '../../../parts/part.tsx';
import { ReceiptLine, useReceipts } from '../../../parts/receipts.tsx';
import type { Receipt } from '../../../parts/receipts-of.ts';
import type { TabProps } from '../../../parts/routes.ts';
import { projectAddress } from '../../../parts/routes.ts';
import { Star } from '../../../parts/star.tsx';
import { Message } from './message.tsx';
import { PromptForm } from './prompt-form.tsx';
import { promptedIn } from './prompt-request.ts';

const SHOWN_FIRST = 60;

/** Conversation over all runs, and the next prompt. `rest`: what to begin, such as `fix`, and with what. */
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
      <section class="talk-scroll" tabIndex={0} aria-label={t('tab.talk')}>
        <div class="talk-content">
          <Loaded of={talk}>
            {({ conversation: messages }) =>
              messages.length === 0 ? (
                <p class="notice meta">{t('status.nothingYet')}</p>
              ) : (
                <>
                  <Messages projectId={projectId} messages={messages} purpose={purpose} />
                  {mayAct('builder') && <KeysAskedFor projectId={projectId} messages={messages} />}
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
  /** Whether a link asked for the last prompt `again`. */
  purpose: string | undefined;
}) {
  const { receipts, ofDay } = useReceipts(projectId);
  const shown = useSignal(SHOWN_FIRST);
  const from = Math.max(0, messages.length - shown.value);
  return (
    <>
      {from > 0 && (
        <Button quiet onClick={() => (shown.value += SHOWN_FIRST)}>
          {t('console.talk.earlier', from, { count: from })}
        </Button>
      )}
      <ol class="talk" aria-label={t('tab.talk')}>
        {messages.slice(from).map((message, index) => (
          <Fragment key={`${message.createdAt} ${message.author} ${index + from}`}>
            <Said messages={messages} at={index + from} />
            <ReceiptAt
              receipt={receipts.find(({ lastMessage }) => lastMessage === index + from)}
              ofDay={ofDay}
              messages={messages}
              projectId={projectId}
              purpose={purpose}
            />
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/**
 * Receipt of the run that ends with a message, with what can be done about it. Keyed by its message, it stays
 * the same receipt when the run's row is read.
 */
function ReceiptAt({
  receipt,
  ofDay,
  messages,
  projectId,
  purpose,
}: {
  receipt: Receipt | undefined;
  ofDay: ReadonlyMap<string, number>;
  messages: readonly ConversationMessage[];
  projectId: string;
  purpose: string | undefined;
}) {
  if (receipt === undefined || receipt.lastMessage === null) return null;
  const { row, versionId, endedAt, lastMessage } = receipt;
  const isLast = lastMessage === messages.length - 1;
  return (
    <li class="said-receipt">
      <ReceiptLine receipt={receipt} projectId={projectId} ofDay={ofDay.get(receipt.key) ?? null}>
        {row && <NotFixed run={row} of={formatClock(row.begunAt, edgeNow.value)} />}
        {versionId !== null && endedAt !== null && (
          <Star
            projectId={projectId}
            versionId={versionId}
            madeAt={endedAt}
            // As beside: two runs may end in one minute.
            of={formatClock(row?.begunAt ?? endedAt, edgeNow.value)}
          />
        )}
      </ReceiptLine>
      {receipt.ending !== 'succeeded' && (
        <PromptAgain
          projectId={projectId}
          prompt={promptBefore(messages, lastMessage)}
          isAsked={purpose === 'again' && isLast}
          isLast={isLast}
        />
      )}
    </li>
  );
}

/** Message. What the agent said on the way is folded below what it said last: its answer, or its work now. */
function Said({ messages, at }: { messages: readonly ConversationMessage[]; at: number }) {
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
      <Message message={message} />
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

/** Puts a prompt that was not carried out back into the field for the next one, and focuses it. */
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
    // Before the prompt is put there: an address that still asks would put it there once more.
    goToPart(projectAddress(projectId, 'talk'), 'composer', how);
    await changePromptDraft(projectId, (begun) => intoPrompt(promptedIn(prompt), begun, now), now).catch(
      () => (isLost.value = true),
    );
  };
  // In place of the address that asked for it, which going back would open again.
  useEffect(() => {
    if (isAsked) void take('replace');
  }, [isAsked, isOffered]);
  if (!isOffered) return null;
  const at = parseInstant(prompt.createdAt);
  return (
    <span class="prompt-again">
      <Button
        aria-label={at === null ? undefined : verbOf(t('verb.promptAgain'), formatClock(at, edgeNow.value))}
        onClick={() => void take('push')}
      >
        {t('verb.promptAgain')}
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
        : t('console.talk.batch.other', { status: serviceWord(status) });
  return (
    <details class="batch">
      <summary>{words}</summary>
      <ol>
        {(batch.prompts ?? []).map(({ prompt, status: state }, index) => (
          <li key={index}>
            {isolated(decoded(prompt ?? ''))}{' '}
            <span class="meta">{serviceWord(state ?? '', 'promptState')}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Requested variables that the project lacks by its own list: a message's `isProvided` stays false. */
function KeysAskedFor({
  projectId,
  messages,
}: {
  projectId: string;
  messages: readonly ConversationMessage[];
}) {
  const project = useProject(projectId).state.value;
  const given =
    project.kind === 'shown' && new Set((project.value.secrets ?? []).map(({ secretName }) => secretName));
  const at = messages.findLastIndex(({ secretKeysNeeded }) => secretKeysNeeded);
  const asked = Object.entries(messages[at]?.secretKeysNeeded ?? {});
  const missing = given ? asked.filter(([name]) => !given.has(name)) : [];
  const goOn = useRef<HTMLAnchorElement>(null);
  const before = useRef(0);
  // The form that had the focus is gone: what comes next has it.
  useLayoutEffect(() => {
    if (before.current > missing.length && document.activeElement === document.body) goOn.current?.focus();
    before.current = missing.length;
  }, [missing.length]);
  if (!given) return null;
  // Nobody has prompted the agent since it asked.
  const isWaiting = asked.length > 0 && !messages.slice(at).some(({ author }) => author === 'user');
  const isRunning = followedProject(projectId)?.run?.phase === 'running';
  if (missing.length === 0)
    return isWaiting ? (
      <p class="notice" role="status">
        <Glyph name="done" />
        <span>{t('status.saved')}</span>
        {!isRunning && (
          <a
            ref={goOn}
            class="button primary"
            href={projectAddress(projectId, 'talk', 'go-on', formatList(asked.map(([name]) => name)))}
          >
            {t('work.continue')}
          </a>
        )}
      </p>
    ) : null;
  return (
    <Part title={t('fact.keysWanted')}>
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
