import { Hono } from 'hono';
import { dataKeyRequest } from '../../shared/edge-api/data-keys.ts';
import { isPathParameter } from '../builder-api/address.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { invalid, respond } from '../http/result.ts';
import { jsonBody } from '../http/validate.ts';
import { authorize, callAccount } from './call-account.ts';

/** Data keys of projects: an owner writes and forgets them, nobody reads them. */
export const dataKeyRoutes = new Hono<EdgeEnvironment>()
  .get('/data-keys', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.dataKeys(caller))),
  )
  .put('/data-keys/:projectId', authenticate, authorize('owner'), ...jsonBody(dataKeyRequest), async (c) => {
    const projectId = c.req.param('projectId');
    if (!isPathParameter(projectId)) return respond(c, invalid('projectId', 'is not the id of a project'));
    const { key, confirm } = c.req.valid('json');
    return respond(
      c,
      await callAccount(c, (account, caller) => account.putDataKey(caller, projectId, key, confirm)),
    );
  })
  .delete('/data-keys/:projectId', authenticate, async (c) => {
    const projectId = c.req.param('projectId');
    return respond(c, await callAccount(c, (account, caller) => account.removeDataKey(caller, projectId)));
  });
