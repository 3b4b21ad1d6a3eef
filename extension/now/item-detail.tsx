import type { ComponentChildren } from 'preact';
import type { AttentionItem } from '../../shared/attention/item.ts';
import {
  type AttentionKind,
  type Reason,
  type ReasonOf,
  stopsBuilding,
} from '../../shared/attention/kinds/kinds.ts';
import { webhookIdOf } from '../../shared/attention/kinds/webhooks.ts';
import type { Method } from '../../shared/attention/rule.ts';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import { environmentName, featureName } from '../i18n/attention-words.ts';
import { eventKindWords } from '../i18n/event-kind.ts';
import { formatExact, formatList } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { quoted, serviceWord } from '../i18n/service-words.ts';
import { t } from '../i18n/t.ts';
import { buildingFact } from '../ui/building-words.ts';
import { Button } from '../ui/button.tsx';
import { focusAfter } from '../ui/keep-focus.ts';
import { lazily } from '../ui/lazily.tsx';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { isReachable, naming } from '../ui/page-state.ts';
import { isProjectMuted, muteProject } from '../ui/settings-change.ts';
import { stored } from '../ui/stored-state.ts';
import { Facts, ProjectLinks } from './row-detail.tsx';
import { focusRow } from './rows.tsx';
import { markSeen, markUnseen } from './seen-row.tsx';

const DeployAgain = lazily(async () => (await import('./work-editors.tsx')).DeployAgain);
const ReceiverPath = lazily(async () => (await import('./webhook-parts.tsx')).ReceiverPath);
const SyncButton = lazily(async () => (await import('./webhook-parts.tsx')).SyncButton);
const GoBack = lazily(async () => (await import('./site-look.tsx')).GoBack);
const Fixed = lazily(async () => (await import('./not-fixed.tsx')).Fixed);
const LookAgain = lazily(async () => (await import('./site-look.tsx')).LookAgain);

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
  const { projectId, reason } = item;
  const role = isReachable.value ? (stored.value?.connection?.role ?? 'viewer') : 'viewer';
  const { above, verbs = [], below } = OF_KIND[reason.kind];
  const of = { item, reason, repair: isBeside ? 'button primary' : 'button', role, onFix };
  const isMuted = projectId !== null && isProjectMuted(projectId);
  return (
    <>
      <Facts of={exactFacts(item)} />
      {above?.(of)}
      <div class="verbs">
        {verbs.map((draw) => draw(of))}
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
      {below?.(of)}
    </>
  );
}

function exactFacts(item: AttentionItem): [string, string][] {
  const { screened } = naming.value;
  const advice = screened ? null : adviceOf(item.reason);
  // What repairs it is what the row was opened for.
  const facts: [string, string][] = advice === null ? [] : [[t('fact.help'), advice]];
  if (!item.isEarlier && !OF_KIND[item.reason.kind].saysSince)
    facts.push([t('fact.since'), formatExact(item.openedAt)]);
  if (item.seen) facts.push([t('fact.seen'), seenWords(item.seen, screened)]);
  if (item.projectId !== null && !screened) facts.push([t('fact.project'), item.projectId]);
  // What stops building is itself the answer; to a receiver it is none.
  const isAsked = !stopsBuilding(item.reason) && item.reason.kind !== 'delivery-failures';
  if (item.projectId !== null && isAsked) facts.push(...buildingFact(item.projectId));
  if (!screened) facts.push(...exactlyOf(item.reason));
  return facts;
}

/** When, and in whose browser; a viewer's own has no name. */
function seenWords({ at, by }: NonNullable<AttentionItem['seen']>, screened: boolean): string {
  const when = formatExact(at);
  return by === '' || screened ? when : t('fact.seenBy', { at: when, name: isolated(by) });
}

interface PartProps<R> {
  item: AttentionItem;
  reason: R;
  /** The class of the button that repairs it. */
  repair: string;
  /** Viewer while the edge is out of reach. */
  role: Role;
  onFix: (() => void) | null;
}

