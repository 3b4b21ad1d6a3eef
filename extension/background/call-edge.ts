import * as z from 'zod/mini';
import { RUN_BUDGET_HEADER } from '../../shared/edge-api/guards.ts';
import { formatLedger, LEDGER_HEADER } from '../../shared/edge-api/ledger-identity.ts';
import { launchRecord } from '../../shared/snapshot/launches.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { type EdgeDependencies, type EdgeRequest, readResponse, send } from '../edge-client/edge-client.ts';
import type { LedgerCalls, PaidKey } from '../paid/driver.ts';
import { type ConfirmedFor, isSameLedger, readPairing } from '../storage/pairing.ts';

type Request = Omit<EdgeRequest, 'token'> & {
  /**
   * What a paid call or its lookup was confirmed for; absent: not a paid call. If another ledger is paired,
   * nothing is sent: `other-ledger`, as the edge says too. A body goes only to the confirmed address.
   */
  confirmedFor?: ConfirmedFor | null;
};

/** Calls the paired edge with this browser's token. @param data schema of the response */
export async function callEdgeFor<T>(
  dependencies: EdgeDependencies,
  request: Request,
  data: z.ZodMiniType<T>,
): Promise<Result<T>> {
  const response = await sendToEdge(dependencies, request);
  return response.ok ? readResponse(response.value, data) : response;
}

/** The same, with the status of the response. */
export async function callWithStatus(
  dependencies: EdgeDependencies,
  request: Request,
): Promise<Result<{ value: unknown; status: number }>> {
  const response = await sendToEdge(dependencies, request);
  if (!response.ok) return response;
  const read = await readResponse(response.value, z.unknown());
  return read.ok ? success({ value: read.value, status: response.value.status }) : read;
}

/** Sends a request to the paired edge. An error response is a success of this call. */
export async function sendToEdge(
  dependencies: EdgeDependencies,
  { confirmedFor, ...request }: Request,
): Promise<Result<Response>> {
  const pairing = await readPairing();
  if (!pairing) return apiError('not-paired');
  const { edge, ledger, token } = pairing;
  if (confirmedFor === undefined) return send(dependencies, edge, { ...request, token });
  const isTheirs =
    confirmedFor !== null &&
    isSameLedger(confirmedFor, ledger) &&
    (request.method === 'GET' || confirmedFor.edge === edge);
  if (!isTheirs) return apiError('other-ledger');
  const headers = { ...request.headers, [LEDGER_HEADER]: formatLedger(confirmedFor) };
  return send(dependencies, edge, { ...request, headers, token });
}

export async function callEdge(dependencies: EdgeDependencies, request: Request): Promise<Result<null>> {
  const response = await callEdgeFor(dependencies, request, z.unknown());
  return response.ok ? success(null) : response;
}

export const paidHeaders = (key: string, runBudget: number | 'none' | undefined) => ({
  'idempotency-key': key,
  ...(runBudget === undefined ? {} : { [RUN_BUDGET_HEADER]: String(runBudget) }),
});

export function ledgerCalls(dependencies: EdgeDependencies): LedgerCalls {
  const ask = (
    { key, confirmedFor }: PaidKey,
    rest: '' | '/settle' | '/abandon',
    request: { method: 'GET' } | { method: 'POST'; body: unknown },
  ) => {
    const path = `/paid-calls/${encodeURIComponent(key)}${rest}` as const;
    return callEdgeFor(dependencies, { ...request, path, confirmedFor }, launchRecord);
  };
  return {
    look: (paid) => ask(paid, '', { method: 'GET' }),
    settle: (paid, body) => ask(paid, '/settle', { method: 'POST', body }),
    abandon: (paid, body) => ask(paid, '/abandon', { method: 'POST', body }),
  };
}
