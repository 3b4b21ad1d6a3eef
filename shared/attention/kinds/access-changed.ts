import type { SettingChange } from '../../edge-api/setting-changes.ts';
import { DAY_MS, type InstantMs } from '../../time.ts';
import { wordOf } from '../../words/say.ts';
import type { Kind } from '../kind.ts';
import { type ConditionOf, condition, type Rule } from '../rule.ts';

/**
 * A change of who may use the edge, or with which key: information for the owners other than `deviceId`, who
 * made it, if there are `others`. `name`: of the browser.
 */
export type AccessChanged = {
  kind: 'access-changed';
  change: AccessChange;
  name: string | null;
  deviceId: string | null;
  others: boolean;
};

type AccessChange = 'paired' | 'owner' | 'revoked' | 'all-revoked' | 'old-token' | 'data-key' | 'service-key';

export const accessChanged: Kind<AccessChanged> = {
  nature: 'information',
  action: 'look',
  alikeFrom: Number.POSITIVE_INFINITY,
  form: ({ change }) => wordOf(`-${change}`),
  values: ({ name }, say) => ({ browser: say.name(name) }),
  facts: () => ({ isPrivate: true }),
};

/** Over when an owner has seen it, or after a week. It opens with the change itself. */
export const accessChangedRule: Rule<AccessChanged> = {
  told: { place: 'settings', alerts: ['security'], by: null, isNameless: false },
  ends: { at: ({ since }) => since + 7 * DAY_MS, whenSeen: true },
};

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
  about: Pick<AccessChanged, 'deviceId' | 'others'>,
): ConditionOf<AccessChanged> | null {
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
