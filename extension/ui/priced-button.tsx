import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Engine } from '../../shared/snapshot/prices.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import {
  type EngineRecord,
  engineOf,
  type Price,
  type PricedOperation,
  price,
} from '../../shared/spending/price.ts';
import { causeOfRefusal } from '../../shared/spending/refusal.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { countOfPrice, formatAgo, formatFacts, formatPrice } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { NOT_SENT_CODES } from '../paid/after-run.ts';
import type { StoredPaidCall } from '../storage/paid-calls.ts';
import { isOverNow } from './building.ts';
import { Button, type Off } from './button.tsx';
import { ConfirmButton, verbOf } from './confirm.tsx';
import { away, browserNow, naming } from './page-state.ts';
import { paidCallOf, startPaidCall, useOutcomeSeen } from './paid-calls.ts';
import { receiptWords } from './receipt.tsx';
import { SettleCall } from './settle-call.tsx';
import { followedProject, stored } from './stored-state.ts';
import { UndoButton } from './undo.tsx';

/** Both price lists as last read. */
export const pricesNow = () => stored.value?.snapshot?.snapshot.sections.prices.data ?? null;

/** The engine of a project. @param record of the project, where it was read; null: not */
export const engineNow = (projectId: string, record: EngineRecord | null = null): Engine | null =>
  record === null ? (followedProject(projectId)?.engine ?? null) : engineOf(record);

/** The fixed price of an operation on a project; null while unknown. @param record as of {@link engineNow} */
export const priceOn = (
  projectId: string,
  operation: PricedOperation,
  record: EngineRecord | null = null,
  times = 1,
): Price | null => price(operation, engineNow(projectId, record), pricesNow(), times);

/** The same of a project whose state was read; null: it was not. */
export const priceIn = (projectId: string, operation: PricedOperation, state: ProjectState | null) =>
  priceOn(projectId, operation, state?.engine ? { engineVersion: state.engine } : null);

/** "1 credit", "0.5–1 credits"; a phrase where the price is unknown. */
export function priceWords(price: Price | null): string {
  return price === null
    ? t('fact.noPrice')
    : t('fact.price', countOfPrice(price), { credits: formatPrice(price) });
}

/** A price that is one number; null where it is not. */
export const exactPrice = (price: Price | null): number | null =>
  price !== null && price.least === price.most ? price.least : null;

/** A button that costs credits: shows the price, makes one call, asks first unless it can be taken back. */
export function PricedButton({
  label,
  question,
  price,
  priceText,
  beside,
  request,
  ...rest
}: {
  label: string;
  /** What will happen, in a sentence. */
  question: string;
  price: Price | null;
  /** Shown instead of a price where there is no fixed one; empty: none is known. */
  priceText?: string;
  /** What can be done first about what the question says. */
  beside?: ComponentChildren;
  request: Omit<MessageRequest<'startPaidCall'>, 'key'>;
} & Appearance) {
  const send = async () => {
    const canWait = rest.isUndoable && !request.afterRun;
    const result = await startPaidCall(canWait ? { ...request, isUndoable: true } : request);
    return result.ok ? null : result.error;
  };
  return (
    <PaidButton
      {...rest}
      label={formatFacts(label, priceText ?? priceWords(price))}
      question={question}
      facts={
        <>
          <span class="meta">{question}</span>
          {beside}
        </>
      }
      about={request.about}
      path={rest.of === undefined ? null : request.path}
      send={send}
    />
  );
}

type Appearance = {
  /** Name of what it is done to, where other rows have the same button. */
  of?: string;
  /** Why it can't be done now. */
  off?: Off;
  /** What is typical of it, or odd about it. */
  title?: string | undefined;
  /** Why it would be refused now, which is said in place of its question; null: nothing known. */
  refused?: string | null;
  primary?: boolean;
  /** What is going on, in place of its label while it can't be done; null: nothing. */
  busy?: string | null;
  /** Whether it starts with its question, because another button opened it. */
  startsOpen?: boolean;
  /** Whether a button with its price was pressed already: it is made at once where nothing is asked. */
  isPressed?: boolean;
  /** Whether nothing is asked, because its price is the usual one and it can be taken back. */
  isUndoable?: boolean;
  /** Called when its question is canceled. */
  onBack?: () => void;
  /** Whether the page shows what was accepted: then it is said until it has ended, and for a minute only. */
  isSeenElsewhere?: boolean;
};

