import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { mask } from '../../ui/page-state.ts';

const groups = z.array(z.looseObject({ groupId: z.string(), name: z.nullish(z.string()) }));
type Groups = z.infer<typeof groups>;

/** The group of a new project, chosen by its name; typed as an id where the groups can't be read. */
export function GroupField({ value, onChange }: { value: string; onChange: (groupId: string) => void }) {
  const known = useSignal<Groups>([]);
  useEffect(() => {
    void sendMessage('readEdge', { path: '/service/project-groups?limit=100', keep: true }).then((result) => {
      const parsed = groups.safeParse(result.ok ? result.value.value : null);
      if (parsed.success) known.value = parsed.data;
    });
  }, []);
  const list = known.value;
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
          {list.map(({ groupId, name }) => (
            <option key={groupId} value={groupId}>
              {isolated(mask(name || groupId))}
            </option>
          ))}
          {!isKnown && <option value={value}>{value}</option>}
        </select>
      )}
    </div>
  );
}
