import { eventOf, type SettingChange } from '../../shared/edge-api/setting-changes.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { Attention } from '../attention/attention.ts';
import type { Devices, KnownDevice } from '../devices/devices.ts';
import type { KeepOwnEvent } from '../events/own-events.ts';
import type { Result } from '../http/result.ts';
import { linkKindOf, linkName } from '../links/actor.ts';
import type { AccountContext } from '../object/context.ts';
import type { Work } from '../work/work.ts';

/** A browser's repeats of an operation within this time are told once: a hundred deletions are one thing. */
const TOLD_AGAIN_AFTER_MS = 10 * MINUTE_MS;
const OPERATIONS_NOTED = 100;

interface Parts {
  context: Pick<AccountContext, 'emitter' | 'now'>;
  devices: Devices;
  attention: Attention;
  work: Pick<Work, 'stopped'>;
  keepOwnEvent: KeepOwnEvent;
}

/** Keeps what was changed as an event, and tells other owners what is about access. */
export function settingChanges({ context: { emitter, now }, devices, attention, work, keepOwnEvent }: Parts) {
  const noted = new Map<string, InstantMs>();
  const onChanged = (deviceId: string | null, projectId: string | null, change: SettingChange): void => {
    if (change.setting === 'operation') {
      const key = JSON.stringify([deviceId, projectId, change.operation]);
      const isTold = now() - (noted.get(key) ?? 0) < TOLD_AGAIN_AFTER_MS;
      if (noted.size > OPERATIONS_NOTED) noted.clear();
      noted.set(key, now());
      if (isTold) return;
    }
    const link = deviceId === null ? null : linkKindOf(deviceId);
    const by = deviceId === null ? null : (linkName(deviceId) ?? devices.nameOf(deviceId));
    const about = change.setting === 'run' ? work.stopped(projectId) : {};
    keepOwnEvent(eventOf(change), projectId, { ...change, by, ...(link && { link }) }, about);
    attention.onSettingChanged(deviceId, projectId, change, devices.owners() > 1);
  };
  const tell = (deviceId: string, projectId: string | null, change: SettingChange) =>
    emitter.emit('setting-changed', deviceId, projectId, change);
  return {
    onChanged,
    tell,
    /** Makes a change that only owners may make and of which nothing else tells, and tells it. */
    noting:
      <T extends Result<unknown>>(
        operation: string,
        projectId: string | null,
        make: (who: KnownDevice) => T | Promise<T>,
      ) =>
      async (who: KnownDevice): Promise<T> => {
        const made = await make(who);
        if (made.ok) tell(who.deviceId, projectId, { setting: 'operation', operation });
        return made;
      },
  };
}
