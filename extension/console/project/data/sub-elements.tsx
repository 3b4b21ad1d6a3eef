import { useSignal } from '@preact/signals';
import type { Table } from '../../../../shared/data-api/records.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { dataPath, recordPath } from '../../../reads/paths.ts';
import { GuardedButton } from '../../../ui/confirm.tsx';
import { writeMode } from '../../grid/write-mode.ts';
import { ChangeStatus } from '../../parts/part.tsx';
import { projectAddress } from '../../parts/routes.ts';

/**
 * Deletes a record with everything that a page of the app shows below it (data reference, sub-elements). Only the
 * app's own settings name its pages, so the page is given by its id, and the number of records is unknown beforehand.
 */
export function SubElements({ projectId, table, id }: { projectId: string; table: Table; id: string }) {
  const page = useSignal('');
  const typed = useSignal('');
  const mode = writeMode(projectId, 'app');
  const change = useChange(mode);
  if (!mode.on.value) return null;
  const pageId = page.value.trim();
  const isConfirmed = /^[A-Za-z0-9_-]{1,128}$/.test(pageId) && typed.value.trim() === table.type;
  const remove = async () => {
    const path = recordPath(projectId, table, id, `/${pageId}/subelements`);
    const result = await change.send({ method: 'DELETE', path, body: undefined }, [dataPath(projectId, '/')]);
    if (result.ok) location.hash = projectAddress(projectId, 'data', 'tables', table.type);
  };
  const text = (field: typeof page) => ({
    class: 'input',
    autocomplete: 'off',
    value: field.value,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => (field.value = currentTarget.value),
  });
  return (
    <details class="more">
      <summary>{t('console.subElements.title')}</summary>
      <p class="meta">{t('console.subElements.means')}</p>
      <div class="inline-form">
        <label class="field">
          <span class="meta">{t('console.subElements.page')}</span>
          <input {...text(page)} />
        </label>
        <label class="field">
          <span class="meta">{t('console.subElements.type', { table: isolated(table.type) })}</span>
          <input {...text(typed)} />
        </label>
        <GuardedButton class="button danger" disabled={!isConfirmed} onClick={() => void remove()}>
          {t('console.subElements.remove')}
        </GuardedButton>
        <ChangeStatus state={change.state.value} />
      </div>
    </details>
  );
}
