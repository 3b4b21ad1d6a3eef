import { type Signal, useSignal } from '@preact/signals';
import { type ApiError, type Result, success } from '../edge-client/api-error.ts';
import { sendMessage } from '../messaging/client.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { refreshUnder } from './resource.ts';

/** State of a free change, shown beside its button. */
export type ChangeState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'kept' }
  | { kind: 'failed'; error: ApiError };

export type Change = {
  state: Signal<ChangeState>;
  /** @param rereads prefixes of paths to read again afterwards, also after an error */
  send: (request: MessageRequest<'changeEdge'>, rereads: readonly string[]) => Promise<Result<unknown>>;
};

/** What changes of data need: called with each, and with the error of one that failed. */
type Mode = { touch: () => void; noteError: (error: ApiError) => void };

/** Sends a free change, for code that shows its outcome itself. */
export async function sendChange(request: MessageRequest<'changeEdge'>): Promise<Result<unknown>> {
  const result = await sendMessage('changeEdge', request);
  return result.ok ? success(result.value.value) : result;
}

/** One change at a time: a second click while the first is in progress does nothing. */
export function useChange(mode?: Mode): Change {
  const state = useSignal<ChangeState>({ kind: 'idle' });
  return {
    state,
    send: async (request, rereads) => {
      if (state.peek().kind === 'sending') return success(null);
      state.value = { kind: 'sending' };
      mode?.touch();
      const result = await sendMessage('changeEdge', request);
      if (!result.ok) mode?.noteError(result.error);
      await Promise.all(rereads.map(refreshUnder));
      state.value = result.ok ? { kind: 'kept' } : { kind: 'failed', error: result.error };
      return result;
    },
  };
}
