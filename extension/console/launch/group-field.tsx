import { t } from '../../i18n/t.ts';
import { groupName, useGroups } from '../projects/use-groups.ts';

/** The group of a new project, chosen by its name; typed as an id where the groups can't be read. */
export function GroupField({ value, onChange }: { value: string; onChange: (groupId: string) => void }) {
  const state = useGroups().state.value;
  const list = state.kind === 'shown' ? state.value : [];
  const isKnown = value === '' || list.some(({ groupId }) => groupId === value);
  return (
    <div class="field">
      <label class="meta" for="launch-group">
        {list.length === 0 ? t('launch.advanced.group') : t('launch.advanced.groupName')}
      </label>
      {list.length === 0 ? (
        <>
          <input
            id="launch-group"
            class="input"
            value={value}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span class="meta">{t('launch.advanced.groupHint')}</span>
        </>
      ) : (
        <select
          id="launch-group"
          class="input"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{t('launch.advanced.groupNone')}</option>
          {list.map((group) => (
            <option key={group.groupId} value={group.groupId}>
              {groupName(group)}
            </option>
          ))}
          {!isKnown && <option value={value}>{value}</option>}
        </select>
      )}
    </div>
  );
}
