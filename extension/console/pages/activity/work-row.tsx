import { announceNews, type News } from '../../../../shared/attention/news.ts';
import type { Ending } from '../../../../shared/endings/ending.ts';
import { FILLED_KEYS } from '../../../../shared/endings/event-ending.ts';
import { noticeWords } from '../../../i18n/attention-words.ts';
import { endingWords } from '../../../i18n/ending-words.ts';
import { eventKindWords } from '../../../i18n/event-kind.ts';
import { formatClock, formatDuration, formatExact, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { quoted } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import { ENDED_GLYPH } from '../../../now/recent.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { outcomesOf, toldInBody } from '../../kit/sent-alert-words.ts';
import { decoded } from '../../parts/escaped-text.ts';
import { standingOf, standingWords } from '../../parts/over-by-now.ts';
import { placeAt } from '../../parts/places.ts';
import { OPERATION_OF, workReceipt } from '../../parts/receipts.tsx';
import { receiptOf } from '../../parts/receipts-of.ts';
import { EntryBody, EventBody } from './event-body.tsx';
import { eventText } from './event-row.tsx';
import { alsoWords } from './event-words.ts';
import { paidOperationWords } from './paid-operations.ts';
import type { BodyRow, OfKind, Row } from './row.ts';

type Work = OfKind<'work'>;

/** The service's event of the end of each kind of work that has one. */
const EVENT_OF: Readonly<Partial<Record<Work['row']['kind'], string>>> = {
  run: 'agent.prompt.finished',
  deploy: 'deployment.finished',
};

export function workRow({ id, row, own, end, also, told }: Work): Row {
  const { projectId, kind, isOver } = row;
  const { screened } = naming.value;
  const events = [...(end === null ? [] : [end]), ...also];
  const ending = row.ending ?? 'not-known';
  const receipt = isOver && !screened ? workReceipt(row) : null;
  const prompt = receiptOf(row).prompt ?? '';
  const keys = end?.facts[FILLED_KEYS];
  const reason = ending === 'failed' && !screened && row.reason ? decoded(row.reason) : null;
  const isMute = kind === 'deploy' && ending === 'failed' && reason === null && !screened;
  const { duration = '', cost = '' } = receipt ?? {};
  const place = placeAt(kind === 'run' ? 'talk' : 'ship', projectId);
  const rows: BodyRow[] = [
    [t('fact.status'), isOver ? endingWords(ending) : goingWords(row)],
    [
      t('console.activity.fact.begun'),
      own && row.sentAt !== null && t('console.activity.hereAt', { at: formatExact(row.sentAt) }),
    ],
    [t('fact.prompt'), prompt && isolated(prompt)],
    [t('console.activity.fact.reason'), reason && isolated(reason)],
    [t('console.activity.fact.keys'), typeof keys === 'string' && isolated(keys)],
    [t('console.activity.fact.fixAttempts'), row.fixAttempts !== null && formatNumber(row.fixAttempts)],
    [t('console.activity.fact.refunded'), row.refunded === true && t('fact.yes')],
    [t('console.activity.fact.duration'), duration],
    [t('console.activity.fact.cost'), cost],
    [t('console.activity.fact.told'), toldInBody(told)],
  ];
  return {
    ids: [id, ...events.map(({ seq }) => String(seq))],
    sign: isOver ? (asksForKeys(ending, keys) ? 'warning' : ENDED_GLYPH[ending]) : 'running',
    projectId,
    title: titleOf(row, ending, keys),
    facts: [
      isOver ? null : goingWords(row),
      standingWords(standingOf(events, stored.value?.snapshot?.snapshot.attention)),
      quoted(reason) ?? (isMute ? t('console.activity.noReason') : null),
      typeof keys === 'string' && !screened ? isolated(keys) : null,
      receipt?.about ?? (screened ? null : isolated(prompt.slice(0, PROMPT_SHOWN_MAX))),
      EVENT_OF[kind] === undefined && isOver && ending !== 'succeeded' ? endingWords(ending) : null,
      ...also.map((one) => alsoWords(one, naming.value)),
      own && row.sentAt !== null
        ? t('console.activity.begunHere', { at: formatClock(row.sentAt, row.overAt ?? edgeNow.value) })
        : null,
      // Of a run, what it took says so.
      row.refunded === true && kind !== 'run' && cost === '' ? t('console.activity.fact.refunded') : null,
      end?.source === 'reconciled' ? t('console.activity.found') : null,
      ...outcomesOf(told),
    ],
    place,
    hint: end?.event,
    ...(receipt && { numbers: receipt }),
    body: () =>
      end === null ? (
        <EntryBody {...{ place, projectId, rows }} at={row.overAt ?? row.begunAt} />
      ) : (
        <EventBody event={end} {...{ also, place, rows }} />
      ),
    names: () => [prompt, kind, ...events.map(eventText)],
    record: [kindWords(kind), end?.id ?? row.call ?? ''],
    prompt,
  };
}

const PROMPT_SHOWN_MAX = 120;

const kindWords = (kind: Work['row']['kind']): string => {
  const event = EVENT_OF[kind];
  return event === undefined ? paidOperationWords(OPERATION_OF[kind]) : eventKindWords(event);
};

/** Whether a run has done what it could, and asked for keys for the rest. */
const asksForKeys = (ending: Ending, keys: unknown): boolean => ending === 'succeeded' && keys !== undefined;

function titleOf(row: Work['row'], ending: Ending, keys: unknown): string {
  const { kind, projectId, isOver, capped } = row;
  const name = naming.value.project(projectId);
  if (isOver && asksForKeys(ending, keys)) return t('console.activity.askedForKeys', { name });
  // The service tells a cap and a budget alike.
  if (isOver && ending === 'capped' && capped !== null) {
    const words = t(capped.by === 'run-budget' ? 'verdict.stoppedByBudget' : 'verdict.stoppedByCap');
    return `${name}: ${words}`;
  }
  const news = isOver ? newsOf(row, ending) : null;
  if (news === null)
    return t('console.activity.ownLine', { name, operation: paidOperationWords(OPERATION_OF[kind]) });
  return noticeWords(announceNews(news, projectId, 0, ''), naming.value, edgeNow.value).title;
}

function newsOf({ kind, credits, refunded }: Work['row'], ending: Ending): News | null {
  switch (kind) {
    case 'run':
      return { kind: 'run-finished', outcome: ending, durationMs: null, credits };
    case 'deploy': {
      const outcome = ending === 'succeeded' || ending === 'failed' ? ending : 'not-known';
      return {
        kind: 'deploy-finished',
        outcome,
        durationMs: null,
        liveUrl: null,
        refunded: refunded === true,
      };
    }
    case 'restore':
    case 'rebuild':
    case 'server':
      return null;
  }
}

function goingWords({ startedAt, sentAt }: Work['row']): string {
  const since = startedAt ?? sentAt;
  return since === null
    ? t('console.activity.going')
    : t('console.activity.goingFor', { elapsed: formatDuration(edgeNow.value - since) });
}
