import { createHmac } from 'node:crypto';
import type { LocalService } from '../mock-service/service.ts';

const BODY_BYTES = 1_800;
const PROJECTS = 20;

/** The event of the measured deliveries. */
export const EVENT = 'agent.prompt.finished';

/** One valid, signed delivery. */
export interface SignedDelivery {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Signs deliveries of 1.8 kB, each about another run of one of 20 projects.
 * @param secret with or without its prefix
 */
export function signDeliveries(secret: string, count: number, nextId: () => string): SignedDelivery[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'hex');
  return Array.from({ length: count }, () => {
    const id = nextId();
    const body = bodyOf(id);
    const t = Math.floor(Date.now() / 1_000);
    const v1 = createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-service-event-id': id,
        'x-service-signature': `t=${t},v1=${v1}`,
      },
    };
  });
}

/** Unique ids. */
export function idsFrom(prefix: string): () => string {
  let last = 0;
  return () => `${prefix}:${++last}`;
}

/** The signing secret of the edge's subscription, read from the service with the account's key. */
export async function secretOfSubscription(service: LocalService): Promise<string> {
  const ask = async (path: string): Promise<unknown> => {
    const headers = { 'api-key': service.apiKey };
    return (await fetch(`${service.url}/api/v1/vcaas${path}`, { headers })).json();
  };
  const listed = (await ask('/webhooks')) as { data: { webhooks: { id: string; event: string }[] } };
  const id = listed.data.webhooks.find(({ event }) => event === EVENT)?.id;
  const response = (await ask(`/webhooks/${id}/secret`)) as { data: { secret: string } };
  return response.data.secret;
}

const projectOf = (id: string) => `app-${Number(/\d+$/.exec(id)?.[0]) % PROJECTS}`;

function bodyOf(id: string): string {
  const result = (prompt: string) =>
    JSON.stringify({
      event: EVENT,
      timestamp: new Date().toISOString(),
      data: { projectId: projectOf(id), status: 'done', prompt },
    });
  return result(id.padEnd(BODY_BYTES - result('').length, 'x'));
}
