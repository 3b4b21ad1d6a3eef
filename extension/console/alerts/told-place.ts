import { subjectOfKey } from '../../../shared/attention/news.ts';
import { webhookIdOf } from '../../now/item-actions.ts';
import { PLACE_OF, type Place, type PlaceName, placeAt } from '../parts/places.ts';
import type { Told } from './told.ts';

/** How keys begin of the ends of work that a reading told. */
const WORK: Readonly<Record<string, PlaceName>> = { run: 'talk', deploy: 'ship' };

/**
 * Where in the console it is seen what was told: by its kind, which the key names where this browser does not know of it; else its
 * project.
 */
export function toldPlace({
  key,
  notice,
  projectId,
}: Pick<Told, 'key' | 'notice' | 'projectId'>): Place | null {
  const about = notice?.about;
  const subject = subjectOfKey(key);
  const kind = about?.kind ?? subject.split(':', 1)[0] ?? '';
  const places: Readonly<Record<string, PlaceName | undefined>> = PLACE_OF;
  const name = places[kind] ?? WORK[kind] ?? 'talk';
  if (about?.kind === 'new-records') return placeAt(name, projectId, 'tables', about.table);
  if (kind === 'delivery-failures') return placeAt(name, projectId, webhookIdOf(subject));
  if (kind === 'channel-failing') return placeAt(name, projectId, subject.slice(kind.length + 1));
  return placeAt(name, projectId);
}
