import { catalogue } from '../../shared/operations/catalogue.ts';
import { checkForm } from '../../shared/operations/form.ts';
import { launchBody } from '../../shared/operations/launch.ts';
import { configuration, mayUse } from '../configuration.ts';
import { malformed } from '../gateway/whitelist.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { bodyText } from '../http/json-body.ts';
import { refuse } from '../http/refusal.ts';
import { respond } from '../http/respond.ts';
import { callPaid } from './paid.ts';
import { authorize, withCaller } from './with-caller.ts';

/** Ten attachments in base64; what the object can be handed in one call is the bound. */
const LAUNCH_MAX_BYTES = 20 * 1024 * 1024;

/** POST `/launches`: creates a project and starts its first run, at most once per `Idempotency-Key`. */
export async function postLaunch(c: EdgeContext): Promise<Response> {
  c.set('operation', 'launchProject');
  if (!mayUse(configuration(c.env), 'launchProject'))
    return respond(c, refuse('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow launches.'));
  const who = await authorize(c, catalogue.launchProject.role);
  if (!who.ok) return respond(c, who);
  const text = await bodyText(c, LAUNCH_MAX_BYTES);
  if (!text.ok) return respond(c, text);
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch {
    return respond(c, malformed('INVALID_JSON', '', 'is not JSON'));
  }
  const checked = checkForm(launchBody, value);
  if (!checked.ok)
    return respond(c, malformed(checked.problem.code, checked.problem.field, checked.problem.words));
  return callPaid(c, { operation: 'launchProject', parameters: {}, body: JSON.stringify(checked.value) });
}

/** GET `/launches/:key`: what became of a paid call. */
export async function getLaunch(c: EdgeContext): Promise<Response> {
  const key = c.req.param('key') ?? '';
  return respond(c, await withCaller(c, (account, caller) => account.launch(caller, key)));
}
