import * as z from 'zod/mini';
import { isPathParameter } from '../builder-api/address.ts';
import { configuration, mayUse } from '../configuration.ts';
import { malformed } from '../gateway/whitelist.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { type Outcome, refuse } from '../http/refusal.ts';
import { respond } from '../http/respond.ts';
import { authorizedBody, withCaller } from './with-caller.ts';

/** The project in the path, of a call that changes its webhook: with a new address, or with a new secret for the one it has. */
function projectOf(c: EdgeContext): Outcome<string> {
  if (!mayUse(configuration(c.env), 'setProjectWebhook'))
    return refuse('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow to change project webhooks.');
  const projectId = c.req.param('projectId') ?? '';
  return isPathParameter(projectId)
    ? { ok: true, value: projectId }
    : malformed('EDGE_INVALID_REQUEST', 'projectId', 'is not an id');
}

const pointing = z.strictObject({ replace: z.optional(z.boolean()) });

/** GET `/subscriptions`: how well the service's webhooks reach us. */
export async function getSubscriptions(c: EdgeContext): Promise<Response> {
  return respond(c, await withCaller(c, (account, caller) => account.subscriptions(caller)));
}

/** POST `/subscriptions/sync`: makes them what they should be, now. */
export async function postSubscriptionsSync(c: EdgeContext): Promise<Response> {
  return respond(c, await withCaller(c, (account, caller) => account.syncSubscriptions(caller)));
}

/** GET `/subscriptions/projects`: the projects whose own webhook points here. */
export async function getProjectHooks(c: EdgeContext): Promise<Response> {
  return respond(c, await withCaller(c, (account, caller) => account.projectHooks(caller)));
}

/** PUT `/subscriptions/projects/:projectId` `{ replace? }`: points the project's own webhook here. */
export async function putProjectHook(c: EdgeContext): Promise<Response> {
  const project = projectOf(c);
  if (!project.ok) return respond(c, project);
  const body = await authorizedBody(c, 'owner', pointing);
  if (!body.ok) return respond(c, body);
  const replace = body.value.replace ?? false;
  return respond(
    c,
    await withCaller(c, (account, caller) => account.pointProjectHook(caller, project.value, replace)),
  );
}

/** POST `/subscriptions/projects/:projectId/rotate`: a new secret; the one before it stays good for 24 h. */
export async function postProjectHookRotation(c: EdgeContext): Promise<Response> {
  const project = projectOf(c);
  if (!project.ok) return respond(c, project);
  return respond(
    c,
    await withCaller(c, (account, caller) => account.rotateProjectHook(caller, project.value)),
  );
}
