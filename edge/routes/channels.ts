import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { channelRequest, channelTest } from '../../shared/edge-api/channels.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { invalid, respond } from '../http/result.ts';
import { authorize, respondWith } from './call-account.ts';

const ID = /^[A-Za-z0-9_-]{8,128}$/;

const checkId = createMiddleware<EdgeEnvironment, '/:id'>(async (c, next) =>
  ID.test(c.req.param('id')) ? next() : respond(c, invalid('id', 'must be 8 to 128 letters, digits, - or _')),
);

/** Where alerts go. */
export const channelRoutes = new Hono<EdgeEnvironment>()
  .get('/channels', authenticate, (c) => respondWith(c, (account, caller) => account.channels(caller)))
  .put('/channels/:id', authenticate, authorize('owner'), checkId, ...jsonBody(channelRequest), (c) =>
    respondWith(c, (account, caller) => account.putChannel(caller, c.req.param('id'), c.req.valid('json'))),
  )
  .delete('/channels/:id', authenticate, checkId, (c) =>
    respondWith(c, (account, caller) => account.removeChannel(caller, c.req.param('id'))),
  )
  .post('/channels/:id/test', authenticate, authorize('owner'), checkId, ...jsonBody(channelTest), (c) =>
    respondWith(c, (account, caller) =>
      account.testChannel(caller, c.req.param('id'), c.req.valid('json').channel),
    ),
  );
