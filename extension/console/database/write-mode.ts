import { type Signal, signal } from '@preact/signals';
import { MINUTE_MS } from '../../../shared/time.ts';

/** Left by itself after this long without a change. */
const REST_MS = 10 * MINUTE_MS;

const modes = new Map<string, { on: Signal<boolean>; timer?: ReturnType<typeof setTimeout> }>();

/** Whether rows may be edited: entered by hand, per project and environment, and left by itself. */
export function writeMode(projectId: string, environment: string) {
  const key = `${projectId}/${environment}`;
  const mode = modes.get(key) ?? { on: signal(false) };
  modes.set(key, mode);
  const leave = () => {
    clearTimeout(mode.timer);
    mode.on.value = false;
  };
  return {
    on: mode.on,
    /** Enters it, or tells that it is in use. */
    touch: () => {
      clearTimeout(mode.timer);
      mode.timer = setTimeout(leave, REST_MS);
      mode.on.value = true;
    },
    leave,
  };
}