type Part<R> = Method<[PartProps<R>], ComponentChildren>;

/** What an opened row shows of a kind beside what all have. */
interface Drawn<R> {
  /** Its row says since when, to the minute. */
  saysSince?: boolean;
  /** What the user can do elsewhere, where the row's own action is not enough. */
  advice?: Method<[R], string>;
  /** What it says exactly, by name. */
  facts?: Method<[R], [string, string][]>;
  above?: Part<R>;
  verbs?: readonly Part<R>[];
  /** A question that takes a line of its own. */
  below?: Part<R>;
}

const featureFact = ({ feature }: ReasonOf<'feature-budget' | 'feature-warning'>): [string, string][] => [
  [t('fact.feature'), featureName(feature)],
];
const errorFact = ({ message }: ReasonOf<'guard-failed' | 'launch-step'>): [string, string][] => [
  [t('fact.error'), isolated(message)],
];

/** Of a project, for those who may build. */
const forBuilder =
  <R,>(draw: (projectId: string, props: PartProps<R>) => ComponentChildren) =>
  (props: PartProps<R>) =>
    props.item.projectId !== null && mayActAs(props.role, 'builder') && draw(props.item.projectId, props);

const sync = ({ role }: PartProps<unknown>) => mayActAs(role, 'owner') && <SyncButton />;
const fix = forBuilder(
  (_, { repair, onFix }) =>
    onFix && (
      <Button class={repair} onClick={onFix}>
        {t('verb.fix')}
      </Button>
    ),
);
const goBack = ({ item: { projectId } }: PartProps<unknown>) =>
  projectId !== null && !naming.value.screened && <GoBack projectId={projectId} />;
/** Whatever failed, this may work now; the agent can repair only the app. */
const promptAgain = forBuilder((projectId) => (
  <ConsoleLink class="button" to={consoleAddress('projects', projectId, 'talk', 'again')}>
    {t('verb.promptAgain')}
  </ConsoleLink>
));
/** There it stands beside why it failed. */
const logs = ({ item: { projectId } }: PartProps<unknown>) =>
  projectId !== null &&
  !naming.value.screened && (
    <ConsoleLink class="button" to={consoleAddress('projects', projectId, 'ship')}>
      {t('fact.logs')}
    </ConsoleLink>
  );
const deployAgain = forBuilder((projectId) => <DeployAgain projectId={projectId} />);

