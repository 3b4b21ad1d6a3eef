import { listDurableObjectIds, reset as resetRunning, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/**
 * Deletes everything that is stored: objects, their alarms, KV. The platform's own `reset` skips objects that are not
 * in memory, and an object, or the one behind a KV namespace, is evicted after ten seconds without a request; so each
 * is woken before.
 */
export async function reset(): Promise<void> {
  for (const id of await listDurableObjectIds(env.ACCOUNT))
    await runInDurableObject(env.ACCOUNT.get(id), () => undefined);
  await env.EVENTS.list({ limit: 1 });
  await resetRunning();
}
