import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { channelRequest, channelTest } from '../../shared/edge-api/channels.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { invalid, respond } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';

const ID = /^[A-Za-z0-9_-]{8,128}$/;

const checkId = createMiddleware<EdgeEnvironment, '/:id'>(async (c, next) =>
  ID.test(c.req.param('id')) ? next() : respond(c, invalid('id', 'must be 8 to 128 letters, digits, - or _')),
);

/** Where alerts go. */
export const channelRoutes = new Hono<EdgeEnvironment>()
  .get('/channels', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.channels(caller))),
  )
  .put('/channels/:id', authenticate, authorize('owner'), checkId, ...jsonBody(channelRequest), async (c) => {
    const id = c.req.param('id');
    const request = c.req.valid('json');
    return respond(c, await callAccount(c, (account, caller) => account.putChannel(caller, id, request)));
  })
  .delete('/channels/:id', authenticate, checkId, async (c) => {
    const id = c.req.param('id');
    return respond(c, await callAccount(c, (account, caller) => account.removeChannel(caller, id)));
  })
  /** Sends a test to the channel, or to the one in the body. */
  .post(
    '/channels/:id/test',
    authenticate,
    authorize('owner'),
    checkId,
    ...jsonBody(channelTest),
    async (c) => {
      const id = c.req.param('id');
      const { channel } = c.req.valid('json');
      return respond(c, await callAccount(c, (account, caller) => account.testChannel(caller, id, channel)));
    },
  );