/**
 * A button that makes one paid call, once confirmed or until taken back. Beside it stands the outcome, even
 * if the page was closed meanwhile; an unknown one with what the service shows and what the user may say.
 */
export function PaidButton({
  label,
  of,
  question,
  facts,
  shown = null,
  about: { operation, projectId },
  path = null,
  send,
  off,
  title,
  refused = null,
  primary = false,
  busy = null,
  startsOpen = false,
  isPressed = false,
  isUndoable = false,
  onBack,
  isSeenElsewhere = false,
}: {
  label: string;
  question: string;
  /** What to know before it is confirmed. */
  facts: ComponentChildren;
  /** What the service shows of such calls, beside one whose outcome is not known. */
  shown?: ComponentChildren;
  about: Pick<StoredPaidCall['about'], 'operation' | 'projectId'>;
  /** Of its call, where other rows have the same button: the outcome of theirs is not shown here. */
  path?: string | null;
  /** @returns why it was not begun */
  send: () => Promise<ApiError | null>;
} & Appearance) {
  const problem = useSignal<ApiError | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const latest = paidCallOf(projectId, operation, path);
  const isOpen = isOngoing(latest) || isOngoing(paidCallOf(projectId, operation));
  useOutcomeSeen(latest?.state === 'refused' ? latest.key : null);
  const isSending = useSignal(false);
  const confirm = async () => {
    if (isSending.value) return;
    isSending.value = true;
    problem.value = null;
    problem.value = await send().finally(() => (isSending.value = false));
  };
  useEffect(() => {
    if (isPressed && isUndoable && refused === null && !why) void confirm();
  }, []);
  const why = off || busy || (isOpen && t('status.sending')) || away.value;
  if (latest?.sendAt)
    return (
      <UndoButton
        key={latest.key}
        of={latest}
        onTakenBack={() => requestAnimationFrame(() => button.current?.focus())}
      />
    );
  return (
    <span class="verbs">
      {isUndoable && !startsOpen && refused === null ? (
        <Button
          at={button}
          primary={primary}
          off={why}
          title={title}
          aria-label={of === undefined ? undefined : verbOf(busy ?? label, of)}
          onKeyDown={(event) => {
            if (event.repeat && event.key === 'Enter') event.preventDefault();
          }}
          onClick={() => void confirm()}
        >
          {busy ?? label}
        </Button>
      ) : (
        <ConfirmButton
          label={busy ?? label}
          of={of}
          question={refused === null ? question : refusedNowWords(refused)}
          sure={refused === null ? t('verb.confirm', { verb: label }) : null}
          look="primary"
          opener={primary && refused === null ? 'primary' : 'plain'}
          off={why}
          title={title}
          startsOpen={startsOpen || isPressed}
          onBack={onBack}
          onSure={() => void confirm()}
        >
          {refused === null ? facts : <span class="meta">{refusedNowWords(refused)}</span>}
        </ConfirmButton>
      )}
      <span
        class={problem.value || latest?.error ? 'meta failure' : 'meta'}
        role={problem.value || isNew(latest) ? 'status' : undefined}
      >
        {problem.value
          ? notBegunWords(problem.value)
          : latest && !isRefusalOver(latest) && !(isSeenElsewhere && isPast(latest)) && paidCallWords(latest)}
      </span>
      {latest && isUnknown(latest) && shown}
      {latest && <SettleUnknown call={latest} />}
    </span>
  );
}

const refusedNowWords = (why: string): string => t('paid.refusedNow', { why });

const isOngoing = (call: StoredPaidCall | undefined): boolean =>
  call?.state === 'sending' || call?.state === 'open';

/** Whether its words are announced: later only their age changes, with every minute. */
const isNew = (call: StoredPaidCall | undefined): boolean =>
  call?.settledAt == null || browserNow.value - call.settledAt < MINUTE_MS;

