import { pairAnswer } from '../../shared/edge-api/pairing.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { askEdge, type EdgeDeps } from '../edge-client/edge-client.ts';
import type { Connection } from './connection.ts';

/** `address` as `parseEdgeAddress` reads it. */
export type PairInput = { address: string; code: string; name: string };

/** Trades a pairing code for this browser's token. Nothing is stored here. */
export async function pair(
  deps: EdgeDeps,
  input: PairInput,
  now: number,
): Promise<Result<{ connection: Connection; token: string }>> {
  const answered = await askEdge(
    deps,
    input.address,
    {
      method: 'POST',
      path: '/pair',
      token: null,
      body: { code: input.code.trim(), name: input.name.trim() || 'Browser' },
    },
    pairAnswer,
  );
  if (!answered.ok) {
    const { kind, code, message } = answered.error;
    return kind === 'revoked' ? apiError('code-invalid', code, message) : answered;
  }
  return success({
    token: answered.value.token,
    connection: {
      edge: input.address,
      deviceId: answered.value.deviceId,
      role: answered.value.role,
      name: input.name.trim(),
      pairedAt: now,
    },
  });
}
