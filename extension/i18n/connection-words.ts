import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import type { ConnectionStatus } from '../connection/status.ts';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import { formatAgo, formatClock, formatDuration, formatList } from './format.ts';
import { t, wordOf } from './t.ts';

/** Failures that share another one's words. */
const SHOWN_AS = { refused: 'service-failing', 'too-many-tries': 'rate-limited' } as const;
type ShownAs = typeof SHOWN_AS;

/**
 * Failures without words of their own, shown as an unreachable edge. Every other must have some, or this does not
 * compile.
 */
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
export type WayOut = 'pair' | 'retry' | 'health' | 'none';
export type ConnectionWords = { title: string; facts: string; wayOut: WayOut };

export type ConnectionContext = { host: string; readAt: number | null; now: number };

/** Words and remedy for everything but `fine`. */
export function connectionWords(
  status: ConnectionStatus,
  context: ConnectionContext,
): ConnectionWords | null {
  const { host, readAt, now } = context;
  const title = connectionTitle(status);
  const at = readAt === null ? t('state.never') : formatClock(readAt, now);
  switch (status.kind) {
    case 'fine':
      return null;
    case 'not-paired':
      return { title, facts: t('state.notPairedFacts'), wayOut: 'pair' };
    case 'loading':
      return { title, facts: t('state.loadingFacts'), wayOut: 'none' };
    case 'offline':
      return {
        title,
        facts: readAt === null ? t('state.offlineFirst') : t('state.offlineFacts', { at }),
        wayOut: 'retry',
      };
    case 'service-failing':
      return {
        title,
        facts: t('state.serviceFailingFacts', { at: formatClock(status.since, now) }),
        wayOut: 'retry',
      };
    case 'no-credits':
      return {
        title,
        facts: t('state.noCreditsFacts', { since: formatClock(status.since, now), at }),
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
      return { title, facts: t('state.storageFailingFacts', { at }), wayOut: 'retry' };
    case 'stale':
      return {
        title,
        facts: t('state.staleFacts', { ago: readAt === null ? t('state.never') : formatAgo(readAt, now) }),
        wayOut: 'retry',
      };
    case 'partly':
      return {
        title,
        facts: t('section.broken', { list: formatList(status.sections.map((name) => SECTION[name]())) }),
        wayOut: 'retry',
      };
    case 'failing':
      return failingWords(status.cause, title, { host, at, first: readAt === null });
  }
}

const SECTION: Record<SectionName, () => string> = {
  account: () => t('section.account'),
  spending: () => t('section.spending'),
  prices: () => t('section.prices'),
  atLimit: () => t('section.atLimit'),
  projects: () => t('section.projects'),
  deliveries: () => t('section.deliveries'),
  events: () => t('section.events'),
  subscriptions: () => t('section.subscriptions'),
  history: () => t('section.history'),
};

function failingWords(
  kind: ApiErrorKind,
  title: string,
  { host, at, first }: { host: string; at: string; first: boolean },
): ConnectionWords {
  switch (kind) {
    case 'revoked':
      return { title, facts: t('state.revokedFacts'), wayOut: 'pair' };
    case 'edge-timeout':
      return { title, facts: t('state.edgeTimeoutFacts', { at }), wayOut: 'retry' };
    case 'not-an-edge':
      return { title, facts: t('state.notAnEdgeFacts', { host }), wayOut: 'pair' };
    case 'edge-failing':
      return { title, facts: t('state.edgeFailingFacts'), wayOut: 'retry' };
    case 'edge-not-configured':
      return {
        title,
        facts: t('state.edgeNotConfiguredFacts'),
        wayOut: 'health',
      };
    case 'key-rejected':
      return { title, facts: t('state.keyRejectedFacts', { at }), wayOut: 'health' };
    case 'service-failing':
    case 'refused':
      return {
        title,
        facts: t('state.serviceFailingFacts', { at }),
        wayOut: 'retry',
      };
    case 'storage-full':
      return { title, facts: t('state.storageFailingFacts', { at }), wayOut: 'retry' };
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
        facts: first
          ? t('state.edgeUnreachableFirst', { host })
          : t('state.edgeUnreachableFacts', { host, at }),
        wayOut: 'retry',
      };
  }
}
