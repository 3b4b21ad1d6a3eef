import { Hono } from 'hono';
import { watchRequest } from '../../shared/data-api/watches.ts';
import { configuration } from '../configuration.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { fail, invalid, respond } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';

const ID = /^[A-Za-z0-9_-]{8,128}$/;

/** Tables whose new records are announced, and pinned counts. */
export const watchRoutes = new Hono<EdgeEnvironment>()
  .get('/watches', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.watches(caller))),
  )
  .get('/watches/:id', authenticate, async (c) => {
    const id = c.req.param('id');
    return respond(c, await callAccount(c, (account, caller) => account.watch(caller, id)));
  })
  .put('/watches/:id', authenticate, authorize('builder'), ...jsonBody(watchRequest), async (c) => {
    const id = c.req.param('id');
    if (!ID.test(id)) return respond(c, invalid('id', 'must be 8 to 128 letters, digits, - or _'));
    if (configuration(c.env).dataApiUrl === null)
      return respond(
        c,
        fail('EDGE_NOT_CONFIGURED', 'The edge knows no data backend: set DATA_API_URL; see /health.'),
      );
    const request = c.req.valid('json');
    return respond(c, await callAccount(c, (account, caller) => account.putWatch(caller, id, request)));
  })
  .delete('/watches/:id', authenticate, async (c) => {
    const id = c.req.param('id');
    return respond(c, await callAccount(c, (account, caller) => account.removeWatch(caller, id)));
  });
