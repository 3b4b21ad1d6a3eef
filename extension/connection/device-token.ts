import { storage } from '@wxt-dev/storage';

/** The bearer token of this browser. Imported by the background alone. */
export const deviceTokenItem = storage.defineItem<string | null>('local:device-token', {
  fallback: null,
  version: 1,
});
