import { Hono } from 'hono';
import { isPathParameter } from '../builder-api/address.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { invalid, respond } from '../http/result.ts';
import { callAccount } from './call-account.ts';

const change = (use: 'get' | 'enter' | 'leave') => async (c: EdgeContext) => {
  const projectId = c.req.param('projectId') ?? '';
  if (!isPathParameter(projectId)) return respond(c, invalid('projectId', 'is not the id of a project'));
  return respond(c, await callAccount(c, (account, caller) => account.writeMode(caller, use, projectId)));
};

/** Whether this browser may change data of a project: asked for by hand, ended by rest. */
export const writeModeRoutes = new Hono<EdgeEnvironment>()
  .get('/write-mode/:projectId', authenticate, change('get'))
  .post('/write-mode/:projectId', authenticate, change('enter'))
  .delete('/write-mode/:projectId', authenticate, change('leave'));
