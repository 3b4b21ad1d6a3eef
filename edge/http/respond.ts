import { answer, answerRefusal } from './answer.ts';
import type { EdgeContext } from './edge-context.ts';
import { type Outcome, type Refusal, refusal } from './refusal.ts';

/** Answers an outcome: its value in the envelope, or its refusal. */
export function respond<T>(c: EdgeContext, outcome: Outcome<T>, status = 200): Response {
  return outcome.ok ? answer(outcome.value, status) : respondRefusal(c, outcome.refusal);
}

export function respondRefusal(c: EdgeContext, refused: Refusal): Response {
  c.set('code', refused.code);
  return answerRefusal(refused);
}

/** Waits for the object, counts the time, and turns its failure into a code instead of a broken answer. */
export async function fromObject<T>(c: EdgeContext, call: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const startedAt = Date.now();
  try {
    return await call;
  } catch {
    return {
      ok: false,
      refusal: refusal('EDGE_STORAGE_FAILED', 'The edge could not reach its storage; try again.'),
    };
  } finally {
    c.set('objectMs', Date.now() - startedAt);
  }
}
