import { deviceName, pairAnswer } from '../../shared/edge-api/pairing.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';
import type { Connection } from '../storage/pairing.ts';

/** `address` as `parseEdgeAddress` reads it. */
export type PairInput = { address: string; code: string; name: string };

/** Trades a pairing code for this browser's token. Nothing is stored here. */
export async function pair(
  dependencies: EdgeDependencies,
  input: PairInput,
  now: number,
): Promise<Result<{ connection: Connection; token: string }>> {
  const named = deviceName.safeParse(input.name);
  const name = named.success ? named.data : 'Browser';
  const answered = await requestEdge(
    dependencies,
    input.address,
    {
      method: 'POST',
      path: '/pair',
      token: null,
      body: { code: input.code.trim(), name },
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
      name,
      pairedAt: now,
    },
  });
}
