import { useEffect, useRef, useState } from 'preact/hooks';
import { formatClockOfDay, formatExact, formatFacts, formatNumber } from '../../../i18n/format.ts';
import { Glyph, Icon } from '../../../ui/icons.tsx';
import { naming } from '../../../ui/page-state.ts';
import { type ActivityFilters, activityAddress } from '../../kit/activity-address.ts';
import { goTo } from '../../parts/navigation.ts';
import { rowOf } from './entry-row.ts';
import { EntryBody } from './event-body.tsx';
import type { ActivityEntry } from './row.ts';

/** One activity entry: time, icon, sentence, details. `open`: the unfolded one; `filters`: of its list. */
export function ActivityLine({
  entry,
  open,
  filters,
}: {
  entry: ActivityEntry;
  open: string | null;
  filters: ActivityFilters;
}) {
  const { ids, sign, projectId, title, facts, place, hint, numbers, acts, body } = rowOf(
    entry,
    filters.search,
  );
  const isLinked = open !== null && ids.includes(open);
  // Another that is open stays so: nothing moves away from the pointer.
  const [isOpen, setOpen] = useState(isLinked);
  const wasLinked = useRef(isLinked);
  if (wasLinked.current !== isLinked) {
    wasLinked.current = isLinked;
    if (isLinked && !isOpen) setOpen(true);
  }
  const { at } = entry;
  const said = formatFacts(...facts);
  const line = useRef<HTMLLIElement>(null);
  // Of a link, of a page that is loaded again, and on the way back.
  useEffect(() => {
    if (isOpen) requestAnimationFrame(() => line.current?.scrollIntoView({ block: 'center' }));
  }, []);
  const { duration = '', cost = '', credits = null } = numbers ?? {};
  return (
    <li class="event-row" ref={line}>
      <time class="meta" dateTime={new Date(at).toISOString()} title={formatExact(at)}>
        {formatClockOfDay(at)}
      </time>
      <Glyph name={sign} />
      <a
        class="sentence"
        aria-expanded={isOpen}
        href={activityAddress(filters, isOpen ? null : ids[0])}
        title={hint}
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
          goTo(activityAddress(filters, isOpen ? null : ids[0]), 'replace');
        }}
      >
        <strong>{title}</strong>{' '}
        <span class="meta line-facts" title={said}>
          {said}
        </span>
      </a>
      <span class="receipt-number" title={formatFacts(cost, duration)}>
        {credits ? formatNumber(credits) : cost}
      </span>
      {place && !naming.value.screened && (
        <a class="to-project" href={place.address} aria-label={place.name} title={place.name}>
          <Icon name="arrow" />
        </a>
      )}
      {acts && <div class="event-acts">{acts}</div>}
      {isOpen &&
        (typeof body === 'function' ? (
          body()
        ) : (
          <EntryBody place={place} projectId={projectId} at={at} rows={body} />
        ))}
    </li>
  );
}
