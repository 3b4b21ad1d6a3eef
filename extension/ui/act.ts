import { signal } from '@preact/signals';
import type { ApiError, Result } from '../edge-client/api-error.ts';
import { sendMessage } from '../messaging/client.ts';
import type { MessageName, MessageRequest, MessageResponse } from '../messaging/contract.ts';

/** The last failed command; shown until the next command. */
export const lastFailure = signal<ApiError | null>(null);
export const refreshing = signal(false);

/** Sends a command; a failure is shown in the page's footer. */
export async function act<N extends MessageName>(
  name: N,
  input: MessageRequest<N>,
): Promise<Result<MessageResponse<N>>> {
  lastFailure.value = null;
  if (name === 'refresh') refreshing.value = true;
  const outcome = await sendMessage(name, input);
  if (name === 'refresh') refreshing.value = false;
  else if (!outcome.ok) lastFailure.value = outcome.error;
  return outcome;
}
