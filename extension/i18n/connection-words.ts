import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import { wordOf } from '../../shared/words/say.ts';
import type { ConnectionStatus } from '../connection/status.ts';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import { formatAgo, formatClock, formatDuration, formatList } from './format.ts';
import { t } from './t.ts';

/** Failures that share another one's words. */
const SHOWN_AS = { refused: 'service-failing', 'too-many-tries': 'rate-limited' } as const;
type ShownAs = typeof SHOWN_AS;

/** Failures without words, shown as an unreachable edge. All others need some, or this does not compile. */
type Wordless = 'role' | 'bad-address' | 'code-invalid' | 'other-ledger' | 'storage-full';

/** The status in one line; empty while it is fine. */
export function connectionTitle(status: ConnectionStatus): string {
  if (status.kind === 'fine') return '';
  if (status.kind === 'service-failing' && !status.isError) return t('state.serviceSilent');
  const is = status.kind === 'failing' ? status.cause : status.kind;
  const other = (SHOWN_AS as Partial<Record<typeof is, ShownAs[keyof ShownAs]>>)[is];
  const shown = other ?? (is as Exclude<typeof is, keyof ShownAs | Wordless>);
  return t(`state.${wordOf(shown)}`) || t('state.edgeUnreachable');
}

/** Target of the remedy. */
export type WayOut = 'pair' | 'retry' | 'health' | 'account' | 'none';
export type ConnectionWords = { title: string; facts: string; wayOut: WayOut };

export type ConnectionContext = { host: string; readAt: number | null; now: number };

/** Words and remedy for everything but `fine`. */
export function connectionWords(
  status: ConnectionStatus,
  context: ConnectionContext,
): ConnectionWords | null {
  const { host, readAt, now } = context;
  const title = connectionTitle(status);
  const asOf = readAt === null ? '' : t('state.asOf', { at: formatClock(readAt, now) });
  switch (status.kind) {
    case 'fine':
      return null;
    case 'not-paired':
      return { title, facts: t('state.notPairedFacts'), wayOut: 'pair' };
    case 'loading':
      return { title, facts: t('state.loadingFacts'), wayOut: 'none' };
    case 'offline':
      return { title, facts: asOf, wayOut: 'retry' };
    case 'service-failing':
      return {
        title,
        facts: t('item.since', { since: formatClock(status.since, now) }),
        wayOut: 'retry',
      };
    case 'no-credits':
      return {
        title,
        facts: t('state.noCreditsFacts', { since: formatClock(status.since, now), asOf }),
        wayOut: 'retry',
      };
    case 'clock-wrong': {
      const by = formatDuration(Math.abs(status.skewMs));
      return {
        title,
        facts: status.skewMs > 0 ? t('state.clockAhead', { by }) : t('state.clockBehind', { by }),
        wayOut: 'none',
      };
    }
    case 'storage-failing':
      return { title, facts: t('state.storageFailingFacts', { asOf }), wayOut: 'retry' };
    case 'stale':
      return {
        title,
        facts: readAt === null ? asOf : t('state.staleFacts', { ago: formatAgo(readAt, now) }),
        wayOut: 'retry',
      };
    case 'partly':
      return {
        title,
        facts: t('section.broken', { list: formatList(status.sections.map((name) => SECTION[name]())) }),
        wayOut: 'retry',
      };
    case 'failing':
      return failingWords(status.cause, title, {
        host,
        asOf,
        isFirst: readAt === null,
        since: formatClock(status.since, now),
      });
  }
}

/**
 * Says more about a trouble where there is room: since when, the time of the data, and the next try.
 * @param nextTryAt when this browser asks its edge again by itself; null: not known
 */
export function troubleSentences(
  status: ConnectionStatus,
  { readAt, now }: Pick<ConnectionContext, 'readAt' | 'now'>,
  nextTryAt: number | null,
): string[] {
  const { since, ofWhen } = NAMED_TIMES[status.kind === 'failing' ? status.cause : status.kind];
  const isTriedAgain = nextTryAt !== null && nextTryAt > now && triesEdge(status);
  return [
    since && 'since' in status && t('item.since', { since: formatClock(status.since, now) }),
    ofWhen && readAt !== null && t('state.asOf', { at: formatClock(readAt, now) }),
    isTriedAgain && t('trouble.nextTry', { in: formatDuration(nextTryAt - now) }),
  ].filter((sentence) => typeof sentence === 'string');
}

