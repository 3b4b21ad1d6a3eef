import { createMiddleware } from 'hono/factory';
import { Hono } from 'hono/tiny';
import { CAP_FIELD } from '../../shared/builder-api/limits.ts';
import type { PaidServiceName } from '../../shared/catalogues/paid.ts';
import { RUN_BUDGET_HEADER, RUN_BUDGET_MIN_CREDITS } from '../../shared/edge-api/guards.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { launchBody } from '../../shared/operations/launch.ts';
import { paidAbandonment, paidSettlement } from '../../shared/snapshot/launches.ts';
import { type RunCount, runsOfRequest } from '../../shared/spending/runs.ts';
import { PROMPT_MAX } from '../../shared/work/evidence.ts';
import { here } from '../account/route.ts';
import { configuration, mayUse } from '../configuration.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { digestOf, keyedDigest } from '../http/digest.ts';
import { fail, invalid, type Result, respond, respondText, success } from '../http/result.ts';
import type { PaidResponse } from '../paid-calls/launches.ts';
import type { NamedCaps, PaidCall } from '../paid-calls/paid-call.ts';
import { promptDigest } from '../paid-calls/prompts.ts';
import { callAccount, needs, OWN_ID, OWN_ID_WORDS, withBody } from './call-account.ts';

const CREATED = 201;
const ACCEPTED = 202;
const OK = 200;

/** A paid call that passed the whitelist. */
export interface AdmittedPaid {
  operation: PaidServiceName;
  parameters: Record<string, string>;
  form: PaidForm;
  /** The form as JSON; null: a launch's is made when it is sent, others have none. */
  body: string | null;
  /** What tells the body from another one, of a large one its SHA-256; null: there is none. */
  came: string | null;
}

/** A body that the operation's own form has checked. */
interface PaidForm extends Readonly<Record<string, unknown>> {
  readonly creditLimits?: Readonly<Record<string, number | null>>;
  readonly confirmDestructive?: boolean;
  readonly multiPrompt?: { readonly prompts?: readonly unknown[] };
}

/** Sends a paid call through the ledger, and responds with its outcome. */
export async function callPaid(c: EdgeContext, admitted: AdmittedPaid): Promise<Response> {
  const call = await paidCall(c, admitted);
  if (!call.ok) return respond(c, call);
  const role = neededRole(admitted.operation, admitted.form, configuration(c.env).builderCapMax);
  const submitting = callAccount(c, (account, caller) => account.submitPaid(caller, role, call.value));
  // A browser that disconnects must not lose the call's response.
  c.executionCtx.waitUntil(submitting);
  const result = await submitting;
  return result.ok ? respondPaid(result.value) : respond(c, result);
}

/**
 * Returns the role that a call needs. A builder may not create a project with what only owners may set (a cap
 * above the operator's maximum, or none), nor confirm the destruction of data. A cap that is left out is the
 * service's own.
 * @param capMax credits a month
 */
function neededRole(
  operation: PaidServiceName,
  { creditLimits, confirmDestructive }: PaidForm,
  capMax: number,
): Role {
  const { role } = catalogue[operation];
  const caps = { ...DEFAULT_CAPS[operation], ...creditLimits };
  const isLifted = Object.values(caps).some((cap) => cap === null || cap > capMax);
  return isLifted || confirmDestructive === true ? 'owner' : role;
}

/** Default caps of a new project (service reference, Launch Project, `creditLimits`, and Credit limits). */
const DEFAULT_CAPS: Partial<Record<PaidServiceName, Record<string, number | null>>> = {
  launchProject: { [CAP_FIELD.development]: null, [CAP_FIELD.infrastructure]: 250 },
  createProject: { [CAP_FIELD.development]: 5_000, [CAP_FIELD.infrastructure]: 300 },
};

/**
 * Sends the service's response if stored, else the record: 201 if it took effect, 202 if unknown, 200 if not.
 * @param taken status of a call that took effect
 */
export function respondPaid(
  { replayed, record, answer: response }: Pick<PaidResponse, 'replayed' | 'record' | 'answer'>,
  taken = CREATED,
): Response {
  const headers: Record<string, string> = {
    'cache-control': 'private, no-store',
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  };
  if (response !== null) return respondText(response.text, response.status, headers);
  const status = record.state === 'launched' ? taken : record.state === 'unknown' ? ACCEPTED : OK;
  return respondText(JSON.stringify({ errors: null, data: record }), status, headers);
}

async function paidCall(
  c: EdgeContext,
  { operation, parameters, form, body, came }: AdmittedPaid,
): Promise<Result<PaidCall>> {
  const key = idempotencyKey(c);
  if (!key.ok) return key;
  const { encryptionKey, serviceUrl, apiKey } = configuration(c.env);
  if (encryptionKey === null || serviceUrl === null || apiKey === null)
    return fail('EDGE_NOT_CONFIGURED', 'The edge is not set up for calls that use credits; see /health.');
  const chosen = chosenBudget(c, operation);
  if (!chosen.ok) return chosen;
  const sent = withBudget(operation, body, form, chosen.value);
  if (!sent.ok) return sent;
  const about = aboutForm(form);
  const budgets = chosen.value === null ? [] : [chosen.value];
  const [fingerprint, digestOfPrompt] = await Promise.all([
    keyedDigest(encryptionKey, 'request', JSON.stringify([operation, parameters, came, ...budgets])),
    about.prompt === null ? null : promptDigest(encryptionKey, about.prompt),
  ]);
  return success({
    key: key.value,
    operation,
    parameters,
    body: sent.value.body === null ? null : new TextEncoder().encode(sent.value.body),
    fingerprint,
    requestedProjectId: parameters.projectId ?? about.projectId ?? '',
    label: about.label,
    prompt: about.prompt?.slice(0, PROMPT_MAX) ?? null,
    promptDigest: digestOfPrompt,
    uploads: about.uploads,
    runs: operation === 'startAgent' || operation === 'launchProject' ? about.runs : null,
    engine: about.engine,
    budget: sent.value.budget,
    caps: operation === 'launchProject' ? namedCaps(form) : {},
  });
}

