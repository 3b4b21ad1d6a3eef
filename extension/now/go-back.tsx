import type { Reason } from '../../shared/attention/item.ts';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import { formatAmountRange, formatClock } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { useLastGood } from '../reads/use-site.ts';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { edgeNow, naming } from '../ui/page-state.ts';
import { priceOn, priceWords } from '../ui/priced-button.tsx';
import { mayAct, stored } from '../ui/stored-state.ts';
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

/** What one more prompt usually takes, beside what those about the same thing took. */
export function OnceMore() {
  const usual = stored.value?.snapshot?.snapshot.sections.history.data?.runCredits;
  if (!usual || naming.value.screened) return null;
  const credits = formatAmountRange(usual.low, usual.high);
  return (
    <span class="meta">
      {`${t('fact.onceMore')} ${t('fact.price', Math.round(usual.high), { credits })}`}
    </span>
  );
}

const WITH_WAY_BACK: readonly Reason['kind'][] = [
  'run-failed',
  'deploy-failed',
  'live-failing',
  'going-in-circles',
];

/** What else may be done about what failed, or goes in circles, than have it repaired. */
export function WaysOn({ projectId, kind, role }: { projectId: string; kind: Reason['kind']; role: Role }) {
  const isBuilder = mayActAs(role, 'builder');
  return (
    <>
      {/* Whatever failed, this may work now; the agent can repair only the app. */}
      {kind === 'run-failed' && isBuilder && (
        <ConsoleLink class="button" to={consoleAddress('projects', projectId, 'talk', 'again')}>
          {t('console.talk.again')}
        </ConsoleLink>
      )}
      {WITH_WAY_BACK.includes(kind) && !naming.value.screened && <GoBack projectId={projectId} />}
      {kind === 'going-in-circles' && <OnceMore />}
      {kind === 'live-failing' && isBuilder && <LookAgain projectId={projectId} />}
    </>
  );
}
