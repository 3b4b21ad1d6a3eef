import type { AttentionItem, Reason } from '../../shared/attention/item.ts';
import { stopsBuilding } from '../../shared/attention/kinds.ts';
import { mayActAs } from '../../shared/edge-api/role.ts';
import { environmentName, featureName } from '../i18n/attention-words.ts';
import { eventKindWords } from '../i18n/event-kind.ts';
import { formatExact, formatList } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { quoted, serviceWord } from '../i18n/service-words.ts';
import { t } from '../i18n/t.ts';
import { buildingFact } from '../ui/building.ts';
import { Button } from '../ui/button.tsx';
import { focusAfter } from '../ui/keep-focus.ts';
import { lazily } from '../ui/lazily.tsx';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { isReachable, naming } from '../ui/page-state.ts';
import { isProjectMuted, muteProject } from '../ui/settings-change.ts';
import { stored } from '../ui/stored-state.ts';
import { adviceOf, webhookIdOf } from './item-actions.ts';
import { Facts, ProjectLinks } from './row-detail.tsx';
import { focusRow } from './rows.tsx';
import { markSeen, markUnseen } from './seen-row.tsx';

const DeployAgain = lazily(async () => (await import('./work-editors.tsx')).DeployAgain);
const ReceiverPath = lazily(async () => (await import('./webhook-parts.tsx')).ReceiverPath);
const SyncButton = lazily(async () => (await import('./webhook-parts.tsx')).SyncButton);
const WaysOn = lazily(async () => (await import('./go-back.tsx')).WaysOn);

/**
 * Exact facts about an item, and secondary actions.
 * @param isBeside whether it stands beside the lists, where what repairs it is the one thing to do
 * @param onFix opens the form for a run that fixes it; null while it is open
 */
export function ItemDetail({
  item,
  isBeside,
  onFix,
}: {
  item: AttentionItem;
  isBeside: boolean;
  onFix: (() => void) | null;
}) {
  const repair = isBeside ? 'button primary' : 'button';
  const { projectId, reason } = item;
  const role = isReachable.value ? (stored.value?.connection?.role ?? 'viewer') : 'viewer';
  const isOfSite = reason.kind === 'deploy-failed' || reason.kind === 'live-failing';
  const isFailed = reason.kind === 'run-failed' || isOfSite;
  const isOfWebhooks =
    reason.kind === 'webhooks-silent' ||
    reason.kind === 'subscriptions-failing' ||
    (reason.kind === 'delivery-failures' && reason.ours);
  const isMuted = projectId !== null && isProjectMuted(projectId);
  return (
    <>
      <Facts of={exactFacts(item)} />
      {reason.kind === 'delivery-failures' && mayActAs(role, 'owner') && !naming.value.screened && (
        <ReceiverPath itemId={item.id} />
      )}
      <div class="verbs">
        {projectId !== null && <WaysOn projectId={projectId} reason={reason} role={role} />}
        {isFailed && projectId !== null && mayActAs(role, 'builder') && onFix && (
          <Button class={repair} onClick={onFix}>
            {t('verb.fix')}
          </Button>
        )}
        {/* There it stands beside why it failed. */}
        {reason.kind === 'deploy-failed' && projectId !== null && !naming.value.screened && (
          <ConsoleLink class="button" to={consoleAddress('projects', projectId, 'ship')}>
            {t('fact.logs')}
          </ConsoleLink>
        )}
        {reason.kind === 'channel-failing' && mayActAs(role, 'builder') && (
          <ConsoleLink class={repair} to={consoleAddress('settings', 'alerts', reason.channelId)}>
            {t('verb.openChannel')}
          </ConsoleLink>
        )}
        {isOfWebhooks && mayActAs(role, 'owner') && <SyncButton />}
        {reason.kind === 'delivery-failures' && !naming.value.screened && (
          <ConsoleLink
            class={isOfWebhooks ? 'button' : repair}
            to={consoleAddress('settings', 'webhooks', webhookIdOf(item.id))}
          >
            {t('verb.seeDeliveries')}
          </ConsoleLink>
        )}
        <Button
          onClick={() =>
            void focusAfter(item.seen === null ? markSeen(item) : markUnseen(item), () => focusRow(item.id))
          }
        >
          {item.seen === null ? t('verb.acknowledge') : t('verb.unacknowledge')}
        </Button>
        <ProjectLinks projectId={projectId} />
        {projectId !== null && (
          <Button quiet onClick={() => void muteProject(projectId, !isMuted)}>
            {t(isMuted ? 'verb.unmute' : 'verb.muteProject')}
          </Button>
        )}
        <span class="meta" role="status">
          {isMuted && t('now.muted')}
        </span>
      </div>
      {/* Its question takes a line of its own: nothing is below it. */}
      {isOfSite && projectId !== null && mayActAs(role, 'builder') && <DeployAgain projectId={projectId} />}
    </>
  );
}

