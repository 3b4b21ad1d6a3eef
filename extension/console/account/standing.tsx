import { featureLimitsRecord } from '../../../shared/builder-api/limits.ts';
import { balanceParts } from '../../i18n/balance-words.ts';
import { formatClock } from '../../i18n/format.ts';
import { isolated, roleName } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';
import { verdictNow, withoutTrouble } from '../../ui/building.ts';
import { Glyph, type GlyphName } from '../../ui/icons.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { VerdictLine } from '../../ui/verdict.tsx';
import { Part } from '../parts/part.tsx';

/** Who this browser is, whether the account can build, the balance with its parts, and whether the service takes the key. */
export function Standing() {
  const { connection, snapshot } = stored.value ?? {};
  const account = snapshot?.snapshot.sections.account;
  const anyProject = snapshot?.snapshot.sections.projects.data?.items[0]?.projectId;
  const { number, screened } = naming.value;
  const key = keyState(account?.error?.code ?? null, account?.readAt ?? null);
  const parts = account?.data ? balanceParts(account.data, naming.value) : [];
  // The balance and the key stand on one reading.
  const asOf = account?.readAt != null && (
    <span class="meta"> {t('console.account.asOf', { at: formatClock(account.readAt, edgeNow.value) })}</span>
  );
  return (
    <Part title={t('console.account.standing')}>
      <dl class="connections">
        <dt class="meta">{t('console.you')}</dt>
        <dd>
          {connection && (
            <>
              {!screened && `${isolated(connection.name)}, `}
              {roleName(connection.role)}
            </>
          )}
        </dd>
        <dt class="meta">{t('console.account.balance')}</dt>
        <dd>
          {account?.data ? (
            <>
              <strong>{number(account.data.credits)}</strong>{' '}
              <span class="meta">{[t('popup.credits'), parts.join(' + ')].filter(Boolean).join(' · ')}</span>
              {asOf}
            </>
          ) : (
            <span class="meta">{t('console.unread')}</span>
          )}
        </dd>
        {anyProject && <Plan projectId={anyProject} />}
        <dt class="meta">{t('readiness.question')}</dt>
        <dd>
          <VerdictLine {...withoutTrouble(verdictNow('launch', null))} />
        </dd>
        <dt class="meta">{t('console.account.key')}</dt>
        <dd class="with-glyph">
          <Glyph name={KEY_SIGN[key]} />
          <span>
            {t(`console.account.keyState.${key}`)}
            {key === 'taken' && asOf}
          </span>
        </dd>
      </dl>
    </Part>
  );
}

/** The account's plan, which the service names with the limits of any project (service reference, Feature limits). It keeps its place while it is read. */
function Plan({ projectId }: { projectId: string }) {
  const limits = useResource({ path: projectPath(projectId, '/limits'), schema: featureLimitsRecord });
  const state = limits.state.value;
  const plan = state.kind === 'shown' ? state.value.plan : null;
  return plan || state.kind === 'loading' ? (
    <>
      <dt class="meta">{t('console.account.plan')}</dt>
      <dd>{plan ? isolated(plan) : <span class="meta">{t('console.loading')}</span>}</dd>
    </>
  ) : null;
}

type KeyState = 'taken' | 'rejected' | 'unread';
const KEY_SIGN: Readonly<Record<KeyState, GlyphName>> = {
  taken: 'done',
  rejected: 'critical',
  unread: 'unknown',
};

/** Reading the balance shows whether the service takes the edge's key. */
function keyState(errorCode: string | null, readAt: number | null): KeyState {
  if (errorCode === 'key-rejected') return 'rejected';
  return readAt === null ? 'unread' : 'taken';
}
