import { Hono } from 'hono';
import { type GuardKind, guardKind, guardRequest, guardUndo } from '../../shared/edge-api/guards.ts';
import { parse } from '../../shared/parse.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { invalid, respond } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';

const ID = /^[A-Za-z0-9_-]{1,128}$/;
const noId = () => invalid('projectId', 'must be the id of a project');

/** What stops spending: guards of projects, and what they hold just now. */
export const guardRoutes = new Hono<EdgeEnvironment>()
  .get('/guards', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.allGuards(caller))),
  )
  .get('/guards/:projectId', authenticate, async (c) => {
    const id = c.req.param('projectId');
    if (!ID.test(id)) return respond(c, noId());
    return respond(c, await callAccount(c, (account, caller) => account.guards(caller, id)));
  })
  .put('/guards/:projectId', authenticate, authorize('owner'), ...jsonBody(guardRequest), async (c) => {
    const id = c.req.param('projectId');
    if (!ID.test(id)) return respond(c, noId());
    const request = c.req.valid('json');
    return respond(c, await callAccount(c, (account, caller) => account.putGuard(caller, id, request)));
  })
  /** `?kind`: of this guard; without it of all of the project. */
  .delete('/guards/:projectId', authenticate, async (c) => {
    const id = c.req.param('projectId');
    if (!ID.test(id)) return respond(c, noId());
    const asked = c.req.query('kind');
    const kind: GuardKind | null = asked === undefined ? null : parse(guardKind, asked);
    if (asked !== undefined && kind === null) return respond(c, invalid('kind', 'must be a kind of guard'));
    return respond(c, await callAccount(c, (account, caller) => account.removeGuard(caller, id, kind)));
  })
  /** How often the guard would have acted in the last 30 days. */
  .post(
    '/guards/:projectId/trial',
    authenticate,
    authorize('owner'),
    ...jsonBody(guardRequest),
    async (c) => {
      const id = c.req.param('projectId');
      if (!ID.test(id)) return respond(c, noId());
      const request = c.req.valid('json');
      return respond(c, await callAccount(c, (account, caller) => account.tryGuard(caller, id, request)));
    },
  )
  .post('/guards/:projectId/undo', authenticate, authorize('owner'), ...jsonBody(guardUndo), async (c) => {
    const id = c.req.param('projectId');
    if (!ID.test(id)) return respond(c, noId());
    const { kind } = c.req.valid('json');
    return respond(c, await callAccount(c, (account, caller) => account.undoGuard(caller, id, kind)));
  });
