import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../../../i18n/t.ts';
import { Balance } from '../../../now/balance.tsx';
import { type Beside, BesideContext, type BesideRow } from '../../../now/beside.ts';
import { ConnectionBanner, EmptyState } from '../../../now/connection-banner.tsx';
import { linkedItem } from '../../../now/layout.ts';
import { Leaving } from '../../../now/leaving.tsx';
import { NeedsYou } from '../../../now/needs-you.tsx';
import { Recent } from '../../../now/recent.tsx';
import { BESIDE_ID, focusRow, ROW_ID } from '../../../now/rows.tsx';
import { Running } from '../../../now/running.tsx';
import { isSaidAbove } from '../../../reads/loaded.tsx';
import { act, lastFailure, refreshing } from '../../../ui/act.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureLine } from '../../../ui/failure-line.tsx';
import { useRoving } from '../../../ui/roving.ts';
import { stored } from '../../../ui/stored-state.ts';
import { roomy, wide } from '../../parts/navigation.ts';
import type { ViewProps } from '../../parts/routes.ts';
import { ViewHeader } from '../../parts/view-header.tsx';

/** Readiness, what needs the user, what runs, what just ended. `rest`: the item whose row a link leads to. */
export function NowView({ rest: [item] }: ViewProps) {
  const rows = useRoving('.sentence, .verb, .to-project');
  const isPaired = stored.value?.connection != null;
  const beside = useChosen();
  if (item !== undefined) linkedItem.value = item;
  useEffect(() => {
    if (item !== undefined) document.getElementById(`row-${item}`)?.scrollIntoView({ block: 'nearest' });
  }, [item]);
  return (
    <div class="page">
      <ViewHeader title={t('view.now')}>
        <Button off={refreshing.value && t('status.loading')} onClick={() => act('refresh', { fresh: true })}>
          {refreshing.value ? t('status.loading') : t('verb.refresh')}
        </Button>
      </ViewHeader>
      <BesideContext.Provider value={roomy.value ? beside : null}>
        <div class={roomy.value ? 'now-beside' : ''}>
          <div class="now" key={item} ref={rows}>
            {isPaired && !wide.value && <Balance />}
            {!stored.value?.snapshot && <ConnectionBanner />}
            <p class="meta failure" role="alert">
              {lastFailure.value && !isSaidAbove(lastFailure.value) && <FailureLine of={lastFailure.value} />}
            </p>
            {isPaired && (
              <>
                <Leaving />
                <NeedsYou shownFirst={20} below={wide.value ? null : 'balance'} />
                <EmptyState />
                <Running shownFirst={20} />
                <Recent shownFirst={10} mayScroll />
              </>
            )}
          </div>
          {roomy.value && (
            <div
              onPointerEnter={() => (beside.isPointed.value = true)}
              onPointerLeave={() => (beside.isPointed.value = false)}
            >
              <Detail of={beside} />
            </div>
          )}
        </div>
      </BesideContext.Provider>
    </div>
  );
}

/**
 * Row beside the lists: the chosen one; if gone, another of its project, such as a newer run; else the first.
 */
function useChosen(): Beside {
  const chosen = useSignal('');
  const shown = useSignal<ReadonlyMap<string, BesideRow>>(new Map());
  const isPointed = useSignal(false);
  const left = useMemo((): Beside['left'] => ({ projectId: null }), []);
  useSignalEffect(() => {
    if (chosen.value !== '') return;
    const frame = requestAnimationFrame(() => {
      // The line of several needs has no detail; its rows have.
      const sentences = [...document.querySelectorAll('.now .row .sentence[aria-current]')];
      const rows = sentences.flatMap((sentence) => sentence.closest<HTMLElement>('.row') ?? []);
      const ofProject = rows.find(({ dataset }) => dataset.project === left.projectId);
      const next = left.projectId === null ? rows[0] : (ofProject ?? rows[0]);
      if (next && chosen.peek() === '') chosen.value = next.id.slice(ROW_ID.length);
      left.projectId = null;
    });
    return () => cancelAnimationFrame(frame);
  });
  return useMemo(() => ({ chosen, left, shown, isPointed }), []);
}

/** What is known of the chosen row, and its further verbs. */
function Detail({ of: { chosen, shown } }: { of: Beside }) {
  return (
    <section
      class="now now-detail"
      id={BESIDE_ID}
      tabIndex={-1}
      aria-label={shown.value.get(chosen.value)?.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        focusRow(chosen.value);
      }}
    >
      {[...shown.value].map(([id, { title, facts, detail }]) => (
        <div key={id} hidden={id !== chosen.value}>
          <h2 class="title">{title}</h2>
          <p class="meta">{facts}</p>
          {detail}
        </div>
      ))}
    </section>
  );
}
