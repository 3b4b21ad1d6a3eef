import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { launchBody } from '../../shared/operations/launch.ts';
import { launchSettlement } from '../../shared/snapshot/launches.ts';
import { configuration, mayUse } from '../configuration.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { fail, respond } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';
import { callPaid } from './paid.ts';

/** Ten attachments in base64; limited by what one RPC call to the object can carry. */
const LAUNCH_MAX_BYTES = 20 * 1024 * 1024;

const launchesAllowed = createMiddleware<EdgeEnvironment>(async (c, next) => {
  c.set('operation', { name: 'launchProject', parameters: {} });
  if (mayUse(configuration(c.env), 'launchProject')) return next();
  return respond(c, fail('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow launches.'));
});

export const launchRoutes = new Hono<EdgeEnvironment>()
  /** Creates a project and starts its first run, at most once per `Idempotency-Key`. */
  .post(
    '/launches',
    launchesAllowed,
    authenticate,
    authorize(catalogue.launchProject.role),
    ...jsonBody(launchBody, LAUNCH_MAX_BYTES),
    (c) => {
      const body = JSON.stringify(c.req.valid('json'));
      return callPaid(c, { operation: 'launchProject', parameters: {}, body });
    },
  )
  /** Sets which project an unknown launch created, or none, as given by the user. */
  .post(
    '/launches/:key/settle',
    authenticate,
    authorize('builder'),
    ...jsonBody(launchSettlement),
    async (c) => {
      const key = c.req.param('key');
      const { projectId } = c.req.valid('json');
      return respond(
        c,
        await callAccount(c, (account, caller) => account.settleLaunch(caller, key, projectId)),
      );
    },
  )
  /** The outcome of a paid call. */
  .get('/launches/:key', authenticate, async (c) => {
    const key = c.req.param('key');
    return respond(c, await callAccount(c, (account, caller) => account.launch(caller, key)));
  });
