/** A subscription as the service lists it (service reference, Webhook subscription); null = no such filter. */
export type ListedWebhook = {
  id: string;
  url: string;
  event: string;
  projectIds: readonly string[] | null;
  features: readonly string[] | null;
};

export function isUnfiltered(webhook: ListedWebhook): boolean {
  return webhook.projectIds === null && webhook.features === null;
}
