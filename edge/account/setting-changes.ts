import { eventOf, type SettingChange } from '../../shared/edge-api/setting-changes.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { Attention } from '../attention/attention.ts';
import type { Devices } from '../devices/devices.ts';
import type { KeepOwnEvent } from '../events/own-events.ts';
import type { Result } from '../http/result.ts';
import type { Emitter } from '../object/emitter.ts';

/** An operation that the same browser repeats within this time is told once: deleting a hundred records is one thing. */
const SAME_OPERATION_MS = 10 * MINUTE_MS;
const OPERATIONS_NOTED = 100;

interface Parts {
  emitter: Emitter;
  devices: Devices;
  attention: Attention;
  keepEvent: KeepOwnEvent;
  now: () => InstantMs;
}

/** Keeps what was changed as an event, and tells other owners what is about access. */
export function settingChanges({ emitter, devices, attention, keepEvent, now }: Parts) {
  const noted = new Map<string, InstantMs>();
  emitter.on('setting-changed', (deviceId, projectId, change) => {
    if (change.setting === 'operation') {
      const key = JSON.stringify([deviceId, projectId, change.operation]);
      const isSame = now() - (noted.get(key) ?? 0) < SAME_OPERATION_MS;
      if (noted.size > OPERATIONS_NOTED) noted.clear();
      noted.set(key, now());
      if (isSame) return;
    }
    const by = deviceId === null ? null : devices.nameOf(deviceId);
    keepEvent(eventOf(change), projectId, { ...change, by });
    attention.onSettingChanged(deviceId, projectId, change, devices.owners() > 1);
  });
  const tell = (deviceId: string, projectId: string | null, change: SettingChange) =>
    emitter.emit('setting-changed', deviceId, projectId, change);
  return {
    tell,
    /** Makes a change that only owners may make and of which nothing else tells, and tells it. */
    noting: async <T extends Result<unknown>>(
      deviceId: string,
      projectId: string | null,
      operation: string,
      make: () => T | Promise<T>,
    ): Promise<T> => {
      const made = await make();
      if (made.ok) tell(deviceId, projectId, { setting: 'operation', operation });
      return made;
    },
  };
}
