import { Hono } from 'hono/tiny';
import { capRequest } from '../../shared/edge-api/caps.ts';
import {
  type GuardKind,
  type GuardRequest,
  guardKind,
  guardRequest,
  guardUndo,
} from '../../shared/edge-api/guards.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import { parse } from '../../shared/parse.ts';
import { balanceAlarm } from '../../shared/spending/statement.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { invalid } from '../http/result.ts';
import { checkId, leftOut, needs, refuse, respondWith, withBody } from './call-account.ts';

/** What a guard calls of itself besides reads; null = nothing. */
function calledBy(guard: GuardRequest): OperationName | null {
  switch (guard.kind) {
    case 'run-budget':
    case 'raise':
      return 'setCreditLimits';
    case 'run-time':
      return 'stopAgent';
    case 'day-budget':
      return guard.stopsRun ? 'stopAgent' : null;
    case 'failures':
      return null;
  }
}

/** Guards of projects, and what they do now. */
export const guardRoutes = new Hono<EdgeEnvironment>()
  .get('/guards/:projectId', authenticate, checkId, (c) => respondWith(c, 'guards', c.req.param('projectId')))
  .put('/guards/:projectId', ...withBody('putGuard', guardRequest), checkId, (c) => {
    const guard = c.req.valid('json');
    const name = calledBy(guard);
    return (name && leftOut(c, name)) ?? respondWith(c, 'putGuard', c.req.param('projectId'), guard);
  })
  /** `?kind`: of this guard; without it of all of the project. */
  .delete('/guards/:projectId', authenticate, checkId, async (c) => {
    const id = c.req.param('projectId');
    const chosen = c.req.query('kind');
    const kind: GuardKind | null = chosen === undefined ? null : parse(guardKind, chosen);
    if (chosen !== undefined && kind === null) return refuse(c, invalid('kind', 'must be a kind of guard'));
    return respondWith(c, 'removeGuard', id, kind);
  })
  /** How often the guard would have acted in the last 30 days. */
  .post('/guards/:projectId/trial', ...withBody('tryGuard', guardRequest), checkId, (c) =>
    respondWith(c, 'tryGuard', c.req.param('projectId'), c.req.valid('json')),
  )
  .post('/guards/:projectId/undo', ...withBody('undoGuard', guardUndo), checkId, (c) =>
    respondWith(c, 'undoGuard', c.req.param('projectId'), c.req.valid('json').kind),
  );

/** Caps of this month: compared before they are set. */
export const capRoutes = new Hono<EdgeEnvironment>().put(
  '/caps/:projectId',
  ...withBody('putCap', capRequest),
  needs('setCreditLimits'),
  checkId,
  (c) => respondWith(c, 'putCap', c.req.param('projectId'), c.req.valid('json')),
);

/** Where credits went, and below what balance it is told. */
export const balanceRoutes = new Hono<EdgeEnvironment>()
  .get('/statements/:period', authenticate, (c) => respondWith(c, 'statement', c.req.param('period')))
  .put('/balance-alarm', ...withBody('setBalanceAlarm', balanceAlarm), (c) =>
    respondWith(c, 'setBalanceAlarm', c.req.valid('json').credits),
  );
