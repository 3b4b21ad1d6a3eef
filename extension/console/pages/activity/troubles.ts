import type { AttentionItem, AttentionKind } from '../../../../shared/attention/item.ts';
import { isAttentionKind, isExpected, isTrouble } from '../../../../shared/attention/kinds.ts';
import type { ServiceEvent } from '../../../../shared/builder-api/webhooks.ts';
import {
  deployEndingOfEvent,
  FILLED_KEYS,
  runEndingOfEvent,
} from '../../../../shared/endings/event-ending.ts';
import type { AttentionNow } from '../../../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import { reportedBy } from './reported.ts';

/** What needs the user, such as deliveries or alerts that do not arrive, or did not: from when to when. `endedAt` null: not over. */
/** `endedBy`: why it ended that was not resolved. */
export type Trouble = { item: AttentionItem; endedAt: InstantMs | null; endedBy?: string | undefined };

/** Each has an entry of another kind: what a guard did, and the launch itself. */
const TOLD_OTHERWISE: ReadonlySet<string> = new Set(['guard-failed', 'run-budget', 'launch-unknown']);

/** The event that reports a need of each kind; none reports a forecast. */
const EVENT_OF: Readonly<Partial<Record<AttentionKind, ServiceEvent>>> = {
  'credit-cap': 'project.credit_limit.reached',
  'feature-budget': 'project.feature_limit.reached',
  'feature-warning': 'project.feature_limit.warning',
  'credits-exhausted': 'project.credits.exhausted',
  'kill-switch': 'project.kill_switch.fired',
  'payments-disconnected': 'project.payments.disconnected',
  'project-paused': 'project.paused',
  'cron-job': 'cron.job.failing',
  'run-failed': 'agent.prompt.finished',
  'keys-needed': 'agent.prompt.finished',
  'deploy-failed': 'deployment.finished',
};

/** What the entry of a need is filtered by, and called in a file: an event's name, or a kind of entry. */
export function filterOf({ item: { reason } }: Trouble): ServiceEvent | 'forecast' | 'trouble' {
  if (isExpected(reason.kind)) return 'forecast';
  return EVENT_OF[reason.kind] ?? 'trouble';
}

/** Needs that the end of work opens, which stands in the list as the entry of that work. */
const OPENED_BY: Readonly<Partial<Record<string, (event: KeptEvent) => boolean>>> = {
  'run-failed': ({ event, facts }) =>
    event === 'agent.prompt.finished' && runEndingOfEvent(facts) === 'failed',
  'keys-needed': ({ event, facts }) => event === 'agent.prompt.finished' && facts[FILLED_KEYS] !== undefined,
  'deploy-failed': ({ event, facts }) =>
    event === 'deployment.finished' && deployEndingOfEvent(facts) === 'failed',
};

/**
 * What needs the user and no other entry tells of, such as what was so already when the edge was set up, and what is only expected.
 * @param isTold whether something was told of an item
 */
export function needsOf(
  attention: AttentionNow | undefined,
  events: readonly KeptEvent[],
  isTold: (item: AttentionItem) => boolean,
): Trouble[] {
  const reported = new Set(events.flatMap((event) => reportedBy(event).map(({ id }) => id)));
  const hasEnd = ({ reason: { kind }, projectId }: AttentionItem) => {
    const opens = OPENED_BY[kind];
    return opens !== undefined && events.some((event) => event.projectId === projectId && opens(event));
  };
  return allOf(attention).filter(
    ({ item }) =>
      isAttentionKind(item.reason.kind) &&
      !isTrouble(item.reason.kind) &&
      !TOLD_OTHERWISE.has(item.reason.kind) &&
      !reported.has(item.id) &&
      !hasEnd(item) &&
      !isTold(item),
  );
}

/** Deliveries and alerts that do not arrive, or did not, of which no event tells. */
export const troublesOf = (attention: AttentionNow | undefined): Trouble[] =>
  allOf(attention).filter(({ item }) => isTrouble(item.reason.kind));

/** As the edge has decided it: what is open, and what ended lately. */
function allOf(attention: AttentionNow | undefined): Trouble[] {
  const { items = [], endedTroubles = [] } = attention ?? {};
  // Kinds are an open set.
  return [
    ...items.map((item) => ({ item, endedAt: null })),
    ...endedTroubles.map(({ resolvedAt, endedBy, ...item }) => ({ item, endedAt: resolvedAt, endedBy })),
  ] as unknown as Trouble[];
}
