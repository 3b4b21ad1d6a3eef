import { inject } from 'vitest';

/** Controls the local service from a test inside workerd. */
export async function control<T = unknown>(ability: string, ...args: unknown[]): Promise<T> {
  const response = await fetch(`${inject('serviceUrl')}/__control/${ability}`, {
    method: 'POST',
    body: JSON.stringify({ args }),
  });
  const { result, error } = await response.json<{ result: T; error?: string }>();
  if (error !== undefined) throw new Error(`${ability}: ${error}`);
  return result;
}

/** Counts calls of each operation of the service since the last reset, by the local service's own names. */
export async function callsOf(): Promise<Record<string, number>> {
  const { requests } = await control<{ requests: Record<string, number> }>('counters');
  return requests;
}
