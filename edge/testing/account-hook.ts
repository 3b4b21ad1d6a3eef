import { sign } from '../webhooks/testing/mutate-delivery.ts';
import { callEdge, type EdgeReply, type Paired } from './edge.ts';
import { serviceResponse } from './service-response.ts';

export const HOOK_EVENT = 'deployment.finished';

/** Posts a correctly signed delivery with the given event id. */
export type PostHook = (
  eventId: string,
  change?: { body?: string; skewSeconds?: number },
) => Promise<EdgeReply>;

/** Lets the edge subscribe, and reads the secret from the service. */
export async function accountHook(owner: Paired, event = HOOK_EVENT): Promise<PostHook> {
  await owner.ask('POST', '/subscriptions/sync');
  const secret = await secretOf(event);
  // A retry has the same bytes (service reference, Events).
  const bodies = new Map<string, string>();
  const usualBody = (eventId: string) => {
    const body = bodies.get(eventId) ?? bodyOf(eventId);
    bodies.set(eventId, body);
    return body;
  };
  return async (eventId, { body = usualBody(eventId), skewSeconds = 0 } = {}) => {
    const seconds = Math.floor(Date.now() / 1000) + skewSeconds;
    return callEdge('POST', `/hooks/${event}`, {
      headers: {
        'x-service-signature': await sign(secret, seconds, body),
        'x-service-event-id': eventId,
      },
      body,
    });
  };
}

function bodyOf(eventId: string): string {
  const data = { projectId: 'shop', deploymentId: eventId, status: 'success' };
  return JSON.stringify({ event: HOOK_EVENT, timestamp: new Date().toISOString(), data });
}

async function secretOf(event: string): Promise<string> {
  const { webhooks } = await serviceResponse('GET', '/webhooks');
  const found = webhooks.find((webhook: { event: string }) => webhook.event === event);
  return (await serviceResponse('GET', `/webhooks/${found?.id}/secret`)).secret;
}
