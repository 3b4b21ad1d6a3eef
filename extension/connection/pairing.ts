import { deviceName, pairResponse } from '../../shared/edge-api/pairing.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';
import type { Connection } from '../storage/pairing.ts';

const PROBE_TIMEOUT_MS = 5 * SECOND_MS;

/** `address` as `parseEdgeAddress` reads it. */
export type PairInput = { address: string; code: string; name: string };

/** Exchanges a pairing code for this browser's token. Stores nothing. */
export async function pair(
  dependencies: EdgeDependencies,
  input: PairInput,
  now: number,
): Promise<Result<{ connection: Connection; token: string }>> {
  const named = deviceName.safeParse(input.name);
  const name = named.success ? named.data : 'Browser';
  const response = await requestEdge(
    dependencies,
    input.address,
    {
      method: 'POST',
      path: '/pair',
      token: null,
      body: { code: input.code.trim(), name },
    },
    pairResponse,
  );
  if (!response.ok) {
    const { kind, code, message } = response.error;
    if (kind === 'revoked') return apiError('code-invalid', code, message);
    // For example the builder service's own host, which responds in an envelope of the same form.
    if (code !== null && !code.startsWith('EDGE_')) return apiError('not-an-edge', code, message);
    const isElse = kind === 'edge-unreachable' && (await answersUnread(dependencies, input.address));
    return isElse ? apiError('not-an-edge') : response;
  }
  return success({
    token: response.value.token,
    connection: {
      edge: input.address,
      deviceId: response.value.deviceId,
      role: response.value.role,
      name,
      pairedAt: now,
      ledger: response.value.ledger,
    },
  });
}

/** Whether a server responds at all: an edge allows extensions to read every response, others may not. */
async function answersUnread(dependencies: EdgeDependencies, address: string): Promise<boolean> {
  const init: RequestInit = {
    ...{ mode: 'no-cors', cache: 'no-store', credentials: 'omit' },
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  };
  return dependencies.fetch(`${address}/health`, init).then(
    () => true,
    () => false,
  );
}
