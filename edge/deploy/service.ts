import * as z from 'zod/mini';
import { readTypedAddress } from '../../shared/edge-api/pairing.ts';

const CALL_TIMEOUT_MS = 10_000;
const API_PATH = '/api/v1/vcaas';
const DATA_API_PATH = '/api/v1';

const envelope = z.object({ data: z.unknown() });
const accountAnswer = z.object({ data: z.object({ credits: z.number() }) });
/** Dots alone would lead to another path, also when they are encoded. */
const pathSegment = z.string().check(z.regex(/[^.]/));
const webhooksAnswer = z.object({
  data: z.object({ webhooks: z.array(z.object({ id: pathSegment, url: z.string(), event: z.string() })) }),
});

/** The data backend's response without a key: a problem, or the envelope of its other responses. */
const problemDetails = z.union([
  z.looseObject({ title: z.string() }),
  z.looseObject({ detail: z.string() }),
  z.looseObject({ errors: z.looseObject({}) }),
]);

export interface Service {
  readonly url: string;
  readonly apiKey: string;
}

export type ServiceCheck =
  | { kind: 'works'; credits: number | null }
  | { kind: 'unreachable' }
  | { kind: 'key-rejected' }
  | { kind: 'not-the-service' };

/** A webhook subscription of the account. */
export interface Subscription {
  id: string;
  url: string;
  event: string;
}

/** A typed base address of the service without the API's path; null when invalid. */
export function parseServiceAddress(text: string): string | null {
  const read = readTypedAddress(text);
  return read.ok ? read.address.replace(/\/api\/v1(\/vcaas)?$/, '') : null;
}

/** Reads the account from the service, which is free. (Service reference, Authentication and Account.) */
export async function checkService({ url, apiKey }: Service): Promise<ServiceCheck> {
  const result = await call(url, apiKey, 'GET', '/account');
  if (result === null) return { kind: 'unreachable' };
  if (result.status === 401) return { kind: 'key-rejected' };
  if (!envelope.safeParse(result.body).success) return { kind: 'not-the-service' };
  const account = accountAnswer.safeParse(result.body);
  return { kind: 'works', credits: account.success ? account.data.data.credits : null };
}

/** One sentence for a check that failed. */
export function serviceProblem(check: Exclude<ServiceCheck, { kind: 'works' }>, url: string): string {
  switch (check.kind) {
    case 'unreachable':
      return `The service at ${url} can't be reached: check its address and your network.`;
    case 'key-rejected':
      return 'The service rejected the key: check it, or make a new one at the service.';
    case 'not-the-service':
      return `What answers at ${url} is not the builder service: check the address.`;
  }
}

/** A typed base address of the data backend without the API's path; null when invalid. */
export function parseDataAddress(text: string): string | null {
  const read = readTypedAddress(text);
  return read.ok ? read.address.replace(/\/api\/v1$/, '') : null;
}

export type DataCheck = { kind: 'works' } | { kind: 'unreachable' } | { kind: 'not-the-data-backend' };

/**
 * Requests the data backend's tables without a key, since keys belong to projects: it must respond in its own
 * form that the key is missing (data reference, Authentication and Errors).
 */
export async function checkDataBackend(url: string): Promise<DataCheck> {
  const result = await exchange(`${url}${DATA_API_PATH}/data-structure/`, {});
  if (result === null) return { kind: 'unreachable' };
  const isRefused = result.status === 401 || result.status === 403;
  return isRefused && problemDetails.safeParse(result.body).success
    ? { kind: 'works' }
    : { kind: 'not-the-data-backend' };
}

/** One sentence for a check that failed. */
export function dataProblem(check: Exclude<DataCheck, { kind: 'works' }>, url: string): string {
  switch (check.kind) {
    case 'unreachable':
      return `The data backend at ${url} can't be reached: check its address and your network.`;
    case 'not-the-data-backend':
      return `What answers at ${url} is not the data backend: check the address, or leave it out.`;
  }
}

/** The account's subscriptions that deliver to an edge at one of these addresses; null when unknown. */
export async function subscriptionsTo(
  { url, apiKey }: Service,
  edges: readonly string[],
): Promise<Subscription[] | null> {
  const result = await call(url, apiKey, 'GET', '/webhooks');
  const read = webhooksAnswer.safeParse(result?.body);
  if (!read.success) return null;
  return read.data.data.webhooks.filter((one) => edges.some((edge) => one.url.startsWith(`${edge}/hooks/`)));
}

/** @returns whether it is gone now */
export async function deleteSubscription({ url, apiKey }: Service, id: string): Promise<boolean> {
  const result = await call(url, apiKey, 'DELETE', `/webhooks/${encodeURIComponent(id)}`);
  return result !== null && (result.status === 404 || (result.status >= 200 && result.status < 300));
}

const call = (url: string, apiKey: string, method: string, path: string) =>
  exchange(`${url}${API_PATH}${path}`, { method, headers: { 'api-key': apiKey } });

/** Status and JSON of a response; null without one. */
async function exchange(address: string, init: RequestInit) {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
  } catch {
    return null;
  }
}