/** Accepted a while ago, or what it began has ended, and the service added nothing to it. */
const isPast = (call: StoredPaidCall): boolean =>
  call.state === 'done' && !call.remarks?.length && (!isNew(call) || hasEndedSince(call));

const WAITED: ReadonlySet<string> = new Set(NOT_SENT_CODES);

/** Whether what refused it is over, or, as work of its project has ended since, may be. */
function isRefusalOver(call: StoredPaidCall): boolean {
  const { state, error, settledAt, about } = call;
  if (state !== 'refused') return false;
  // Its own run before it has ended: what is newer than that is a run that has begun since.
  if (WAITED.has(error?.code ?? ''))
    return (followedProject(about.projectId)?.run?.startedAt ?? 0) > (settledAt ?? 0);
  const act = about.operation === 'startAgent' ? 'prompt' : 'deploy';
  const cause = error && causeOfRefusal({ code: error.code, details: error.guarded ?? null }, act);
  return (
    hasEndedSince(call) ||
    (cause !== null && settledAt !== null && isOverNow(cause, act, about.projectId, settledAt))
  );
}

/** Whether work of its project has ended since the call was made. */
function hasEndedSince({ confirmedAt, about: { operation, projectId } }: StoredPaidCall): boolean {
  const work = followedProject(projectId);
  const endedAt = operation === 'deploy' ? work?.deploy?.finishedAt : work?.run?.finishedAt;
  return endedAt != null && endedAt > confirmedAt;
}

/** Whether neither this browser nor the edge can find out what became of it. */
const isUnknown = ({ state, record }: StoredPaidCall): boolean =>
  state === 'open' && record?.state === 'unknown';

/** What the user may say of a call whose outcome the edge does not know. */
export function SettleUnknown({ call }: { call: StoredPaidCall }) {
  return call.record && isUnknown(call) ? <SettleCall of={call.record} /> : null;
}

/** Why a paid call was not started. One that can't be stored is not sent: its outcome can't be followed. */
export function notBegunWords(error: ApiError): string {
  return error.kind === 'storage-full' ? t('paid.notKept') : failureWords(error);
}

/**
 * What a refused call has taken all the same: one that finds the server down starts it, at the price of that
 * (service reference, published: what excludes what, S). Starting the server itself is then not charged.
 */
function startTaken({ error, about: { operation, projectId } }: RefusedCall): string {
  if (error?.code !== 'SERVER_NOT_READY' || operation === 'startServer') return '';
  const taken = priceOn(projectId, 'startServer');
  return taken === null ? t('paid.startTaken') : t('paid.startTakenOf', { price: priceWords(taken) });
}

type RefusedCall = Pick<StoredPaidCall, 'error'> & {
  about: Pick<StoredPaidCall['about'], 'operation' | 'projectId'>;
};

export function refusedWords(call: RefusedCall): string {
  const why = call.error ? failureWords(call.error as ApiError, naming.value) : t('paid.refused');
  return [why, startTaken(call)].filter(Boolean).join(' ');
}

/** Why a paid call was refused, and what it took all the same. */
export function RefusedLine(call: RefusedCall) {
  return <>{refusedWords(call)}</>;
}

export function paidCallWords(call: StoredPaidCall): string {
  const { state, error, settledAt, record, remarks } = call;
  const isSaid = record?.isSettledByUser === true;
  switch (state) {
    case 'waiting':
      return t('paid.waits');
    case 'sending':
      return error ? failureWords(error as ApiError) : t('status.sending');
    case 'open':
      return t('paid.open');
    case 'done':
      if (isSaid) return t('paid.saidDone');
      return [
        t('paid.done', { ago: formatAgo(settledAt ?? 0, browserNow.value) }),
        ...(remarks ?? []).map((words) => t('paid.remark', { words: isolated(words) })),
      ].join(' ');
    case 'refused':
      return isNew(call)
        ? refusedWords(call)
        : t('paid.refusedAgo', {
            why: refusedWords(call),
            ago: formatAgo(call.settledAt ?? 0, browserNow.value),
          });
    case 'absent':
      return t(isSaid ? 'paid.saidNot' : 'paid.absent');
    case 'receipt':
      return receiptWords(call);
  }
}
