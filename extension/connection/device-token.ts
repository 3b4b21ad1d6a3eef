import { storedItem } from '../storage/stored-item.ts';

/** The bearer token of this browser. Imported by the background alone. */
export const deviceTokenItem = storedItem<string | null>('local:device-token', null);
