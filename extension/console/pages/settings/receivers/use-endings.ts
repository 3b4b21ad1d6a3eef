import { useSignal } from '@preact/signals';
import type { MessageRequest } from '../../../../messaging/contract.ts';
import { type ChangeState, sendChange } from '../../../../reads/change.ts';
import { refreshUnder } from '../../../../reads/resource.ts';

export const WEBHOOKS_PATH = '/service/webhooks';

/** Changes of subscriptions, which the service takes one at a time: each says how it went, by what identifies it. */
export function useOneByOne() {
  const results = useSignal<Readonly<Record<string, ChangeState>>>({});
  const note = (id: string, state: ChangeState) => {
    results.value = { ...results.peek(), [id]: state };
  };
  return {
    stateOf: (id: string): ChangeState => results.value[id] ?? { kind: 'idle' },
    isSending: Object.values(results.value).some(({ kind }) => kind === 'sending'),
    /** @returns whether it is made */
    send: async (id: string, request: MessageRequest<'changeEdge'>): Promise<boolean> => {
      note(id, { kind: 'sending' });
      const result = await sendChange(request);
      note(id, result.ok ? { kind: 'kept' } : { kind: 'failed', error: result.error });
      return result.ok;
    },
  };
}

/** Ends subscriptions one after another. @param onEnded called once all of them are ended */
export function useEndings(onEnded: (ids: readonly string[]) => void) {
  const { send, ...states } = useOneByOne();
  const end = async (ids: readonly string[]) => {
    let isEach = true;
    for (const id of ids) {
      const path = `${WEBHOOKS_PATH}/${encodeURIComponent(id)}`;
      const isEnded = await send(id, { method: 'DELETE', path, body: {} });
      isEach &&= isEnded;
    }
    await refreshUnder(WEBHOOKS_PATH);
    if (isEach) onEnded(ids);
  };
  return { ...states, end: (ids: readonly string[]) => void end(ids) };
}
