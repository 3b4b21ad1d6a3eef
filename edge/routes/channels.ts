import { Hono } from 'hono/tiny';
import { channelRequest, channelTest } from '../../shared/edge-api/channels.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { checkOwnId, respondWith, withBody } from './call-account.ts';

const checkId = checkOwnId('id');

/** Where alerts go. */
export const channelRoutes = new Hono<EdgeEnvironment>()
  .get('/channels', authenticate, (c) => respondWith(c, 'channels'))
  .put('/channels/:id', ...withBody('putChannel', channelRequest), checkId, (c) =>
    respondWith(c, 'putChannel', c.req.param('id'), c.req.valid('json')),
  )
  .delete('/channels/:id', authenticate, checkId, (c) => respondWith(c, 'removeChannel', c.req.param('id')))
  .post('/channels/:id/test', ...withBody('testChannel', channelTest), checkId, (c) =>
    respondWith(c, 'testChannel', c.req.param('id'), c.req.valid('json').channel),
  );
