import { localItem } from '../storage/stored-item.ts';

/** The bearer token of this browser. Imported by the background alone. */
export const deviceTokenItem = localItem<string | null>('device-token', null);
