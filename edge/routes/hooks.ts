import type { EdgeErrorCode } from '../../shared/edge-api/error-codes.ts';
import { accountStub } from '../account/stub.ts';
import { readCappedBytes, TooLargeError } from '../builder-api/read-capped.ts';
import { answer } from '../http/answer.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { type Outcome, refusal } from '../http/refusal.ts';
import { fromObject, respondRefusal } from '../http/respond.ts';
import { PART_QUERY } from '../webhooks/hook-address.ts';
import type { HookAddress, HookOutcome } from '../webhooks/receive.ts';

/** Largest body of a delivery that is read. */
const MAX_DELIVERY_BYTES = 256 * 1024;
const SIGNATURE_HEADER = 'x-service-signature';
const EVENT_ID_HEADER = 'x-service-event-id';

const REFUSALS: Record<Exclude<HookOutcome, 'kept' | 'duplicate'>, [EdgeErrorCode, string]> = {
  'bad-signature': ['EDGE_WEBHOOK_REJECTED', 'The signature is not good.'],
  stale: ['EDGE_WEBHOOK_REJECTED', 'The signature is too old.'],
  ahead: ['EDGE_WEBHOOK_REJECTED', 'The signature is from the future.'],
  malformed: ['EDGE_INVALID_REQUEST', 'The delivery is not well-formed.'],
  'too-large': ['EDGE_BODY_TOO_LARGE', 'The delivery is too large.'],
  'unknown-event': ['EDGE_NOT_FOUND', 'Nothing is subscribed to this address.'],
};

/** POST `/hooks/:event`: deliveries of the account's subscriptions. No token; the signature is what is trusted. */
export function postAccountHook(c: EdgeContext): Promise<Response> {
  return receive(c, {
    kind: 'account',
    event: c.req.param('event') ?? '',
    part: c.req.query(PART_QUERY) ?? '',
  });
}

/** POST `/hooks/projects/:projectId`: deliveries of a project's own webhook. */
export function postProjectHook(c: EdgeContext): Promise<Response> {
  return receive(c, { kind: 'project', projectId: c.req.param('projectId') ?? '' });
}

/** One call of the object per delivery. When its storage fails the sender is told to come again: nothing was kept. */
async function receive(c: EdgeContext, address: HookAddress): Promise<Response> {
  const body = await readBody(c.req.raw);
  if (body === 'broken') return respondRefusal(c, refusal('EDGE_INVALID_REQUEST', 'The body broke off.'));
  const received = accountStub(c.env).receiveHook({
    address,
    signature: c.req.header(SIGNATURE_HEADER) ?? null,
    eventId: c.req.header(EVENT_ID_HEADER) ?? null,
    body: body?.buffer ?? null,
  });
  const outcome: Outcome<HookOutcome> = await fromObject(
    c,
    received.then((value) => ({ ok: true, value })),
  );
  if (!outcome.ok) return respondRefusal(c, outcome.refusal);
  const { value } = outcome;
  if (value === 'kept' || value === 'duplicate') return answer({ outcome: value });
  return respondRefusal(c, refusal(...REFUSALS[value]));
}

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null | 'broken'> {
  try {
    return await readCappedBytes(request.body, MAX_DELIVERY_BYTES);
  } catch (error) {
    return error instanceof TooLargeError ? null : 'broken';
  }
}
