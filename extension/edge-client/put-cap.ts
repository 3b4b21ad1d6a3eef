import type { BudgetRequest, CapRequest } from '../../shared/edge-api/caps.ts';
import { IN_DOUBT, type Result, success } from './api-error.ts';

/** A change of one of a project's caps, or of a feature's budget; null = none. */
export type CapEdit = LimitName & { from: number | null; to: number | null };
/** Which of a project's limits. */
export type LimitName = (Pick<CapRequest, 'category'> | Omit<BudgetRequest, 'expected' | 'to'>) & {
  projectId: string;
};

/** The change that takes one back: compared first like any other, so that what somebody set since stays. */
export const reverted = <C extends Pick<CapEdit, 'from' | 'to'>>(change: C): C => ({
  ...change,
  from: change.to,
  to: change.from,
});

type PutRequest = { method: 'PUT'; path: string; body: CapRequest | BudgetRequest };

/**
 * Sets a cap or a budget if it still is `from`: the edge compares and sets. After a lost response it is asked
 * once more, which sets nothing twice.
 * @returns otherwise an error; its `found` says what stands there if somebody else has set it
 */
export async function putCap(
  change: CapEdit,
  send: (request: PutRequest) => Promise<Result<unknown>>,
): Promise<Result<null>> {
  const { projectId, from: expected, to } = change;
  const path = `/caps/${encodeURIComponent(projectId)}`;
  const body =
    change.category === 'feature'
      ? { category: change.category, feature: change.feature, field: change.field, expected, to }
      : { category: change.category, expected, to };
  const request: PutRequest = { method: 'PUT', path, body };
  const first = await send(request);
  const result = !first.ok && IN_DOUBT.has(first.error.kind) ? await send(request) : first;
  return result.ok ? success(null) : result;
}
