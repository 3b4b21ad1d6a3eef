import { inject } from 'vitest';

/** Asks the local service with its key, past the edge. @returns `data` */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
export async function serviceResponse(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${inject('serviceUrl')}/api/v1/vcaas${path}`, {
    method,
    headers: { 'api-key': inject('serviceApiKey'), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json<{ data: unknown }>()).data;
}
