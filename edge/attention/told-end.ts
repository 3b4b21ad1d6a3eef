import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import { FILLED_ENDING } from '../../shared/endings/event-ending.ts';
import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { READ_START, reportsRead } from '../../shared/snapshot/read-ends.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';

const NEWS_OF: Readonly<Record<string, string>> = {
  'agent.prompt.finished': 'run-finished',
  'deployment.finished': 'deploy-finished',
};

/** An event about to be kept. */
export type ArrivingEvent = Pick<KeptEvent, 'event' | 'projectId'> & {
  readonly signer: 'account' | 'project' | 'edge';
  readonly at: InstantMs | null;
};

/** The service records an end and sends its event; later events are of work that ended later. */
const SENT_WITHIN_MS = 2 * SECOND_MS;

/**
 * How work ended, and what it cost, of which an event reports the end: as it was announced by a reading before the event
 * arrived. A later reading may be of the work after it.
 * @param announced read only for an event about an end
 */
export function toldEnd(
  announced: () => readonly NumberedAnnouncement[],
  { event, projectId, signer, at }: ArrivingEvent,
): EventFacts {
  const kind = NEWS_OF[event];
  if (kind === undefined || at === null || signer !== 'account') return {};
  const [told] = announced()
    .filter((one) => one.about.kind === kind && one.projectId === projectId && !isOfEvent(one))
    .map((one) => ({ ...one, facts: factsTold(one) }))
    .filter((one) => at < one.at + SENT_WITHIN_MS && reportsRead({ at, facts: {} }, one))
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at));
  return told?.facts ?? {};
}

/** What an event announced is of that event. */
const isOfEvent = ({ key }: NumberedAnnouncement) => key.startsWith('event:');

function factsTold({ about, at }: NumberedAnnouncement): EventFacts {
  if (!('outcome' in about) || about.outcome === 'not-known') return {};
  const credits = 'credits' in about ? about.credits : null;
  return {
    [FILLED_ENDING]: about.outcome,
    ...(credits !== null && { creditsSpent: credits }),
    ...(about.durationMs !== null && { [READ_START]: at - about.durationMs }),
  };
}
