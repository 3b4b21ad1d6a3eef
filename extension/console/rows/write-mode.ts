import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { MINUTE_MS } from '../../../shared/time.ts';
import { type Result, success } from '../../edge-client/api-error.ts';
import { sendMessage } from '../../messaging/client.ts';

/** Left by itself after this long without a change; the edge counts the same. */
const REST_MS = 10 * MINUTE_MS;

/** Whether data of a project may be changed from here: entered by hand, held by the edge, left by itself. */
export type WriteMode = {
  on: ReadonlySignal<boolean>;
  enter: () => Promise<Result<unknown>>;
  /** Something is being changed: the rest begins anew. */
  touch: () => void;
  leave: () => void;
};

const modes = new Map<string, WriteMode>();

/** @param place tells apart what is entered by itself, such as the two databases of a project */
export function writeMode(projectId: string, place: string): WriteMode {
  const key = JSON.stringify([projectId, place]);
  const mode = modes.get(key) ?? createWriteMode(projectId);
  modes.set(key, mode);
  return mode;
}

function createWriteMode(projectId: string): WriteMode {
  const on: Signal<boolean> = signal(false);
  const path = `/write-mode/${encodeURIComponent(projectId)}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const touch = () => {
    clearTimeout(timer);
    if (on.value) timer = setTimeout(() => (on.value = false), REST_MS);
  };
  return {
    on,
    touch,
    enter: async () => {
      const result = await sendMessage('changeEdge', { method: 'POST', path, body: undefined });
      // An older edge has no such mode, and takes changes without it.
      const isEntered = result.ok || result.error.code === 'EDGE_NOT_FOUND';
      on.value = isEntered;
      touch();
      return isEntered ? success(null) : result;
    },
    leave: () => {
      clearTimeout(timer);
      on.value = false;
      void sendMessage('changeEdge', { method: 'DELETE', path, body: undefined });
    },
  };
}
