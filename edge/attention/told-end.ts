import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import { SAME_END_MS } from '../../shared/endings/ending.ts';
import { FILLED_ENDING } from '../../shared/endings/event-ending.ts';
import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { InstantMs } from '../../shared/time.ts';

const NEWS_OF: Readonly<Record<string, string>> = {
  'agent.prompt.finished': 'run-finished',
  'deployment.finished': 'deploy-finished',
};

/** An event about to be kept. */
export type ArrivingEvent = Pick<KeptEvent, 'event' | 'projectId'> & {
  readonly signer: 'account' | 'project' | 'edge';
  readonly at: InstantMs | null;
};

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
  const away = (one: NumberedAnnouncement) => Math.abs(one.at - at);
  const [told] = announced()
    .filter(({ about, ...one }) => about.kind === kind && one.projectId === projectId)
    .filter((one) => away(one) < SAME_END_MS)
    .toSorted((one, other) => away(one) - away(other));
  if (told === undefined || !('outcome' in told.about) || told.about.outcome === 'not-known') return {};
  const credits = 'credits' in told.about ? told.about.credits : null;
  return { [FILLED_ENDING]: told.about.outcome, ...(credits !== null && { creditsSpent: credits }) };
}
