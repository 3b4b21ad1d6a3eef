const ASK_TIMEOUT_MS = 10_000;

/**
 * Asks the service for the account once, before anything else is started.
 * @throws Error with one sentence: not reachable, key rejected, or not the service
 */
export async function checkService(service: {
  readonly url: string;
  readonly apiKey: string;
}): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch(`${service.url}/api/v1/vcaas/account`, {
      headers: { 'api-key': service.apiKey },
      redirect: 'manual',
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
  } catch {
    throw new Error(`The service at ${service.url} can't be reached: check SERVICE_URL and your network.`);
  }
  if (answer.status === 401) {
    throw new Error('The service rejected SERVICE_API_KEY: check the key, or make a new one.');
  }
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new Error(`What answers at ${service.url} is not the builder service: check SERVICE_URL.`);
  }
}
