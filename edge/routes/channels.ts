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
  .get('/channels', authenticate, (c) => respondWith(c, 'channels'))
  .put('/channels/:id', authenticate, authorize('putChannel'), checkId, ...jsonBody(channelRequest), (c) =>
    respondWith(c, 'putChannel', c.req.param('id'), c.req.valid('json')),
  )
  .delete('/channels/:id', authenticate, checkId, (c) => respondWith(c, 'removeChannel', c.req.param('id')))
  .post(
    '/channels/:id/test',
    authenticate,
    authorize('testChannel'),
    checkId,
    ...jsonBody(channelTest),
    (c) => respondWith(c, 'testChannel', c.req.param('id'), c.req.valid('json').channel),
  );
