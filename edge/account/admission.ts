import type { Role } from '../../shared/edge/roles.ts';
import type { Outcome, Refusal } from '../http/refusal.ts';
import type { Caller } from './devices/devices.ts';

const ADMISSION_URL = 'https://object/admission';
const TOKEN_HASH = 'x-token-hash';
const ORIGIN = 'x-caller-origin';
const ROLE = 'x-needed-role';

/** What the Worker asks when it can do the rest by itself: whether this caller may act in this role. */
export interface AdmissionQuestion {
  caller: Caller;
  needed: Role;
}

/**
 * Asks the object. A bare request, because a gateway read waits for it and it crosses in two thirds of a method call's time.
 * @throws when the object can't be reached
 */
export async function askAdmission(
  account: Pick<DurableObjectStub, 'fetch'>,
  { caller, needed }: AdmissionQuestion,
): Promise<Outcome<null>> {
  const headers: Record<string, string> = { [TOKEN_HASH]: caller.tokenHash, [ROLE]: needed };
  if (caller.origin !== null) headers[ORIGIN] = caller.origin;
  const answer = await account.fetch(ADMISSION_URL, { headers });
  return answer.ok ? { ok: true, value: null } : { ok: false, refusal: await answer.json<Refusal>() };
}

/** null = this is another request. */
export function readAdmission(request: Request): AdmissionQuestion | null {
  if (request.url !== ADMISSION_URL) return null;
  const { headers } = request;
  return {
    caller: { tokenHash: headers.get(TOKEN_HASH) ?? '', origin: headers.get(ORIGIN) },
    needed: headers.get(ROLE) as Role,
  };
}

export function answerAdmission(outcome: Outcome<unknown>): Response {
  return outcome.ok
    ? new Response(null, { status: 204 })
    : Response.json(outcome.refusal, { status: outcome.refusal.status });
}
