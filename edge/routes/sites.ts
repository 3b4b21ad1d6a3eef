import { Hono } from 'hono';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { checkId, respondWith } from './call-account.ts';

/** What projects have published, and whether it answers. */
export const siteRoutes = new Hono<EdgeEnvironment>()
  .get('/sites/:projectId', authenticate, checkId, (c) =>
    respondWith(c, (account, caller) => account.site(caller, c.req.param('projectId'), 'read')),
  )
  .post('/sites/:projectId/looks', authenticate, checkId, (c) =>
    respondWith(c, (account, caller) => account.site(caller, c.req.param('projectId'), 'look')),
  );
