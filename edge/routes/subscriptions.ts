import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod/mini';
import { isPathParameter } from '../builder-api/address.ts';
import { configuration, mayUse } from '../configuration.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { fail, invalid, respond } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';

const pointing = z.strictObject({ replace: z.optional(z.boolean()) });

/** For calls that change the webhook of the project in the path: its address, or its secret. */
const projectWebhook = createMiddleware<EdgeEnvironment, '/:projectId'>(async (c, next) => {
  if (!mayUse(configuration(c.env), 'setProjectWebhook'))
    return respond(
      c,
      fail('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow to change project webhooks.'),
    );
  return isPathParameter(c.req.param('projectId'))
    ? next()
    : respond(c, invalid('projectId', 'is not an id'));
});

/** How well the service's webhooks reach the edge, and the projects whose own webhook points here. */
export const subscriptionRoutes = new Hono<EdgeEnvironment>()
  .get('/subscriptions', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.subscriptions(caller))),
  )
  /** Synchronizes the subscriptions now. */
  .post('/subscriptions/sync', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.syncSubscriptions(caller))),
  )
  .get('/subscriptions/projects', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.projectHooks(caller))),
  )
  /** Points the project's own webhook here. */
  .put(
    '/subscriptions/projects/:projectId',
    authenticate,
    projectWebhook,
    authorize('owner'),
    ...jsonBody(pointing),
    async (c) => {
      const projectId = c.req.param('projectId');
      const { replace = false } = c.req.valid('json');
      return respond(
        c,
        await callAccount(c, (account, caller) => account.pointProjectHook(caller, projectId, replace)),
      );
    },
  )
  /** Creates a new secret; the previous one stays valid for 24 h. */
  .post('/subscriptions/projects/:projectId/rotate', authenticate, projectWebhook, async (c) => {
    const projectId = c.req.param('projectId');
    return respond(
      c,
      await callAccount(c, (account, caller) => account.rotateProjectHook(caller, projectId)),
    );
  });
