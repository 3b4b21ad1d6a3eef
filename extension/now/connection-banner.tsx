import { asOf, type ConnectionStatus } from '../connection/status.ts';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import { type ConnectionWords, connectionWords } from '../i18n/connection-words.ts';
import { HIDDEN } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { act, refreshing } from '../ui/act.ts';
import { Button } from '../ui/button.tsx';
import { Flame, Glyph, type GlyphName } from '../ui/icons.tsx';
import { ConsoleLink, OpenLink } from '../ui/open-link.tsx';
import { consoleAddress, openFirstPage } from '../ui/open-page.ts';
import { browserNow, naming, statusNow } from '../ui/page-state.ts';
import { attentionNow, stored } from '../ui/stored-state.ts';
import { saysOutOfCredits } from './balance.tsx';

/** A connection problem with its remedy; nothing while there is none. */
export function ConnectionBanner() {
  const state = stored.value;
  if (!state) return null;
  const status = statusNow.value;
  const words = connectionWords(status, {
    host: naming.value.screened ? HIDDEN : hostOf(state.connection?.edge),
    readAt: asOf(state),
    now: browserNow.value,
  });
  // What is written in place of the balance says it, and the foot the age of what is shown.
  const isSaid = status.kind === 'no-credits' && saysOutOfCredits();
  if (!words || isSaid) return null;
  if (!state.snapshot || !state.connection) {
    return (
      <div class="alone" role="status">
        <Flame lit={status.kind === 'loading'} />
        <strong>{words.title}</strong>
        <span class="meta">{words.facts}</span>
        <ConnectionWay words={words} edge={state.connection?.edge ?? null} primary />
        {status.kind === 'not-paired' && (
          <Button onClick={() => void lookAround()}>{t('verb.lookAround')}</Button>
        )}
      </div>
    );
  }
  return (
    <div class="connection" role="status">
      <Glyph name={connectionGlyph(status)} />
      <div>
        <strong>{words.title}</strong>
        <span class="meta block">{words.facts}</span>
      </div>
      <ConnectionWay words={words} edge={state.connection?.edge ?? null} />
    </div>
  );
}

/** In the demo account, of which a paired popup loads nothing. */
const lookAround = async () => (await import('../demo/open-demo.ts')).startDemo();

/** What lifts it: pairing, another try, or the edge's health page. */
export function ConnectionWay({
  words,
  edge,
  primary = false,
}: {
  words: ConnectionWords;
  edge: string | null;
  primary?: boolean;
}) {
  const look = primary ? 'button primary' : 'button verb';
  switch (words.wayOut) {
    case 'pair':
      return (
        <Button class={look} onClick={() => void openFirstPage()}>
          {primary ? t('verb.pairBrowser') : t('verb.pairAgain')}
        </Button>
      );
    case 'retry':
      return (
        <Button
          class={look}
          off={refreshing.value && t('status.loading')}
          onClick={() => act('refresh', { fresh: true })}
        >
          {t('verb.retry')}
        </Button>
      );
    case 'health':
      return edge === null ? null : (
        <OpenLink class={look} to={`${edge}/health`}>
          {t('verb.openHealth')}
        </OpenLink>
      );
    case 'account':
      return (
        <ConsoleLink class={look} to={consoleAddress('settings')}>
          {t('view.settings')}
        </ConsoleLink>
      );
    case 'none':
      return null;
  }
}

export function connectionGlyph(status: ConnectionStatus): GlyphName {
  switch (status.kind) {
    case 'not-paired':
    case 'offline':
      return 'off';
    case 'loading':
      return 'running';
    case 'partly':
    case 'stale':
    case 'storage-failing':
    case 'clock-wrong':
    case 'service-failing':
      return 'warning';
    case 'no-credits':
      return 'critical';
    case 'failing':
      return CRITICAL.has(status.cause) ? 'critical' : 'warning';
    case 'fine':
      return 'done';
  }
}

const CRITICAL: ReadonlySet<ApiErrorKind> = new Set(['revoked', 'key-rejected', 'account-unconfirmed']);

export function hostOf(edge: string | undefined): string {
  return edge && URL.canParse(edge) ? new URL(edge).host : '';
}

/** "Nothing needs you", shown only when that is known. */
export function EmptyState() {
  const state = stored.value;
  if (!state?.snapshot || attentionNow.value.open > 0) return null;
  const status = statusNow.value;
  if (status.kind !== 'fine') return null;
  const projects = state.snapshot.snapshot.sections.projects.data;
  const none = projects !== null && projects.items.length === 0;
  return (
    <div class="empty-state">
      <Glyph name={none ? 'seen' : 'done'} />
      <div>
        <strong>{none ? t('status.noProjects') : t('badge.calm')}</strong>
      </div>
    </div>
  );
}
