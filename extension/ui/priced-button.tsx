import { useSignal } from '@preact/signals';
import type { Engine } from '../../shared/snapshot/prices.ts';
import {
  type EngineRecord,
  engineOf,
  type Price,
  type PricedOperation,
  price,
} from '../../shared/spending/price.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { countOfPrice, formatAgo, formatPrice } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import type { StoredPaidCall } from '../storage/paid-calls.ts';
import { Confirm, GuardedButton, useOpener } from './confirm.tsx';
import { browserNow, isReachable } from './page-state.ts';
import { paidCallOf, startPaidCall } from './paid-calls.ts';
import { receiptWords } from './receipt.tsx';
import { SettleCall } from './settle-call.tsx';
import { stored } from './stored-state.ts';

/** Both price lists as last read. */
export const pricesNow = () => stored.value?.snapshot?.snapshot.sections.prices.data ?? null;

/** The engine of a project. @param record of the project, where it was read; null: not */
export const engineNow = (projectId: string, record: EngineRecord | null = null): Engine | null =>
  record === null
    ? (stored.value?.snapshot?.snapshot.sections.projects.data?.items.find(
        (one) => one.projectId === projectId,
      )?.engine ?? null)
    : engineOf(record);

/** The fixed price of an operation on a project; null while unknown. @param record as of {@link engineNow} */
export const priceOn = (
  projectId: string,
  operation: PricedOperation,
  record: EngineRecord | null = null,
  times = 1,
): Price | null => price(operation, engineNow(projectId, record), pricesNow(), times);

/** "1 credit", "0.5–1 credits"; a phrase where the price is unknown. */
export function priceWords(price: Price | null): string {
  return price === null
    ? t('console.priceUnknown')
    : t('console.price', countOfPrice(price), { credits: formatPrice(price) });
}

/**
 * A button that costs credits: it shows the price, asks for confirmation, and makes one call. The outcome is shown
 * beside it, also after the page was closed meanwhile.
 */
export function PricedButton({
  label,
  question,
  price,
  priceText,
  request,
  disabled = false,
  primary = false,
  startsOpen = false,
}: {
  label: string;
  /** What will happen, in a sentence. */
  question: string;
  price: Price | null;
  /** Shown instead of a price where there is no fixed one. */
  priceText?: string;
  request: Omit<MessageRequest<'startPaidCall'>, 'key'>;
  disabled?: boolean;
  primary?: boolean;
  /** Whether it starts with its question, because another button opened it. */
  startsOpen?: boolean;
}) {
  const isQuestionShown = useSignal(startsOpen);
  const problem = useSignal<ApiError | null>(null);
  const first = useOpener(isQuestionShown.value);
  const { operation, projectId } = request.about;
  const latest = paidCallOf(projectId, operation);
  const isOpen = latest?.state === 'sending' || latest?.state === 'open';
  const back = () => (isQuestionShown.value = false);
  const send = async () => {
    back();
    const result = await startPaidCall(request);
    problem.value = result.ok ? null : result.error;
  };
  const named = `${label} · ${priceText ?? priceWords(price)}`;
  return (
    <span class="verbs">
      {isQuestionShown.value ? (
        <Confirm class="confirm" label={question} onBack={back}>
          <span class="meta">{question}</span>
          <GuardedButton class="button primary" onClick={() => void send()}>
            {named}
          </GuardedButton>
          <button type="button" class="button quiet" onClick={back}>
            {t('verb.cancel')}
          </button>
        </Confirm>
      ) : (
        <button
          ref={first}
          type="button"
          class={primary ? 'button primary' : 'button'}
          disabled={disabled || isOpen || !isReachable.value}
          onClick={() => (isQuestionShown.value = true)}
        >
          {named}
        </button>
      )}
      <span class={problem.value || latest?.error ? 'meta failure' : 'meta'} role="status">
        {problem.value ? notBegunWords(problem.value) : latest && paidCallWords(latest)}
      </span>
      {latest && <SettleUnknown call={latest} />}
    </span>
  );
}

/** What the user may say of a call whose outcome the edge does not know. */
export function SettleUnknown({ call: { state, record } }: { call: StoredPaidCall }) {
  return state === 'open' && record?.state === 'unknown' ? <SettleCall of={record} /> : null;
}

/**
 * Why a paid call was not started. One that this browser can't store is not sent, because its outcome could not be
 * followed.
 */
export function notBegunWords(error: ApiError): string {
  return error.kind === 'storage-full' ? t('console.paidNotKept') : failureWords(error);
}

/**
 * What a refused call has taken all the same: one that finds the server down starts it, at the price of that (service
 * reference, published: what excludes what, S). Starting the server itself is then not charged.
 */
function startTaken({ error, about: { operation, projectId } }: StoredPaidCall): string {
  if (error?.code !== 'SERVER_NOT_READY' || operation === 'startServer') return '';
  const taken = priceOn(projectId, 'startServer');
  return taken === null ? t('console.startTaken') : t('console.startTakenOf', { price: priceWords(taken) });
}

/** Outcome of a paid call of this browser, in words. */
export function paidCallWords(call: StoredPaidCall): string {
  const { state, error, settledAt, record, remarks } = call;
  const isSaid = record?.isSettledByUser === true;
  switch (state) {
    case 'sending':
      return error ? failureWords(error as ApiError) : t('console.sending');
    case 'open':
      return t('console.paidOpen');
    case 'done':
      if (isSaid) return t('console.paidSaidDone');
      return [
        t('console.paidDone', { ago: formatAgo(settledAt ?? 0, browserNow.value) }),
        ...(remarks ?? []).map((words) => t('console.paidRemark', { words: isolated(words) })),
      ].join(' ');
    case 'refused':
      return [error ? failureWords(error as ApiError) : t('console.paidRefused'), startTaken(call)]
        .filter(Boolean)
        .join(' ');
    case 'absent':
      return t(isSaid ? 'console.paidSaidNot' : 'console.paidAbsent');
    case 'receipt':
      return receiptWords(call);
  }
}
