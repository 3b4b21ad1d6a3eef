import { useSignal } from '@preact/signals';
import { parse } from '../../shared/parse.ts';
import { lookedNow, type SiteLook } from '../../shared/sites/site.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatClock, formatNumber } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendChange } from '../reads/change.ts';
import { sitePath } from '../reads/paths.ts';
import { refreshUnder } from '../reads/resource.ts';
import { useLastGood } from '../reads/use-site.ts';
import { Button } from '../ui/button.tsx';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { edgeNow } from '../ui/page-state.ts';
import { priceOn, priceWords } from '../ui/priced-button.tsx';
import { mayAct } from '../ui/stored-state.ts';

type Seen = Pick<SiteLook, 'at' | 'what' | 'detail'> & Partial<Pick<SiteLook, 'tookMs'>>;

/** What visitors got, and when. */
export function siteWords({ at: lookedAt, what, detail, tookMs }: Seen, now: InstantMs): string {
  const at = formatClock(lookedAt, now);
  if (what !== 'answers') return t(`site.${what}`, { at, detail: isolated(detail ?? '') });
  const seconds = formatNumber(Math.max(0.1, (tookMs ?? 0) / SECOND_MS));
  return t('site.answers', { at, seconds });
}

/** Looks at what was published once more, and says what it found. */
export function LookAgain({ projectId }: { projectId: string }) {
  const said = useSignal<string | null>('');
  const look = async () => {
    said.value = null;
    const result = await sendChange({ method: 'POST', path: sitePath(projectId, '/looks'), body: {} });
    // Ship says it beside the address too.
    await refreshUnder(sitePath(projectId));
    const seen = result.ok ? (parse(lookedNow, result.value)?.look ?? null) : null;
    if (!result.ok) said.value = failureWords(result.error);
    else said.value = seen === null ? t('site.unknown') : siteWords(seen, edgeNow.value);
  };
  return (
    <>
      <Button busy={said.value === null} onClick={() => void look()}>
        {t('site.look')}
      </Button>
      <span class="meta" role="status">
        {said.value}
      </span>
    </>
  );
}

/** In an address of Ship, in place of a version: the last good one, asking whether to restore it. */
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
