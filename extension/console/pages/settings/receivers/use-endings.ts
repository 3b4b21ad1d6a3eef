import { useSignal } from '@preact/signals';
import { type ChangeState, sendChange } from '../../../../reads/change.ts';
import { refreshUnder } from '../../../../reads/resource.ts';

const PATH = '/service/webhooks';

/**
 * Ends subscriptions one after another: the service takes one at a time, and each says how that went.
 * @param onEnded called once all of them are ended
 */
export function useEndings(onEnded: (ids: readonly string[]) => void) {
  const results = useSignal<Readonly<Record<string, ChangeState>>>({});
  const note = (id: string, state: ChangeState) => {
    results.value = { ...results.peek(), [id]: state };
  };
  const end = async (ids: readonly string[]) => {
    let isEach = true;
    for (const id of ids) {
      note(id, { kind: 'sending' });
      const path = `${PATH}/${encodeURIComponent(id)}`;
      const result = await sendChange({ method: 'DELETE', path, body: {} });
      note(id, result.ok ? { kind: 'kept' } : { kind: 'failed', error: result.error });
      isEach &&= result.ok;
    }
    await refreshUnder(PATH);
    if (isEach) onEnded(ids);
  };
  return {
    end: (ids: readonly string[]) => void end(ids),
    stateOf: (id: string): ChangeState => results.value[id] ?? { kind: 'idle' },
    isSending: Object.values(results.value).some(({ kind }) => kind === 'sending'),
  };
}
