import type { Reason } from '../../shared/attention/item.ts';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import { formatClock } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { useLastGood } from '../reads/use-site.ts';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { edgeNow, naming } from '../ui/page-state.ts';
import { priceOn, priceWords } from '../ui/priced-button.tsx';
import { mayAct } from '../ui/stored-state.ts';
import { Fixed } from './not-fixed.tsx';
import { LookAgain } from './site-look.tsx';

/** In an address of Ship, in place of a version: the last good one, with the question whether to restore it. */
export const BACK = 'back';

/** Leads to the last good version, and to what restoring it costs and loses; nothing where none is known. */
export function GoBack({ projectId, look = 'button' }: { projectId: string; look?: string }) {
  const isBuilder = mayAct('builder');
  const good = useLastGood(isBuilder ? projectId : null);
  if (good === null) return null;
  const price = priceWords(priceOn(projectId, 'recoverVersion'));
  const at = formatClock(good.madeAt, edgeNow.value);
  return (
    <ConsoleLink class={look} to={consoleAddress('projects', projectId, 'ship', BACK)}>
      {`${t('verb.goBack', { at })} · ${price}`}
    </ConsoleLink>
  );
}

const WITH_WAY_BACK: readonly Reason['kind'][] = ['run-failed', 'deploy-failed', 'live-failing', 'not-fixed'];

/** What else may be done about what failed, or is not fixed, than have it repaired. */
export function WaysOn({ projectId, reason, role }: { projectId: string; reason: Reason; role: Role }) {
  const { kind } = reason;
  const isBuilder = mayActAs(role, 'builder');
  return (
    <>
      {/* Whatever failed, this may work now; the agent can repair only the app. */}
      {kind === 'run-failed' && isBuilder && (
        <ConsoleLink class="button" to={consoleAddress('projects', projectId, 'talk', 'again')}>
          {t('verb.promptAgain')}
        </ConsoleLink>
      )}
      {WITH_WAY_BACK.includes(kind) && !naming.value.screened && <GoBack projectId={projectId} />}
      {kind === 'not-fixed' && isBuilder && <Fixed projectId={projectId} id={reason.workId} />}
      {kind === 'live-failing' && isBuilder && <LookAgain projectId={projectId} />}
    </>
  );
}
