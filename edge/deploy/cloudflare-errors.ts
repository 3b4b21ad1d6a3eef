import type { CloudflareError } from './cloudflare-api.ts';
import { again } from './origin.ts';

/** Cloudflare's page for a new token, filled in with `RIGHTS`, for all accounts of the person. */
export const TOKEN_PAGE = `https://dash.cloudflare.com/profile/api-tokens?${new URLSearchParams({
  permissionGroupKeys: JSON.stringify([
    { key: 'workers_scripts', type: 'edit' },
    { key: 'workers_kv_storage', type: 'edit' },
    { key: 'account_settings', type: 'read' },
  ]),
  accountId: '*',
  zoneId: 'all',
  name: 'Pilot Light',
})}`;
/** Permissions of an API token that a deployment needs, as the dashboard names them. */
export const RIGHTS = {
  workers: 'Account · Workers Scripts · Edit',
  kv: 'Account · Workers KV Storage · Edit',
  account: 'Account · Account Settings · Read',
} as const;

/** Cloudflare's codes for failed authentication. */
const NOT_SIGNED_IN = new Set([1000, 1001, 6003, 6111, 9103, 9106, 9109, 10001]);
/** Used for a missing permission, and by some of Cloudflare's endpoints for a wrong token too. */
const REFUSED = new Set([10000, 10023]);

const SENTENCES: Record<number, string> = {
  10014: 'A KV namespace of this name was made meanwhile: run this again, and it is used.',
  10021: 'Cloudflare could not start the Worker: this is a mistake in the edge, not in your set-up.',
  10027: 'The Worker is larger than your plan allows.',
  10034:
    'Cloudflare wants the e-mail address of your account confirmed first: look for its mail, then run this again.',
  10037:
    'Your account holds as many Workers as its plan allows: delete one that you don’t need, then run this again.',
  10079:
    'Another run deployed the Worker while this one uploaded it, and Cloudflare kept that one: run this again.',
  10057: 'A secret that the edge needs is not set: run this again, and it asks for it.',
  10063: 'Your account has no workers.dev subdomain yet: run this again with --subdomain <name>.',
  10214: `A version of the Worker was uploaded and never deployed: deploy it or run \`${again()}\`, then run this again.`,
  10215: `A version of the Worker was uploaded and never deployed: deploy it or run \`${again()}\`, then run this again.`,
};

/** What a response of Cloudflare means and what to do, in a sentence: by its codes, never its message. */
export function explain(error: Pick<CloudflareError, 'call' | 'status' | 'codes'>): string {
  const { call, status, codes } = error;
  if (status === 0) return 'Cloudflare’s API can’t be reached: check your network, then run this again.';
  if (codes.some((code) => NOT_SIGNED_IN.has(code)) || status === 401)
    return `Cloudflare does not know this login or token: make a new token (${TOKEN_PAGE}), or run \`npx wrangler login\`.`;
  const known = codes.map((code) => SENTENCES[code]).find((sentence) => sentence !== undefined);
  if (known !== undefined) return known;
  if (codes.some((code) => REFUSED.has(code)) || status === 403)
    return `Cloudflare refuses this login or token: it is wrong, has ended, or lacks the right “${neededRight(call)}” (${TOKEN_PAGE}).`;
  if (status >= 300 && status < 400)
    return `What answers as Cloudflare’s API sends ${call} elsewhere. It was not followed: check your network (a proxy, a sign-in page) and CLOUDFLARE_API_BASE_URL.`;
  if (status < 300 && codes.length === 0)
    return `Cloudflare answered ${call} in a form that this program does not know: look for a newer one.`;
  const response = codes.length > 0 ? `code ${codes.join(', ')}` : `status ${status}`;
  if (call.startsWith('POST') && call.includes('/storage/kv/namespaces'))
    return `The KV namespace could not be made (${response}). An account holds a limited number of them: delete one that you don’t need in the dashboard (Storage & databases, KV), then run this again.`;
  if (status === 429)
    return `Cloudflare wants fewer calls (${response}): wait five minutes, then run this again.`;
  if (status >= 500)
    return `Cloudflare has a problem of its own (${response}; https://www.cloudflarestatus.com): run this again later.`;
  return `Cloudflare refused ${call} (${response}).`;
}

export function neededRight(call: string): string {
  if (call.includes('/storage/kv/')) return RIGHTS.kv;
  return call.includes('/workers/') ? RIGHTS.workers : RIGHTS.account;
}
