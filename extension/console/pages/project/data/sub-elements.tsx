import { useSignal } from '@preact/signals';
import type { Table } from '../../../../../shared/data-api/records.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { dataPath, recordPath } from '../../../../reads/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { useOpener } from '../../../../ui/confirm.tsx';
import { ConfirmTyped } from '../../../../ui/confirm-typed.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { writeMode } from '../../../grid/write-mode.ts';
import { ChangeStatus } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';

/**
 * Deletes a record with everything that a page of the app shows below it (data reference, sub-elements). Only the
 * app's own settings name its pages, so the page is given by its id, and the number of records is unknown beforehand.
 */
export function SubElements({ projectId, table, id }: { projectId: string; table: Table; id: string }) {
  const page = useSignal('');
  const isAsking = useSignal(false);
  const mode = writeMode(projectId, 'app');
  const change = useChange(mode);
  const opener = useOpener(isAsking.value);
  if (!mode.on.value) return null;
  const pageId = page.value.trim();
  const isId = /^[A-Za-z0-9_-]{1,128}$/.test(pageId);
  const remove = async () => {
    isAsking.value = false;
    const path = recordPath(projectId, table, id, `/${pageId}/subelements`);
    const result = await change.send({ method: 'DELETE', path, body: undefined }, [dataPath(projectId, '/')]);
    if (result.ok) location.hash = projectAddress(projectId, 'data', 'tables', table.type);
  };
  return (
    <details class="more">
      <summary>{t('console.subElements.title')}</summary>
      <p class="meta">{t('console.subElements.means')}</p>
      <div class="inline-form">
        <TextField
          label={t('console.subElements.page')}
          autocomplete="off"
          value={page.value}
          onText={(text) => {
            page.value = text;
            isAsking.value = false;
          }}
        />
        {isAsking.value ? (
          <ConfirmTyped
            verb={t('console.subElements.remove')}
            question={t('console.database.sqlTypeTable', { table: isolated(table.type) })}
            names={[table.type]}
            onSure={() => void remove()}
            onBack={() => (isAsking.value = false)}
          />
        ) : (
          <Button
            at={opener}
            danger
            off={!isId && t('console.incomplete')}
            onClick={() => (isAsking.value = true)}
          >
            {t('console.subElements.remove')}
          </Button>
        )}
        <ChangeStatus state={change.state.value} />
      </div>
    </details>
  );
}
