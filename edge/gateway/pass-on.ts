import type { Operation } from '../../shared/operations/operation.ts';
import type { ServiceAnswer } from '../builder-api/answer.ts';
import { type Outcome, refusalOfFailure } from '../http/refusal.ts';
import type { GatewayAnswer } from './call.ts';
import { withhold } from './withhold.ts';

/** The service's answer as a browser gets it: whole but for what is withheld, or the refusal that its failure is. */
export function passOn(
  { withheld }: Pick<Operation, 'withheld'>,
  answer: ServiceAnswer,
): Outcome<GatewayAnswer> {
  if (!answer.ok) return { ok: false, refusal: refusalOfFailure(answer.failure) };
  const text =
    withheld.length === 0
      ? answer.text
      : JSON.stringify({ errors: null, data: withhold(answer.data, withheld) });
  return { ok: true, value: { status: answer.status, text, headers: answer.paging } };
}