function exactFacts(item: AttentionItem): [string, string][] {
  const { screened } = naming.value;
  const advice = screened ? null : adviceOf(item.reason);
  // What repairs it is what the row was opened for.
  const facts: [string, string][] = advice === null ? [] : [[t('fact.help'), advice]];
  if (!item.isEarlier && !SAYS_SINCE.has(item.reason.kind))
    facts.push([t('fact.since'), formatExact(item.openedAt)]);
  if (item.seen) facts.push([t('fact.seen'), seenWords(item.seen, screened)]);
  if (item.projectId !== null && !screened) facts.push([t('fact.project'), item.projectId]);
  // What stops building is itself the answer; to a receiver it is none.
  const isAsked = !stopsBuilding(item.reason) && item.reason.kind !== 'delivery-failures';
  if (item.projectId !== null && isAsked) facts.push(...buildingFact(item.projectId));
  if (!screened) facts.push(...exactlyOf(item.reason));
  return facts;
}

/** Kinds whose row says since when, to the minute. */
const SAYS_SINCE: ReadonlySet<Reason['kind']> = new Set<Reason['kind']>([
  'balance-low',
  'channel-failing',
  'delivery-failures',
  'guard-failed',
  'launch-step',
  'launch-unknown',
  'live-failing',
  'not-fixed',
  'subscriptions-failing',
  'webhooks-silent',
]);

/** When, and in whose browser; a viewer's own has no name. */
function seenWords({ at, by }: NonNullable<AttentionItem['seen']>, screened: boolean): string {
  const when = formatExact(at);
  return by === '' || screened ? when : t('fact.seenBy', { at: when, name: isolated(by) });
}

/** What the item's kind says of it, exactly, by name. */
export function exactlyOf(reason: Reason): [string, string][] {
  switch (reason.kind) {
    case 'delivery-failures':
      return [
        [t('fact.event'), eventKindWords(reason.event)],
        // Its row says the status; without one, the error.
        ...known(
          t('fact.error'),
          reason.error?.includes(String(reason.httpStatus)) ? null : quoted(reason.error),
        ),
        [t('fact.last'), formatExact(reason.lastAt)],
        [t('fact.retry'), reason.givenUp ? t('fact.givenUp') : t('fact.retrying')],
      ];
    case 'feature-budget':
    case 'feature-warning':
      return [[t('fact.feature'), featureName(reason.feature)]];
    case 'cron-job':
      return [
        [t('fact.job'), reason.jobId],
        ...known(t('fact.env'), reason.env && environmentName(reason.env)),
        ...known(t('fact.status'), reason.lastStatus && serviceWord(reason.lastStatus)),
      ];
    case 'subscriptions-failing':
      return [
        [t('fact.event'), formatList(reason.events.map(eventKindWords))],
        ...known(t('fact.error'), quoted(serviceWordsIn(reason.problem))),
      ];
    case 'guard-failed':
    case 'launch-step':
      return [[t('fact.error'), isolated(reason.message)]];
    case 'live-failing':
      return [[t('fact.address'), reason.host]];
    case 'run-budget':
      return [];
    case 'launch-unknown':
      return [[t('fact.key'), reason.key]];
    case 'project-paused':
      return known(t('fact.status'), reason.state && serviceWord(reason.state));
    case 'keys-needed':
      return reason.keys.map(({ name, description }) => [name, description ?? '']);
    case 'access-changed':
    case 'webhooks-silent':
    case 'channel-failing':
    case 'balance-low':
    case 'balance-forecast':
    case 'credits-exhausted':
    case 'kill-switch':
    case 'payments-disconnected':
    // Their row says why, and when they reset.
    case 'credit-cap':
    case 'cap-forecast':
    case 'cap-warning':
    case 'not-fixed':
    case 'run-failed':
    case 'deploy-failed':
      return [];
  }
}

const known = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]];

/** The service's words within a message of the edge: the part that is the same in every language. */
export const serviceWordsIn = (problem: string | null): string =>
  problem?.split(': ').slice(1).join(': ') ?? '';
