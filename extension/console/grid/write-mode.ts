import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { WritePlace } from '../../../shared/edge-api/data-keys.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { ApiError, Result } from '../../edge-client/api-error.ts';
import { sendMessage } from '../../messaging/client.ts';

/** Ends after this time without a change; the edge counts the same. */
const REST_MS = 10 * MINUTE_MS;
/** Interval of reporting staged changes to the edge, so that it does not end the mode during typing. */
const REPORT_MS = 4 * MINUTE_MS;

/** Write mode of a project: entered by hand, enforced by the edge, ends when idle. */
export type WriteMode = {
  on: ReadonlySignal<boolean>;
  enter: () => Promise<Result<unknown>>;
  /** Restarts the idle timer on a change, here and at the edge. */
  touch: () => void;
  /** Leaves it when the edge has: it ended there, or was left in another tab. */
  noteError: (error: ApiError) => void;
  leave: () => void;
};

/** By project and place. */
const modes = new Map<string, WriteMode>();

/**
 * Write mode of one place, entered separately here and at the edge: editing the preview does not enable
 * editing production.
 */
export function writeMode(projectId: string, place: WritePlace): WriteMode {
  const path = `/write-mode/${encodeURIComponent(projectId)}?place=${place}`;
  const mode = modes.get(path) ?? createWriteMode(path);
  modes.set(path, mode);
  return mode;
}

function createWriteMode(path: string): WriteMode {
  const on: Signal<boolean> = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reportedAt = 0;
  const report = () => {
    reportedAt = Date.now();
    return sendMessage('changeEdge', { method: 'POST', path, body: undefined });
  };
  const end = () => {
    clearTimeout(timer);
    on.value = false;
  };
  const touch = () => {
    clearTimeout(timer);
    if (!on.peek()) return;
    timer = setTimeout(end, REST_MS);
    if (Date.now() - reportedAt > REPORT_MS) void report();
  };
  return {
    on,
    touch,
    noteError: ({ code }) => {
      if (code === 'EDGE_WRITE_MODE_OFF') end();
    },
    enter: async () => {
      const result = await report();
      on.value = result.ok;
      touch();
      return result;
    },
    leave: () => {
      end();
      void sendMessage('changeEdge', { method: 'DELETE', path, body: undefined });
    },
  };
}
