import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { readResponseText } from '../http/body.ts';
import { inTime } from '../http/in-time.ts';
import { MITIGATED_HEADER, parseRetryAfter } from '../http/service-failure.ts';
import type { Answer, Post } from './channel.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const REFUSAL_MAX_BYTES = 4 * 1024;
/** No service refuses with a page: a firewall, a proxy or a tunnel does. */
const PAGE = /^\s*<(?:!doctype|html)\b/i;

/** Posts to the address of a channel. A body that breaks off says nothing beyond its status. */
export function poster(now: () => InstantMs, timeoutMs = TIMEOUT_MS): Post {
  return async (address, body, headers = {}) => {
    const init: RequestInit = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
    };
    return inTime<Answer>((signal) => exchange(address, { ...init, signal }, now), timeoutMs, {
      status: null,
      why: 'timeout',
    });
  };
}

async function exchange(address: string, init: RequestInit, now: () => InstantMs): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch {
    return { status: null, why: 'unreachable' };
  }
  const { status, headers, ok } = response;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), now());
  if (ok) {
    // It was taken: what else it says is of no use, and must not fail what has arrived.
    await response.body?.cancel().catch(() => undefined);
    return { status, text: '', retryAfterMs };
  }
  const text = await readResponseText(response, REFUSAL_MAX_BYTES).catch(() => '');
  const isStranger = headers.has(MITIGATED_HEADER) || PAGE.test(text);
  return { status, text, retryAfterMs, ...(isStranger && { isStranger }) };
}
