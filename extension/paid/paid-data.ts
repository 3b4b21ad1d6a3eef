import { parse } from '../../shared/parse.ts';
import { launchRecord } from '../../shared/snapshot/launches.ts';
import { type ApiError, IN_DOUBT, KNOWN_KEY } from '../edge-client/api-error.ts';
import { sendMessage } from '../messaging/client.ts';
import type { MessageRequest } from '../messaging/contract.ts';

/**
 * What became of a call. `failed`: it was not made. `doubtful`: it may have been made; under its key it is made no second
 * time. Its `error` is null where the edge does not know the outcome, or no longer has the response.
 */
export type PaidDataOutcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; error: ApiError }
  | { kind: 'doubtful'; error: ApiError | null };

/**
 * Makes a call of an app's backend that may use units, at most once per key.
 * @param isRepeated whether it may have been made before, under this key
 */
export async function callPaidData(
  call: MessageRequest<'callPaidData'>,
  isRepeated: boolean,
): Promise<PaidDataOutcome> {
  const result = await sendMessage('callPaidData', call);
  if (!result.ok)
    return { kind: isFailed(result.error, isRepeated) ? 'failed' : 'doubtful', error: result.error };
  const { value } = result.value;
  const isRecord = parse(launchRecord, value)?.key === call.key;
  return isRecord ? { kind: 'doubtful', error: null } : { kind: 'done', value };
}

/** Of a repeated call, an error settles only what the ledger refused: others, such as a rate limit, are of the question. */
function isFailed({ kind, code }: ApiError, isRepeated: boolean): boolean {
  if (code !== null && KNOWN_KEY.has(code)) return false;
  return isRepeated ? kind === 'refused' || kind === 'key-rejected' : !IN_DOUBT.has(kind);
}
