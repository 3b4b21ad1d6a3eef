import { useEffect } from 'preact/hooks';
import type { ConnectionStatus } from '../../connection/status.ts';
import { connectionTitle } from '../../i18n/connection-words.ts';
import { t } from '../../i18n/t.ts';
import { rereadFailed } from '../../reads/resource.ts';
import { lazily } from '../../ui/lazily.tsx';
import { statusNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';

// Other pages share a part of it, and would otherwise load the console.
const TroubleLine = lazily(async () => (await import('./trouble-line.tsx')).TroubleLine);

/** Without a pairing, or before the first reading, the whole page says it. */
const isTrouble = ({ kind }: ConnectionStatus): boolean =>
  kind !== 'fine' && kind !== 'loading' && kind !== 'not-paired';

/**
 * What is wrong between this browser, its edge and the service, said once above all views. Views keep what they show, and read
 * again once it is over.
 */
export function Trouble() {
  const status = statusNow.value;
  const is = stored.value !== null && isTrouble(status);
  useEffect(() => {
    if (!is) void rereadFailed();
  }, [is]);
  return (
    <aside class={is ? 'trouble shown' : 'trouble'} aria-label={t('trouble.title')}>
      {is && <TroubleLine status={status} />}
      {/* Announced once; the line counts the seconds to the next try. */}
      <p class="hidden-words" role="status">
        {is && connectionTitle(status)}
      </p>
    </aside>
  );
}
