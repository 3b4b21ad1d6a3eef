import { mayActAs } from '../../shared/edge-api/role.ts';
import { formatClock } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { useLastGood } from '../reads/use-site.ts';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { edgeNow } from '../ui/page-state.ts';
import { priceOn, priceWords } from '../ui/priced-button.tsx';
import { stored } from '../ui/stored-state.ts';

/** In an address of Ship, in place of a version: the last good one, with the question whether to restore it. */
export const BACK = 'back';

/** Leads to the last good version, and to what restoring it costs and loses; nothing where none is known. */
export function GoBack({ projectId, look = 'button' }: { projectId: string; look?: string }) {
  const isBuilder = mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder');
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
