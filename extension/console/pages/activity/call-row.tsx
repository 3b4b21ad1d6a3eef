import type { LaunchState } from '../../../../shared/snapshot/launches.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { launchStatus } from '../../../launch/history.ts';
import { keyPart, LAUNCH_SIGN, refusedWords as launchRefusedWords } from '../../../launch/ui/launch-words.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { circumstancesNow } from '../../../ui/building.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { mask, naming } from '../../../ui/page-state.ts';
import { paidCallWords, refusedWords } from '../../../ui/priced-button.tsx';
import { DismissReceipt } from '../../../ui/receipt.tsx';
import { placeAt } from '../../parts/places.ts';
import { changeBy } from './event-words.ts';
import { ownCallWords, paidOperationWords, tabOfPaid } from './paid-operations.ts';
import type { OfKind, Row } from './row.ts';

const SIGN = {
  reserved: 'running',
  sent: 'running',
  // How what it began ended is said by its own entry.
  launched: 'seen',
  refused: 'failed',
  unknown: 'warning',
  absent: 'stopped',
} as const satisfies Record<LaunchState, GlyphName>;

/** A paid call as the edge's ledger has it. */
export function callRow({ id, record, own, by, words: prompt, credits: price }: OfKind<'call'>): Row {
  const { operation, state, requestedProjectId, key } = record;
  const isLaunch = operation === 'launch';
  const projectId = isLaunch ? record.projectId : requestedProjectId;
  const name =
    projectId === null ? mask(record.label ?? requestedProjectId) : naming.value.project(projectId);
  const named = { name, operation: paidOperationWords(operation) };
  const outcome = outcomeWords(record);
  const words = prompt && !naming.value.screened ? isolated(prompt.replaceAll(BETWEEN_PROMPTS, ' · ')) : null;
  const credits = state === 'launched' ? price : state === 'refused' || state === 'absent' ? 0 : null;
  const cost =
    credits === null || credits === 0 ? '' : t('fact.price', credits, { credits: formatNumber(credits) });
  return {
    ids: [id],
    sign: SIGN[state],
    projectId,
    title: t(state === 'refused' ? 'console.activity.ownRefused' : 'console.activity.ownLine', named),
    facts: [words, outcome, own ? null : changeBy({ by }, naming.value)],
    place: placeAt(tabOfPaid(operation), projectId),
    numbers: { cost, credits },
    body: [
      [t('console.activity.fact.about'), words],
      [t('fact.status'), outcome],
      [t('console.activity.fact.cost'), cost],
    ],
    names: () => [operation, prompt, name],
    record: [t('console.activity.kinds.own'), key],
    prompt: prompt ?? '',
  };
}

function outcomeWords({
  operation,
  state,
  refusal,
  isSettledByUser,
  requestedProjectId,
}: OfKind<'call'>['record']): string {
  switch (state) {
    case 'reserved':
    case 'sent':
      return t('status.sending');
    case 'unknown':
      return t('paid.open');
    case 'launched':
      return t(isSettledByUser ? 'paid.saidDone' : 'console.activity.accepted');
    case 'absent':
      return t(isSettledByUser ? 'paid.saidNot' : 'paid.absent');
    case 'refused':
      if (refusal === null) return t('paid.refused');
      if (operation === 'launch') return launchRefusedWords(refusal, circumstancesNow.value);
      return refusedWords({
        about: { operation, projectId: requestedProjectId },
        error: { kind: 'refused', code: refusal.code, message: refusal.message },
      });
  }
}

/** A line of a prompt that separates it from the next one of its batch. */
const BETWEEN_PROMPTS = /\s*^-{3,}\s*$\s*/gm;

const UNSENT_SIGN = {
  waiting: 'seen',
  sending: 'running',
  open: 'warning',
  done: 'seen',
  refused: 'failed',
  absent: 'stopped',
  receipt: 'warning',
} as const satisfies Record<StoredPaidCall['state'], GlyphName>;

export function unsentRow({ id, call }: OfKind<'unsent'>): Row {
  const { key, about, state } = call;
  const { operation, projectId } = about;
  const outcome = state === 'refused' ? refusedWords(call) : paidCallWords(call);
  const words =
    about.words && !naming.value.screened ? isolated(about.words.replaceAll(BETWEEN_PROMPTS, ' · ')) : null;
  return {
    ids: [id],
    sign: UNSENT_SIGN[state],
    projectId,
    title: ownCallWords(call),
    facts: [words, outcome],
    place: placeAt(tabOfPaid(operation), projectId),
    numbers: { cost: '', credits: 0 },
    acts: state === 'receipt' && <DismissReceipt of={call} />,
    body: [
      [t('console.activity.fact.about'), words],
      [t('fact.status'), outcome],
    ],
    names: () => [operation, about.words, naming.value.project(projectId)],
    record: [t('console.activity.kinds.own'), key],
    prompt: operation === 'startAgent' ? about.words : '',
  };
}

export function unsentLaunchRow({ id, launch }: OfKind<'unsent-launch'>): Row {
  const { draft, key } = launch;
  const status = launchStatus(launch);
  const named = { name: mask(draft.name), operation: paidOperationWords('launch') };
  const words = naming.value.screened ? null : isolated(draft.words);
  const isRefused = status.kind === 'refused';
  const outcome = isRefused
    ? launchRefusedWords(status.refusal, circumstancesNow.value)
    : status.kind === 'launched'
      ? ''
      : t(`launchStatus.${keyPart(status.kind)}`);
  return {
    ids: [id],
    sign: status.kind === 'launched' ? 'seen' : LAUNCH_SIGN[status.kind],
    projectId: null,
    title: t(isRefused ? 'console.activity.ownRefused' : 'console.activity.ownLine', named),
    facts: [words, outcome],
    place: null,
    numbers: { cost: '', credits: 0 },
    body: [
      [t('console.activity.fact.about'), words],
      [t('fact.status'), outcome],
    ],
    names: () => [draft.name],
    record: [t('console.activity.kinds.own'), key],
    prompt: draft.words,
  };
}
