import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { MINUTE_MS } from '../../../shared/time.ts';
import { type Result, success } from '../../edge-client/api-error.ts';
import { sendMessage } from '../../messaging/client.ts';

/** Where data is changed: a database of the project, or the data of its app. */
export type Place = 'development' | 'production' | 'app';

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

/** By project, then by place. */
const modes = new Map<string, Map<Place, WriteMode>>();

/** @param place entered by itself: who edits the preview does not edit production */
export function writeMode(projectId: string, place: Place): WriteMode {
  const ofProject = modes.get(projectId) ?? new Map<Place, WriteMode>();
  modes.set(projectId, ofProject);
  const isElsewhere = () => [...ofProject.values()].some(({ on }) => on.value);
  const mode = ofProject.get(place) ?? createWriteMode(projectId, isElsewhere);
  ofProject.set(place, mode);
  return mode;
}

/** @param isElsewhere whether another place of the project is edited: the edge knows one mode for all of them */
function createWriteMode(projectId: string, isElsewhere: () => boolean): WriteMode {
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
      if (!isElsewhere()) void sendMessage('changeEdge', { method: 'DELETE', path, body: undefined });
    },
  };
}
