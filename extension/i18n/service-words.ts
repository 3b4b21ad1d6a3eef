import { isolated } from './naming.ts';
import { t } from './t.ts';

/** The service's own words, as that: its "we" is not ours. */
export const quoted = (message: string | null): string | null =>
  message ? t('quote', { text: isolated(message) }) : null;

/** Messages that are named by words of the service. */
type Room =
  | 'console.ship.certificate'
  | 'console.ship.domainStatus'
  | 'console.ship.serverState'
  | 'console.webhooks.status'
  | 'priced'
  | 'promptState'
  | 'serviceWord'
  | 'type';

/** A word of the service's, whose sets are open: in the user's language where it is known, else quoted. */
export const serviceWord = (word: string, room: Room = 'serviceWord'): string =>
  t(`${room}.${word.toLowerCase().replaceAll('-', '_')}` as 'serviceWord.active') ||
  (quoted(word.replaceAll('_', ' ')) ?? '');
