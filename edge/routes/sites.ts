import { Hono } from 'hono/tiny';
import { markRequest } from '../../shared/sites/site.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { checkId, checkVersion, respondWith, withBody } from './call-account.ts';

/** What projects have published, and whether it answers. */
export const siteRoutes = new Hono<EdgeEnvironment>()
  .get('/sites/:projectId', authenticate, checkId, (c) =>
    respondWith(c, 'site', c.req.param('projectId'), 'read'),
  )
  .post('/sites/:projectId/looks', authenticate, checkId, (c) =>
    respondWith(c, 'site', c.req.param('projectId'), 'look'),
  )
  .put(
    '/sites/:projectId/marks/:versionId',
    ...withBody('builder', markRequest),
    checkId,
    checkVersion,
    (c) => respondWith(c, 'site', c.req.param('projectId'), markOf(c, c.req.valid('json').madeAt)),
  )
  .delete('/sites/:projectId/marks/:versionId', authenticate, checkId, checkVersion, (c) =>
    respondWith(c, 'site', c.req.param('projectId'), markOf(c, null)),
  );

const markOf = (c: EdgeContext, madeAt: number | null) => ({
  versionId: c.req.param('versionId') ?? '',
  madeAt,
});
