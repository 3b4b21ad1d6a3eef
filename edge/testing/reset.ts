import { listDurableObjectIds, reset as resetRunning, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/**
 * Forgets everything that is kept: objects, their alarms, KV. The platform's own `reset` leaves out what is not in memory,
 * and an object, or the one behind a KV namespace, leaves it when nobody asks it for ten seconds; so each is woken before.
 */
export async function reset(): Promise<void> {
  for (const id of await listDurableObjectIds(env.ACCOUNT))
    await runInDurableObject(env.ACCOUNT.get(id), () => undefined);
  await env.EVENTS.list({ limit: 1 });
  await resetRunning();
}