const triesEdge = ({ kind }: ConnectionStatus): boolean =>
  kind === 'failing' || kind === 'offline' || kind === 'stale';

/** Which of it the facts of a status leave unsaid. */
type NamedTimes = { since: boolean; ofWhen: boolean };
const SINCE: NamedTimes = { since: true, ofWhen: false };
const NOTHING_MORE: NamedTimes = { since: false, ofWhen: false };
const OLD: NamedTimes = { since: true, ofWhen: true };
const OF_WHEN: NamedTimes = { since: false, ofWhen: true };
const NAMED_TIMES: Readonly<Record<Exclude<ConnectionStatus['kind'], 'failing'> | ApiErrorKind, NamedTimes>> =
  {
    fine: NOTHING_MORE,
    loading: NOTHING_MORE,
    'not-paired': NOTHING_MORE,
    offline: NOTHING_MORE,
    'service-failing': OF_WHEN,
    refused: OF_WHEN,
    'no-credits': NOTHING_MORE,
    'clock-wrong': NOTHING_MORE,
    'storage-failing': SINCE,
    stale: NOTHING_MORE,
    partly: OF_WHEN,
    revoked: OLD,
    'edge-unreachable': SINCE,
    'edge-timeout': SINCE,
    'not-an-edge': OLD,
    'edge-failing': OLD,
    'edge-not-configured': OLD,
    'key-rejected': SINCE,
    'account-unconfirmed': SINCE,
    'rate-limited': OLD,
    'too-many-tries': OLD,
    role: SINCE,
    'bad-address': SINCE,
    'code-invalid': SINCE,
    'other-ledger': SINCE,
    'storage-full': SINCE,
  };

const SECTION: Record<SectionName, () => string> = {
  account: () => t('section.account'),
  spending: () => t('fact.spending'),
  prices: () => t('fact.prices'),
  atLimit: () => t('tab.limits'),
  projects: () => t('view.projects'),
  deliveries: () => t('fact.deliveries'),
  events: () => t('fact.events'),
  subscriptions: () => t('tells.webhooks'),
  history: () => t('section.history'),
};

function failingWords(
  kind: ApiErrorKind,
  title: string,
  { host, asOf, isFirst, since }: { host: string; asOf: string; isFirst: boolean; since: string },
): ConnectionWords {
  switch (kind) {
    case 'revoked':
      return { title, facts: t('state.revokedFacts'), wayOut: 'pair' };
    case 'edge-timeout':
      return { title, facts: asOf, wayOut: 'retry' };
    case 'not-an-edge':
      return { title, facts: t('state.notAnEdgeFacts', { host }), wayOut: 'pair' };
    case 'edge-failing':
      return { title, facts: t('state.edgeFailingFacts', { asOf }), wayOut: 'retry' };
    case 'edge-not-configured':
      return {
        title,
        facts: t('state.edgeNotConfiguredFacts'),
        wayOut: 'health',
      };
    case 'key-rejected':
      return { title, facts: t('state.keyRejectedFacts', { asOf }), wayOut: 'health' };
    case 'account-unconfirmed':
      return { title, facts: t('state.accountUnconfirmedFacts', { asOf }), wayOut: 'account' };
    case 'service-failing':
    case 'refused':
      return { title, facts: t('item.since', { since }), wayOut: 'retry' };
    case 'storage-full':
      return { title, facts: t('state.storageFailingFacts', { asOf }), wayOut: 'retry' };
    case 'rate-limited':
    case 'too-many-tries':
      return { title, facts: t('state.rateLimitedFacts'), wayOut: 'none' };
    case 'role':
    case 'not-paired':
    case 'bad-address':
    case 'code-invalid':
    case 'other-ledger':
    case 'offline':
    case 'edge-unreachable':
      return {
        title,
        facts: isFirst
          ? t('state.edgeUnreachableFirst', { host })
          : t('state.edgeUnreachableFacts', { host, asOf }),
        wayOut: 'retry',
      };
  }
}
