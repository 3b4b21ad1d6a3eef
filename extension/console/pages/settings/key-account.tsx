import type { CapOverride } from '../../../../shared/edge-api/guards.ts';
import type { KeyAccountChoice } from '../../../../shared/edge-api/key-account.ts';
import { formatClock, formatList } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import { ChangeStatus, Part } from '../../parts/part.tsx';

/** While the edge does not know whose account its key opens: what that stops, and the owner's choice. */
export function KeyAccount() {
  const change = useChange();
  const { sections, guards } = stored.value?.snapshot?.snapshot ?? {};
  const error = sections?.account.error;
  if (error?.code !== 'account-unconfirmed') return null;
  const choose = (account: KeyAccountChoice['account']) =>
    void change.send({ method: 'POST', path: '/account', body: { account } }, ['/']);
  const overridden = guards?.overrides ?? [];
  return (
    <Part title={t('console.account.keyAccount.title')}>
      <p class="fact failure">
        {t('console.account.keyAccount.asks', { at: formatClock(error.since, edgeNow.value) })}
      </p>
      {overridden.length > 0 && (
        <p class="fact">
          {t('console.account.keyAccount.overridden', { list: formatList(overridden.map(capWords)) })}
        </p>
      )}
      {mayAct('owner') ? (
        <>
          <p class="meta">{t('console.account.keyAccount.deletes')}</p>
          <div class="verbs">
            <ConfirmButton
              look="plain"
              label={t('console.account.keyAccount.same')}
              sure={t('console.account.keyAccount.sameSure')}
              onSure={() => choose('same')}
            />
            <ConfirmButton
              label={t('console.account.keyAccount.anew')}
              sure={t('console.account.keyAccount.anewSure')}
              onSure={() => choose('another')}
            />
            <ChangeStatus state={change.state.value} />
          </div>
        </>
      ) : (
        <p class="fact">{t('blocker.roleTooLowOwner')}</p>
      )}
    </Part>
  );
}

function capWords({ projectId, cap, own }: CapOverride): string {
  const { project, number } = naming.value;
  return t('console.account.keyAccount.cap', {
    project: project(projectId),
    cap: number(cap),
    own: own === null ? t('fact.noCap') : number(own),
  });
}
