import './grid.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { readRows } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { useResource } from '../../reads/resource.ts';
import { useRoving } from '../../ui/roving.ts';
import { DropDown } from '../parts/drop-down.tsx';
import { route, wide } from '../parts/navigation.ts';
import type { RowsRequest } from './row-source.ts';

/** A table, or another place of the same tab. `count`: the read that gives the number of its rows. */
export type TabPlace = {
  name: string;
  address: string;
  isShown: boolean;
  note?: string | undefined;
  count?: RowsRequest;
};

/**
 * The places of a tab: at its left where it is wide, else behind the name of the one that is shown.
 * @param means what the tab is, in one line
 * @param shown name of the place that is shown; undefined: none yet
 * @param sign what must be seen of it where all else is folded
 */
export function Places({
  means,
  shown,
  sign,
  children,
}: {
  means: string;
  shown: string | undefined;
  sign?: ComponentChildren;
  children: (isVisible: boolean) => ComponentChildren;
}) {
  const open = useSignal(false);
  const address = route.value;
  useEffect(() => {
    open.value = false;
  }, [address]);
  const title = t('console.rows.places');
  if (wide.value || shown === undefined)
    return (
      <section class="places" aria-label={title}>
        <p class="meta place-means">{means}</p>
        {children(true)}
      </section>
    );
  return (
    <div class="places-fold">
      <DropDown
        open={open}
        face={
          <>
            {sign}
            <span class="clip">{shown}</span> ▾
          </>
        }
        title={title}
        keeps
      >
        <p class="meta place-means">{means}</p>
        {children(open.value)}
      </DropDown>
    </div>
  );
}

/** A list of places under a heading, with the numbers of their rows. */
export function PlaceList({
  title,
  class: kind,
  places,
  isVisible = false,
}: {
  title: string;
  class?: string;
  places: readonly TabPlace[];
  /** Counts are read only where they are seen. */
  isVisible?: boolean;
}) {
  const stops = useRoving('a');
  return (
    <nav class={kind} aria-label={title} ref={stops}>
      <h2>{title}</h2>
      {places.map(({ name, address, isShown, note, count }) => (
        <span key={address} class="place" title={[name, note].filter(Boolean).join('\n')}>
          <a href={address} class="clip" aria-current={isShown ? 'page' : undefined}>
            {isolated(name)}
          </a>
          {count && isVisible && <Count of={count} />}
        </span>
      ))}
    </nav>
  );
}

function Count({ of }: { of: RowsRequest }) {
  const rows = useResource({ ...of, schema: z.unknown() });
  const { value: state } = rows.state;
  const count = state.kind === 'shown' ? (readRows(state.value)?.total ?? state.total) : null;
  return count === null ? null : <span class="meta count">{formatNumber(count)}</span>;
}
