import { Hono } from 'hono';
import { API_VERSION, API_VERSION_HEADER } from '../../shared/edge-api/version.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { respond, respondText } from '../http/result.ts';
import { callAccount } from './call-account.ts';

export const snapshotRoutes = new Hono<EdgeEnvironment>()
  /** One call of the object, nothing else; 304 when the browser has it already. `?fresh=1` reads anew. */
  .get('/snapshot', authenticate, async (c) => {
    const known = /^(?:W\/)?"([0-9a-f]+)"$/.exec(c.req.header('if-none-match') ?? '')?.[1] ?? null;
    const fresh = c.req.query('fresh') === '1';
    const looked = await callAccount(c, (account, caller) => account.snapshot(caller, known, fresh));
    if (!looked.ok) return respond(c, looked);
    const headers = {
      etag: `"${looked.value.version}"`,
      'cache-control': 'private, no-cache',
      [API_VERSION_HEADER]: String(API_VERSION),
    };
    return looked.value.changed
      ? respondText(looked.value.body, 200, headers)
      : new Response(null, { status: 304, headers });
  });