const OF_KIND: Readonly<Record<AttentionKind, Drawn<Reason>>> = {
  'credits-exhausted': {},
  'kill-switch': { advice: () => t('advice.killSwitch') },
  'guard-failed': { saysSince: true, advice: () => t('advice.guardFailed'), facts: errorFact },
  'payments-disconnected': { advice: () => t('advice.paymentsDisconnected') },
  'credit-cap': {},
  'feature-budget': { facts: featureFact },
  'run-budget': {},
  'launch-unknown': { saysSince: true, facts: ({ key }) => [[t('fact.key'), key]] },
  'launch-step': { saysSince: true, facts: errorFact },
  'channel-failing': {
    saysSince: true,
    verbs: [
      ({ reason, role, repair }) =>
        mayActAs(role, 'builder') && (
          <ConsoleLink class={repair} to={consoleAddress('settings', 'alerts', reason.channelId)}>
            {t('verb.openChannel')}
          </ConsoleLink>
        ),
    ],
  },
  'keys-needed': { facts: ({ keys }) => keys.map(({ name, description }) => [name, description ?? '']) },
  'not-fixed': {
    saysSince: true,
    verbs: [goBack, forBuilder((id, { reason }) => <Fixed projectId={id} id={reason.workId} />)],
  },
  'live-failing': {
    saysSince: true,
    facts: ({ host }) => [[t('fact.address'), host]],
    verbs: [goBack, forBuilder((projectId) => <LookAgain projectId={projectId} />), fix],
    below: deployAgain,
  },
  'run-failed': { verbs: [promptAgain, goBack, fix] },
  'deploy-failed': { verbs: [goBack, fix, logs], below: deployAgain },
  'project-paused': {
    advice: () => t('lift.openProject'),
    facts: ({ state }) => known(t('fact.status'), state && serviceWord(state)),
  },
  'cron-job': {
    facts: ({ jobId, env, lastStatus }) => [
      [t('fact.job'), jobId],
      ...known(t('fact.env'), env && environmentName(env)),
      ...known(t('fact.status'), lastStatus && serviceWord(lastStatus)),
    ],
  },
  'delivery-failures': {
    saysSince: true,
    advice: (reason) => deliveryAdvice(reason),
    facts: ({ event, error, httpStatus, lastAt, givenUp }) => [
      [t('fact.event'), eventKindWords(event)],
      // Its row says the status; without one, the error.
      ...known(t('fact.error'), error?.includes(String(httpStatus)) ? null : quoted(error)),
      [t('fact.last'), formatExact(lastAt)],
      [t('fact.retry'), givenUp ? t('fact.givenUp') : t('fact.retrying')],
    ],
    above: ({ item, role }) =>
      mayActAs(role, 'owner') && !naming.value.screened && <ReceiverPath itemId={item.id} />,
    verbs: [
      (props) => props.reason.ours && sync(props),
      ({ item, reason, repair }) =>
        !naming.value.screened && (
          <ConsoleLink
            class={reason.ours ? 'button' : repair}
            to={consoleAddress('settings', 'webhooks', webhookIdOf(item.id))}
          >
            {t('verb.seeDeliveries')}
          </ConsoleLink>
        ),
    ],
  },
  'webhooks-silent': { saysSince: true, advice: () => t('advice.webhooksSilent'), verbs: [sync] },
  'subscriptions-failing': {
    saysSince: true,
    advice: () => t('advice.subscriptionsFailing'),
    facts: ({ events, problem }) => [
      [t('fact.event'), formatList(events.map(eventKindWords))],
      ...known(t('fact.error'), quoted(serviceWordsIn(problem))),
    ],
    verbs: [sync],
  },
  'cap-warning': {},
  'feature-warning': { facts: featureFact },
  'balance-low': { saysSince: true },
  'balance-forecast': {},
  'cap-forecast': {},
  'access-changed': {},
} satisfies { [Name in AttentionKind]: Drawn<ReasonOf<Name>> };

export const adviceOf = (reason: Reason): string | null => OF_KIND[reason.kind].advice?.(reason) ?? null;

export const exactlyOf = (reason: Reason): [string, string][] => OF_KIND[reason.kind].facts?.(reason) ?? [];

const known = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]];

/** The service's words within a message of the edge: the part that is the same in every language. */
export const serviceWordsIn = (problem: string | null): string =>
  problem?.split(': ').slice(1).join(': ') ?? '';

type DeliveryFailures = Pick<ReasonOf<'delivery-failures'>, 'ours' | 'httpStatus'>;

/** What repairs a receiver, by what it answers. */
export const deliveryAdvice = (failures: DeliveryFailures): string =>
  t(`advice.delivery.${deliveryFault(failures)}`);

type DeliveryFault = 'ours' | 'silent' | 'moved' | 'denied' | 'missing' | 'busy' | 'refused' | 'broken';

/** Likely cause by the receiver's response (service reference, Webhook delivery: 2xx within 10 s). */
function deliveryFault({ ours, httpStatus }: DeliveryFailures): DeliveryFault {
  if (ours) return 'ours';
  if (httpStatus === null) return 'silent';
  if (httpStatus >= 500) return 'broken';
  if (httpStatus < 400) return 'moved';
  const known: Record<number, DeliveryFault> = {
    401: 'denied',
    403: 'denied',
    404: 'missing',
    410: 'missing',
    429: 'busy',
  };
  return known[httpStatus] ?? 'refused';
}
