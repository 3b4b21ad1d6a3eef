/** Where alerts can go, in the order of views. `webhook`: an address of the user's own. */
export const CHANNEL_KINDS = ['slack', 'telegram', 'discord', 'ntfy', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Names that are the same in every language. */
export const KIND_NAMES: Readonly<Record<ChannelKind, string>> = {
  slack: 'Slack',
  telegram: 'Telegram',
  discord: 'Discord',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};

/** What a channel can be asked to tell, in the order of views. */
export const ALERT_GROUPS = [
  'needs-you',
  'failures',
  'limits',
  'money',
  'work-ended',
  'webhooks',
  'security',
] as const;
export type AlertGroup = (typeof ALERT_GROUPS)[number];
