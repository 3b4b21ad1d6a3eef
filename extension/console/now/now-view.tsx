import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import { Balance } from '../../now/balance.tsx';
import { ConnectionBanner, EmptyState } from '../../now/connection-banner.tsx';
import { linkedItem } from '../../now/layout.ts';
import { NeedsYou } from '../../now/needs-you.tsx';
import { Recent } from '../../now/recent.tsx';
import { Running } from '../../now/running.tsx';
import { isSaidAbove } from '../../reads/loaded.tsx';
import { act, lastFailure, refreshing } from '../../ui/act.ts';
import { verdictNow } from '../../ui/building.ts';
import { FailureLine } from '../../ui/failure-line.tsx';
import { useRoving } from '../../ui/roving.ts';
import { stored } from '../../ui/stored-state.ts';
import { VerdictLine } from '../../ui/verdict.tsx';
import { wide } from '../parts/navigation.ts';
import { withoutTrouble } from '../parts/use-verdict.ts';
import { ViewHeader } from '../parts/view-header.tsx';
import type { ViewProps } from '../parts/view-props.ts';

/** Readiness, what needs the user, what runs, what just ended. `rest`: the item whose row a link leads to. */
export function NowView({ rest: [item] }: ViewProps) {
  const rows = useRoving('.sentence, .verb');
  const isPaired = stored.value?.connection != null;
  if (item !== undefined) linkedItem.value = item;
  useEffect(() => {
    if (item !== undefined) document.getElementById(`row-${item}`)?.scrollIntoView({ block: 'nearest' });
  }, [item]);
  return (
    <div class="page">
      <ViewHeader title={t('console.view.now')}>
        <button
          type="button"
          class="button"
          disabled={refreshing.value}
          onClick={() => act('refresh', { fresh: true })}
        >
          {refreshing.value ? t('status.reading') : t('verb.refresh')}
        </button>
      </ViewHeader>
      <div class="now" key={item} ref={rows}>
        {isPaired && (wide.value ? <Readiness /> : <Balance />)}
        {!stored.value?.snapshot && <ConnectionBanner />}
        <p class="meta failure" role="alert">
          {lastFailure.value && !isSaidAbove(lastFailure.value) && <FailureLine of={lastFailure.value} />}
        </p>
        {isPaired && (
          <>
            <NeedsYou shownFirst={20} />
            <EmptyState />
            <Running shownFirst={20} />
            <Recent shownFirst={10} mayScroll />
          </>
        )}
      </div>
    </div>
  );
}

/** Whether building is possible, in one line; the balance is in the rail. */
function Readiness() {
  return (
    <div class="readiness">
      <VerdictLine {...withoutTrouble(verdictNow('launch', null))} />
    </div>
  );
}
