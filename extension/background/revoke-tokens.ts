import * as z from 'zod/mini';
import type { InstantMs } from '../../shared/time.ts';
import type { ApiError, Result } from '../edge-client/api-error.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';
import { putOff, type Revocation, revocationsItem } from '../storage/pairing.ts';

/** What `revokeTokens` needs of the background. */
type Background = {
  dependencies: EdgeDependencies & { now: () => InstantMs };
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Revokes the tokens that this browser has given up, each until its edge confirms that it is invalid.
 * @param which `due`: those whose next retry is due
 */
export async function revokeTokens(
  { dependencies, inTurn }: Background,
  which: 'due' | 'all' = 'due',
): Promise<void> {
  const pending = await revocationsItem.getValue();
  const now = dependencies.now();
  const due = pending.filter(({ nextAt, since }) => which === 'all' || nextAt <= now || since > now);
  await Promise.all(
    due.map(async (one) => {
      const result = await revoke(dependencies, one);
      await inTurn(() =>
        update(one.token, (known) =>
          isGone(result) ? null : putOff(known, !result.ok && isRefusal(result.error), dependencies.now()),
        ),
      );
    }),
  );
}

/** Stops retrying, at the user's request. */
export async function forgetRevocation(deviceId: string): Promise<void> {
  const pending = await revocationsItem.getValue();
  await revocationsItem.setValue(pending.filter((one) => one.deviceId !== deviceId));
}

function revoke(
  dependencies: EdgeDependencies,
  { edge, deviceId, token }: Revocation,
): Promise<Result<unknown>> {
  const path = `/devices/${encodeURIComponent(deviceId)}`;
  return requestEdge(dependencies, edge, { method: 'DELETE', path, token }, z.unknown());
}

/** Revoked now or before: a response may have been lost, or an owner was faster. */
function isGone(result: Result<unknown>): boolean {
  return result.ok || result.error.code === 'EDGE_UNAUTHORIZED' || result.error.code === 'EDGE_NOT_FOUND';
}

/** It would have no owner. */
const isRefusal = ({ code }: ApiError): boolean => code === 'EDGE_LAST_OWNER';

async function update(token: string, change: (known: Revocation) => Revocation | null): Promise<void> {
  const before = await revocationsItem.getValue();
  const after = before.flatMap((one) => (one.token === token ? (change(one) ?? []) : one));
  await revocationsItem.setValue(after);
}
