import { Hono } from 'hono';
import { planRequest } from '../../shared/edge-api/plans.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { respond } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';

const PLAN_MAX_BYTES = 512 * 1024;

/** Caps of next month. */
export const planRoutes = new Hono<EdgeEnvironment>()
  .get('/plans', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.plan(caller))),
  )
  .put('/plans', authenticate, authorize('owner'), ...jsonBody(planRequest, PLAN_MAX_BYTES), async (c) => {
    const request = c.req.valid('json');
    return respond(c, await callAccount(c, (account, caller) => account.putPlan(caller, request)));
  })
  .delete('/plans', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.removePlan(caller))),
  )
  .post('/plans/undo', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.undoPlan(caller))),
  );
