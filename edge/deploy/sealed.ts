/**
 * What the edge's storage has sealed under `ENCRYPTION_KEY`, by table and column, and what becomes of it
 * under another key. A test compares it with the storage.
 */
export const SEALED = {
  'webhook_subscriptions.secret': 'webhook secrets are read from the service anew by themselves',
  'webhook_subscriptions.former_secret': null,
  'data_keys.sealed_key': 'data keys of projects have to be entered again',
  'alert_channels.sealed_target':
    'alert channels stop until their address and secret are entered again, and no alert is sent meanwhile',
} as const satisfies Record<string, string | null>;

/** As one sentence. */
export const sealedWords = (): string =>
  Object.values(SEALED)
    .filter((words) => words !== null)
    .join('; ');
