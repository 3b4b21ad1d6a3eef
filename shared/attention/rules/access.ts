import type { SettingChange } from '../../edge-api/setting-changes.ts';
import { DAY_MS, type InstantMs } from '../../time.ts';
import type { AccessChange, Condition, Reason } from '../item.ts';
import { condition, type Rule } from '../rule.ts';

/** Over when an owner has seen it, or after a week (`calendarEnd`). It opens with the change itself. */
export const accessChangedRule: Rule = { endsWhenAcknowledged: true };

export const ACCESS_CHANGE_LASTS_MS = 7 * DAY_MS;

/**
 * The information that a change is for other owners; null for any other change.
 * @param id differs per change
 * @param about who made it, and whether there is another owner
 */
export function accessCondition(
  id: string,
  at: InstantMs,
  projectId: string | null,
  change: SettingChange,
  about: Pick<Extract<Reason, { kind: 'access-changed' }>, 'deviceId' | 'others'>,
): Condition | null {
  if (!isAccess(change)) return null;
  const name = 'name' in change ? change.name : null;
  return condition(`access-changed:${id}`, 'note', projectId, at, {
    kind: 'access-changed',
    change: accessChangeOf(change),
    name,
    ...about,
  });
}

const ACCESS_SETTINGS = ['browser', 'old-token', 'data-key', 'service-key'] as const;
type AccessSetting = Extract<SettingChange, { setting: (typeof ACCESS_SETTINGS)[number] }>;
const isAccess = (change: SettingChange): change is AccessSetting =>
  ACCESS_SETTINGS.some((one) => one === change.setting);

/** What a change is to who may use the edge, or with which key. */
export function accessChangeOf(change: AccessSetting): AccessChange {
  if (change.setting !== 'browser') return change.setting;
  if (change.did !== 'removed') return change.role === 'owner' ? 'owner' : 'paired';
  return change.name === null ? 'all-revoked' : 'revoked';
}