/** Only what is named: an absent cap is the service's own. */
function namedCaps({ creditLimits = {} }: PaidForm): NamedCaps {
  const { [CAP_FIELD.development]: development, [CAP_FIELD.infrastructure]: infrastructure } = creditLimits;
  return {
    ...(development !== undefined && { development }),
    ...(infrastructure !== undefined && { infrastructure }),
  };
}

/** The budget that the caller chose for this run; null = none chosen. */
function chosenBudget(c: EdgeContext, operation: PaidServiceName): Result<number | 'none' | null> {
  const text = c.req.header(RUN_BUDGET_HEADER);
  if (text === undefined) return success(null);
  if (operation !== 'startAgent' && operation !== 'launchProject')
    return invalid(RUN_BUDGET_HEADER, 'is for calls that start a run');
  if (text === 'none') return success(text);
  if (operation === 'startAgent' && !mayUse(configuration(c.env), 'setCreditLimits'))
    return fail('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow setCreditLimits.');
  const credits = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  return credits >= RUN_BUDGET_MIN_CREDITS
    ? success(credits)
    : invalid(RUN_BUDGET_HEADER, `must be ${RUN_BUDGET_MIN_CREDITS} credits or more, or none`);
}

/** A launch carries its budget as the cap of its project, which must say which cap it keeps afterwards. */
function withBudget(
  operation: PaidServiceName,
  body: string | null,
  form: PaidForm,
  chosen: number | 'none' | null,
): Result<Pick<PaidCall, 'budget'> & { body: string | null }> {
  if (operation !== 'launchProject')
    return success({ body, budget: chosen === null ? null : { credits: chosen === 'none' ? null : chosen } });
  const credits = chosen === 'none' ? null : chosen;
  const own = form.creditLimits?.[CAP_FIELD.development];
  if (credits !== null && own === undefined)
    return fail(
      'EDGE_GUARD_REFUSED',
      'A launch with a budget must name the development cap that its project keeps.',
      { details: { reason: 'cap-not-named' } },
    );
  if (credits === null || (own != null && own <= credits))
    return success({ body: JSON.stringify(form), budget: null });
  const creditLimits = { ...form.creditLimits, [CAP_FIELD.development]: credits };
  return success({ body: JSON.stringify({ ...form, creditLimits }), budget: { credits } });
}

/** The key that the browser made for what must be done at most once. */
export function idempotencyKey(c: EdgeContext): Result<string> {
  const key = c.req.header('idempotency-key');
  if (key === undefined)
    return fail('EDGE_KEY_MISSING', 'What must be done at most once needs an Idempotency-Key header.', {
      details: { field: 'idempotency-key' },
    });
  return OWN_ID.test(key) ? success(key) : invalid('idempotency-key', OWN_ID_WORDS);
}

interface AboutForm {
  projectId: string | null;
  label: string | null;
  prompt: string | null;
  engine: PaidCall['engine'];
  uploads: number;
  runs: RunCount;
}

function aboutForm(fields: PaidForm): AboutForm {
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const engine = text('engineVersion');
  const files: unknown[] = Array.isArray(fields.files) ? fields.files : [];
  return {
    projectId: text('projectId'),
    label: text('label'),
    prompt: text('prompt'),
    engine: engine === 'v2' || engine === 'legacy' ? engine : null,
    runs: runsOfRequest(fields),
    uploads: files.filter((file) => typeof file === 'object' && file !== null && 'content' in file).length,
  };
}

/** Ten attachments in base64; limited by what one RPC call to the object can carry. */
const LAUNCH_MAX_BYTES = 20 * 1024 * 1024;

/** For the log. */
const namesLaunch = createMiddleware<EdgeEnvironment>(async (c, next) => {
  c.set('operation', { name: 'launchProject', parameters: {} });
  await next();
});

export const launchRoutes = new Hono<EdgeEnvironment>()
  /** Creates a project and starts its first run, at most once per `Idempotency-Key`. */
  .post(
    '/launches',
    namesLaunch,
    ...withBody(catalogue.launchProject.role, launchBody, LAUNCH_MAX_BYTES),
    needs('launchProject'),
    async (c) => {
      const came = await digestOf(await c.req.arrayBuffer());
      // Nothing in JSON is undefined.
      const form = c.req.valid('json') as PaidForm;
      return callPaid(c, { operation: 'launchProject', parameters: {}, form, body: null, came });
    },
  );

/** What is asked and said of paid calls that were sent, or given up. */
export const paidRoutes = [
  /** Sets whether an unknown call took effect, and which project a launch created, as given by the user. */
  here(
    'POST /paid-calls/:key/settle',
    'builder',
    { body: paidSettlement },
    ({ paidCalls }, _, { key, body }) => paidCalls.settle(key, body),
  ),
  /** Gives up a call that may not have arrived. */
  here(
    'POST /paid-calls/:key/abandon',
    'builder',
    { body: paidAbandonment, ownId: 'key' },
    ({ paidCalls }, who, { key, body }) => paidCalls.abandon(key, who, body),
  ),
  here('GET /paid-calls/:key', 'builder', {}, ({ paidCalls }, _, { key }) => paidCalls.get(key)),
  /** Paid calls whose outcome is not known. */
  here('GET /paid-calls', 'builder', {}, ({ paidCalls }) => success(paidCalls.unknown())),
];
