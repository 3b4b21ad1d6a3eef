import { newsOf } from '../../../../shared/attention/news.ts';
import { CAP_EVENT } from '../../../../shared/edge-api/caps.ts';
import { GUARD_EVENT } from '../../../../shared/edge-api/guards.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { PLACE_OF, type Place, type PlaceName, placeAt } from '../../parts/places.ts';
import { changePlace, settingChangeOf } from './change-words.ts';
import { reportedBy } from './reported.ts';

const OWN: Readonly<Record<string, PlaceName>> = {
  [CAP_EVENT]: 'limits',
  [GUARD_EVENT]: 'limits',
};

/** Where in the console it is seen what an event tells of. */
export function eventPlace(event: KeptEvent): Place | null {
  const { event: name, projectId } = event;
  const change = settingChangeOf(event);
  if (change) return changePlace(change, projectId);
  const kind = newsOf(event)?.kind ?? reportedBy(event)[0]?.reason.kind;
  return placeAt(OWN[name] ?? (kind === undefined ? 'project' : PLACE_OF[kind]), projectId);
}
