import { useSignal } from '@preact/signals';
import { parse } from '../../shared/parse.ts';
import { lookedNow, type SiteLook } from '../../shared/sites/site.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatNumber } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendChange } from '../reads/change.ts';
import { sitePath } from '../reads/paths.ts';
import { refreshUnder } from '../reads/resource.ts';
import { Button } from '../ui/button.tsx';

type Seen = Pick<SiteLook, 'what' | 'detail'> & Partial<Pick<SiteLook, 'tookMs'>>;

/** What visitors get, in words. */
export function siteWords({ what, detail, tookMs }: Seen): string {
  if (what !== 'answers') return t(`console.ship.site.${what}`, { detail: isolated(detail ?? '') });
  return t('console.ship.site.answers', { seconds: formatNumber(Math.max(0.1, (tookMs ?? 0) / SECOND_MS)) });
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
    else said.value = seen === null ? t('console.ship.site.unknown') : siteWords(seen);
  };
  return (
    <>
      <Button busy={said.value === null} onClick={() => void look()}>
        {t('console.ship.site.look')}
      </Button>
      <span class="meta" role="status">
        {said.value}
      </span>
    </>
  );
}
