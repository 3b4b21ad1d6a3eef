import { type AlertGroup, type ChannelKind, KIND_NAMES } from '../../../shared/edge-api/channel-kinds.ts';
import {
  ADDRESS_PROBLEMS,
  type ALERT_RESULTS,
  type ChannelHours,
  type ChannelRecord,
} from '../../../shared/edge-api/channels.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { wordOf } from '../../../shared/words/say.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { formatAgo, formatList, formatNumber, formatShortWeekday, formatUntil } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { topicsWords } from '../../i18n/topic-words.ts';
import type { FormPart, TARGET_PARTS, TargetPart } from './channel-fields.ts';

export const kindName = (kind: ChannelKind): string =>
  kind === 'webhook' ? t('console.alerts.ownAddress') : KIND_NAMES[kind];

const TARGET_WORDS: Record<ChannelKind, Partial<Record<TargetPart, () => string>>> = {
  slack: { url: () => t('console.alerts.target.slack.url') },
  telegram: {
    token: () => t('console.alerts.target.telegram.token'),
    chat: () => t('console.alerts.target.telegram.chat'),
    server: () => t('console.alerts.target.telegram.server'),
  },
  discord: { url: () => t('console.alerts.target.discord.url') },
  ntfy: {
    url: () => t('console.alerts.target.ntfy.url'),
    token: () => t('console.alerts.target.ntfy.token'),
  },
  webhook: {
    url: () => t('fact.address'),
    secret: () => t('console.alerts.target.webhook.secret'),
  },
} satisfies { [K in ChannelKind]: Record<(typeof TARGET_PARTS)[K][number], () => string> };

/** What is asked for of an address and its secret. */
export const targetWords = (kind: ChannelKind, part: TargetPart): string =>
  TARGET_WORDS[kind][part]?.() ?? '';

/** Why the edge does not call an address; null for other failures. */
export function addressRefusal({ code, reason }: Pick<ApiError, 'code' | 'reason'>): string | null {
  const problem = ADDRESS_PROBLEMS.find((one) => one === reason);
  return code === 'EDGE_INVALID_REQUEST' && problem ? t(`console.alerts.address.${wordOf(problem)}`) : null;
}

export function partName(kind: ChannelKind, part: FormPart): string {
  switch (part) {
    case 'name':
    case 'days':
      return t(`fact.${part}`);
    case 'from':
    case 'to':
    case 'timeZone':
    case 'language':
      return t(`fact.${part}`);
    case 'tells':
      return t('console.alerts.tellMe');
    case 'projects':
      return t('console.alerts.ofProjects');
    case 'links':
      return t('console.alerts.links.title');
    case 'upTo':
      return t('console.alerts.links.upTo');
    default:
      return targetWords(kind, part);
  }
}

/** What is sent of a group. */
export function tellsMeaning(tells: 'everything' | AlertGroup): string {
  switch (tells) {
    case 'everything':
      return t('console.alerts.means.everything', { kinds: topicsWords('changes') });
    case 'failures':
      return t('console.alerts.means.failures', { kinds: topicsWords('failures') });
    case 'needs-you':
    case 'work-ended':
      return t(`console.alerts.means.${wordOf(tells)}`);
    default:
      return topicsWords(tells);
  }
}

export const resultName = (result: (typeof ALERT_RESULTS)[number]): string =>
  t(`console.alerts.result.${wordOf(result)}`);

/** Whether alerts may come all day; a time that is not typed yet is none. */
export const isAllDay = ({ from, to }: Pick<ChannelHours, 'from' | 'to'>): boolean =>
  from !== '' && from === to;

/** When alerts may come. */
export function hoursWords(hours: ChannelHours | null): string | null {
  if (hours === null) return null;
  const { from, to, days, timeZone, stoppingPasses } = hours;
  if (isAllDay(hours) && new Set(days).size === 7) return null;
  const words = isAllDay(hours)
    ? t('console.alerts.allDay', { days: daysWords(days), zone: timeZone })
    : t('console.alerts.hours', { from, to, days: daysWords(days), zone: timeZone });
  return stoppingPasses ? `${words} ${t('console.alerts.stopping')}.` : words;
}

/** What the links of its alerts may do, and why they carry none; null: links are off. */
export function linksWords({ links, linksNow }: ChannelRecord): string | null {
  if (links === undefined) return null;
  if (linksNow?.lack === 'no-address') return t('console.alerts.links.noAddress');
  if (linksNow?.lack === 'no-owner') return t('console.alerts.links.noOwner');
  if (links.may !== 'spends')
    return t('console.alerts.links.may', { what: t(`console.alerts.links.${links.may}`) });
  const spent = formatNumber(linksNow?.spent ?? 0);
  return t('console.alerts.links.maySpend', { spent, upTo: formatNumber(links.upTo) });
}

/** "every day", "Mon–Fri", "Mon, Wed and Sat". */
function daysWords(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted();
  if (sorted.length === 7) return t('console.alerts.everyDay');
  const [first, last] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  return sorted.length > 2 && last - first === sorted.length - 1
    ? `${formatShortWeekday(first)}–${formatShortWeekday(last)}`
    : formatList(sorted.map(formatShortWeekday));
}

/** Says why alerts do not arrive, in the service's own words, and what follows; null: no problem is known. */
export function problemWords({ problem, state, nextTryAt }: ChannelRecord, now: InstantMs): string | null {
  if (problem === null) return null;
  // No service has answered: the edge opens its address no more.
  if (state === 'stopped' && problem.status === null && problem.words === '')
    return t('console.alerts.unreadable', { ago: formatAgo(problem.since, now) });
  const facts = {
    answer: isolated([problem.status, problem.words].filter(Boolean).join(' ')),
    ago: formatAgo(problem.since, now),
  };
  if (state === 'stopped') return t('console.alerts.stopped', facts);
  const failing = t('console.alerts.failing', facts);
  return nextTryAt === null
    ? failing
    : `${failing} ${t('console.alerts.nextTry', { when: formatUntil(nextTryAt, now) })}`;
}
