import { useSignal } from '@preact/signals';
import {
  type DataApp,
  type DataKeyRecord,
  dataKeyResponse,
} from '../../../../../shared/edge-api/data-keys.ts';
import { formatAgo } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { allDataOf } from '../../../../reads/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm.tsx';
import { onSent, TextField } from '../../../../ui/form.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { ChangeStatus, Part } from '../../../parts/part.tsx';

/**
 * Data key of a project: tested, stored only after its owner has confirmed the app that it opens, never read
 * back. A stored key can be replaced and deleted.
 */
export function DataKey({ projectId, known }: { projectId: string; known: DataKeyRecord | null }) {
  // In memory only: a key is never written to the browser's storage.
  const key = useSignal('');
  const tested = useSignal<{ app: DataApp; looksRight: boolean; confirm: string } | null>(null);
  const change = useChange();
  const removal = useChange();
  const path = `/data-keys/${encodeURIComponent(projectId)}`;
  const put = async (confirm?: string) => {
    const body = { key: key.value.trim(), ...(confirm === undefined ? {} : { confirm }) };
    const result = await change.send(
      { method: 'PUT', path, body },
      confirm ? ['/data-keys', allDataOf(projectId)] : [],
    );
    if (!result.ok) return;
    const { value } = result.value as { value?: unknown };
    const parsed = dataKeyResponse.safeParse(value);
    if (!parsed.success || parsed.data.kind === 'kept') {
      tested.value = null;
      key.value = '';
    } else tested.value = parsed.data;
    change.state.value = { kind: 'idle' };
  };
  return (
    <Part title={t('console.data.key')} side={<span class="meta">{t('console.data.keyNote')}</span>}>
      {known && (
        <>
          <p class="fact">{t('console.data.keySet', { ago: formatAgo(known.setAt, edgeNow.value) })}</p>
          <AppFacts app={known.app} />
          {known.rejectedAt !== null && (
            <p class="fact failure" role="alert">
              <Glyph name="warning" />{' '}
              {t('console.data.keyRejected', { ago: formatAgo(known.rejectedAt, edgeNow.value) })}
            </p>
          )}
          <span class="verbs">
            <ConfirmButton
              label={t('console.data.forgetKey')}
              sure={t('console.data.forgetKeySure')}
              onSure={() =>
                void removal.send({ method: 'DELETE', path, body: undefined }, [
                  '/data-keys',
                  allDataOf(projectId),
                ])
              }
            />
            <ChangeStatus state={removal.state.value} />
          </span>
        </>
      )}
      {tested.value ? (
        <div class="review">
          <p>{t('console.data.keyOpens')}</p>
          <AppFacts app={tested.value.app} />
          {!tested.value.looksRight && (
            <p class="fact">
              <Glyph name="warning" /> {t('console.data.keyLooksOther', { project: isolated(projectId) })}
            </p>
          )}
          <span class="verbs">
            <Button primary onClick={() => void put(tested.value?.confirm)}>
              {t('console.data.keepKey', { project: isolated(projectId) })}
            </Button>
            <Button quiet onClick={() => (tested.value = null)}>
              {t('verb.cancel')}
            </Button>
            <ChangeStatus state={change.state.value} />
          </span>
        </div>
      ) : (
        <form class="inline-form" onSubmit={onSent(() => void put())}>
          <TextField
            label={t(known ? 'console.data.newKey' : 'console.data.keyField')}
            type="password"
            autocomplete="off"
            required
            value={key.value}
            onText={(text) => (key.value = text)}
          />
          <Button type="submit" off={key.value.trim().length < 8 && t('status.incomplete')}>
            {t('console.data.testKey')}
          </Button>
          <ChangeStatus state={change.state.value} />
        </form>
      )}
    </Part>
  );
}

/** The app that a key opens, according to its backend. */
function AppFacts({ app: { id, name, tables } }: { app: DataApp }) {
  return (
    <p class="fact">
      <strong>{isolated(name ?? id ?? t('console.data.unnamedApp'))}</strong>{' '}
      <span class="meta">
        {tables.length === 0 ? t('status.noTables') : tables.map(({ label }) => isolated(label)).join(', ')}
      </span>
    </p>
  );
}
