import { runDurableObjectAlarm } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';

export const EXTENSION_ORIGIN = `chrome-extension://${'a'.repeat(32)}`;
export const FIRST_OWNER_CODE = 'canary-first-owner';

export interface EdgeReply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  data: any;
  code: string | undefined;
  details: Record<string, unknown> | undefined;
}

/** Sends a request to the edge like a browser or a command line. */
export async function callEdge(method: string, path: string, init: RequestInit = {}): Promise<EdgeReply> {
  const request = new Request(`https://edge.test${path}`, { method, redirect: 'manual', ...init });
  if (typeof init.body === 'string' && !new Headers(init.headers).has('content-type'))
    request.headers.set('content-type', 'application/json');
  const response = await exports.default.fetch(request);
  const text = await response.text();
  const json = parse(text) as {
    data?: unknown;
    errors?: { errorCode: string; errorDetails?: Record<string, unknown> };
  };
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: json?.data,
    code: json?.errors?.errorCode,
    details: json?.errors?.errorDetails,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A paired device. */
export interface Paired {
  deviceId: string;
  token: string;
  ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<EdgeReply>;
}

/** Pairs by a code, from an extension unless another origin (or none) is given. */
export async function pair(
  code = FIRST_OWNER_CODE,
  origin: string | null = EXTENSION_ORIGIN,
): Promise<Paired> {
  const own: Record<string, string> = origin === null ? {} : { origin };
  const reply = await callEdge('POST', '/pair', {
    headers: own,
    body: JSON.stringify({ code, name: 'Test' }),
  });
  if (reply.status !== 201) throw new Error(`Pairing answered ${reply.status} ${reply.code}`);
  const { deviceId, token } = reply.data;
  return {
    deviceId,
    token,
    ask: (method, path, body, headers = {}) => {
      const asked = callEdge(method, path, {
        headers: { ...own, authorization: `Bearer ${token}`, ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return path === '/snapshot?fresh=1' ? withItsSweep(asked) : asked;
    },
  };
}

/** Runs the sweep that a fresh look waits for: no alarm rings by itself while the test's clock is ahead. */
async function withItsSweep(asked: Promise<EdgeReply>): Promise<EdgeReply> {
  let isAnswered = false;
  const asking = asked.finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    await runDurableObjectAlarm(env.ACCOUNT.getByName('account'));
    await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, 5))]);
  }
  return asking;
}

/** Pairs another device of a role, invited by the owner. */
export async function pairAs(owner: Paired, role: 'viewer' | 'builder' | 'owner'): Promise<Paired> {
  const invited = await owner.ask('POST', '/pairing-codes', { role });
  return pair(invited.data.code);
}

/** Lets the edge read the account for the first time: what happens before that is not announced. */
export async function firstReading(device: Paired): Promise<void> {
  for (let tries = 0; tries < 20; tries++)
    if ((await device.ask('GET', '/snapshot')).data.attention !== undefined) return;
  throw new Error('The account was not read.');
}
