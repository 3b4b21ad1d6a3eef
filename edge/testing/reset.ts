import { listDurableObjectIds, reset as resetRunning, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/** Objects emptied before. They stay listed for ever, and waking them all costs more than most tests. */
const emptied = new Set<string>();

/**
 * Deletes everything stored: objects, their alarms, KV. The platform's own `reset` skips objects that are not
 * in memory, and an object, or the one behind a KV namespace, is evicted after ten seconds without a request;
 * so each is woken before. Objects other than the edge's own have a name for one test only: they are woken
 * once.
 */
export async function reset(): Promise<void> {
  const own = env.ACCOUNT.idFromName('account');
  for (const id of await listDurableObjectIds(env.ACCOUNT)) {
    if (emptied.has(String(id)) && !id.equals(own)) continue;
    await runInDurableObject(env.ACCOUNT.get(id), () => undefined);
    emptied.add(String(id));
  }
  await env.EVENTS.list({ limit: 1 });
  await resetRunning();
}
