import { Hono } from 'hono';
import { balanceAlarm } from '../../shared/spending/statement.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { authorize, respondWith } from './call-account.ts';

/** Where credits went, and below what balance it is told. */
export const balanceRoutes = new Hono<EdgeEnvironment>()
  .get('/statements/:period', authenticate, (c) => respondWith(c, 'statement', c.req.param('period')))
  .put('/balance-alarm', authenticate, authorize('setBalanceAlarm'), ...jsonBody(balanceAlarm), (c) =>
    respondWith(c, 'setBalanceAlarm', c.req.valid('json').credits),
  );
