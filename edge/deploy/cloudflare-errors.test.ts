import { expect, test } from 'vitest';
import { explain, RIGHTS } from './cloudflare-errors.ts';

const KV = 'POST /accounts/…/storage/kv/namespaces';
const WORKER = 'GET /accounts/…/workers/services/pilot-light-edge';

test.each([
  ['a wrong token', { call: WORKER, status: 403, codes: [9109] }, 'does not know this login or token'],
  ['a token that is none', { call: WORKER, status: 400, codes: [6003] }, 'does not know this login or token'],
  ['a right to KV that is missing', { call: KV, status: 403, codes: [10000] }, RIGHTS.kv],
  ['a right to Workers that is missing', { call: WORKER, status: 403, codes: [10000] }, RIGHTS.workers],
  ['no right to list accounts', { call: 'GET /accounts', status: 403, codes: [] }, RIGHTS.account],
  ['as many KV namespaces as may be', { call: KV, status: 400, codes: [10024] }, 'limited number'],
  ['as many Workers as may be', { call: WORKER, status: 403, codes: [10037] }, 'as many Workers'],
  ['no network', { call: WORKER, status: 0, codes: [] }, 'can’t be reached'],
  ['Cloudflare out of order', { call: WORKER, status: 502, codes: [] }, 'problem of its own'],
  ['a code that nobody has met', { call: WORKER, status: 400, codes: [77777] }, 'code 77777'],
])('%s is reported in a sentence that says what to do', (_, error, words) => {
  expect(explain(error)).toContain(words);
});
