import './activity.css';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { entryKindOf, journalPage } from '../../../../shared/journal/journal.ts';
import { creditsByDay } from '../../../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, parseInstant, utcDay } from '../../../../shared/time.ts';
import { dayCalendar, formatDay, formatFacts, formatNumber, isOwnDay } from '../../../i18n/format.ts';
import { isFound } from '../../../i18n/searchable.ts';
import { t } from '../../../i18n/t.ts';
import { VersionNote } from '../../../now/version-note.tsx';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { MoreButton, useMore } from '../../../reads/use-more.tsx';
import { type LaunchEntry, launchStore } from '../../../storage/launches.ts';
import { Button } from '../../../ui/button.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { paidCalls } from '../../../ui/paid-calls.ts';
import { useRoving } from '../../../ui/roving.ts';
import { stored } from '../../../ui/stored-state.ts';
import { useStill } from '../../../ui/use-still.ts';
import { CsvButton } from '../../grid/csv.tsx';
import {
  type ActivityFilters,
  activityAddress,
  activityFilters,
  UNFILTERED,
} from '../../kit/activity-address.ts';
import { useNoticesHere } from '../../kit/sent-alert-words.ts';
import { goTo } from '../../parts/navigation.ts';
import type { ViewProps } from '../../parts/routes.ts';
import { ViewHeader } from '../../parts/view-header.tsx';
import { entryRecords, recordNames } from './activity-file.ts';
import { Filters } from './activity-filters.tsx';
import { ActivityLine } from './activity-line.tsx';
import { rowOf, searchText } from './entry-row.ts';
import type { ActivityEntry } from './row.ts';
import { UnknownCalls } from './unknown-calls.tsx';
import { unsentEntries } from './unsent.ts';

const PAGE = 50;
/** So many letters are searched for in all prompts, once no more are typed. */
const ASKED_FROM = 3;
const ASKED_MAX = 100;

/**
 * Activity, newest first, as the edge has it, with what this browser has not sent yet. Filters are in the
 * address, so that going back or loading it again keeps them.
 */
export function ActivityView({ rest }: ViewProps) {
  const { filters, open } = activityFilters(rest);
  const { project: projectId, event: filter, search, from: firstDay, day } = filters;
  const isTroubleOnly = filters.only !== '';
  // The address follows a moment later: another change may come first.
  const latest = useRef(filters);
  latest.current = filters;
  const narrow = (part: Partial<ActivityFilters>) => {
    latest.current = { ...latest.current, ...part };
    goTo(activityAddress(latest.current, open), 'replace');
  };
  const fold = ({ key, target, currentTarget }: KeyboardEvent & { currentTarget: HTMLElement }) => {
    // Several may be open: the one that it is pressed in, if that is.
    const row = target instanceof Element ? target.closest('.event-row') : null;
    const openIn = (within: Element | null) =>
      within?.querySelector<HTMLElement>('.sentence[aria-expanded="true"]') ?? null;
    const line = openIn(row) ?? openIn(currentTarget);
    if (key !== 'Escape' || line === null) return;
    line.focus();
    line.click();
  };
  const since = startOf(firstDay);
  const lastDay = startOf(day);
  const before = lastDay === null ? null : lastDay + DAY_MS;
  useNoticesHere();
  const launches = useLaunches();
  const rows = useRoving('.sentence, .to-project');
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (projectId !== '') query.set('project', projectId);
  if (filter !== '') query.set('kind', filter);
  if (isTroubleOnly) query.set('only', 'trouble');
  if (since !== null) query.set('from', String(since));
  if (before !== null) query.set('until', String(before));
  const typed = useStill(search.trim());
  const isAsked = typed.length >= ASKED_FROM;
  const asked = isAsked ? `/journal?${query}&${new URLSearchParams({ q: typed.slice(0, ASKED_MAX) })}` : null;
  const path = `/journal?${query}`;
  const first = useResource({ path, schema: journalPage });
  const found = useResource(asked === null ? null : { path: asked, schema: journalPage, keep: false }).state
    .value;
  const more = useMore(asked ?? path, journalPage);
  const { snapshot } = stored.value?.snapshot ?? {};
  /** What the service says of each day, as Money does; of what is chosen, only its entries tell. */
  const spent = creditsByDay(snapshot?.sections.spending.data?.daily ?? []);
  const now = edgeNow.value;
  /** Not where it is another day by the reader's own calendar. */
  const today = isOwnDay(now) ? utcDay(now) : null;
  return (
    <div class="page">
      <ViewHeader title={t('view.activity')}>
        <Filters filters={filters} narrow={narrow} />
      </ViewHeader>
      <UnknownCalls />
      {first.state.value.kind === 'failed' && <VersionNote />}
      <Loaded of={first}>
        {(page) => {
          // What is searched is found in all that is kept, and by what a row shows in what is listed.
          const pages = [asked !== null && found.kind === 'shown' ? found.value : page, ...more.pages];
          const next = pages.at(-1)?.next ?? null;
          const isOfDays = ({ at }: ActivityEntry) => at >= (since ?? 0) && (before === null || at < before);
          const known = [
            ...new Map(
              [page, ...pages].flatMap((one) => one.entries.map((entry) => [entry.id, entry])),
            ).values(),
          ];
          const oldest = known.reduce((least, { at }) => Math.min(least, at), now);
          const entries = [
            ...known,
            ...unsentEntries(paidCalls.value, launches, known, filters).filter(
              ({ at }) => next === null || at >= oldest,
            ),
          ].filter(isOfDays);
          const sought = new Set(
            asked === null ? [] : pages.flatMap((one) => one.entries.map(({ id }) => id)),
          );
          const shown = entries
            .filter((entry) => sought.has(entry.id) || isFound(searchText(entry), search))
            .toSorted((one, other) => other.at - one.at);
          const isNarrowed = search.trim() !== '';
          const isDated = firstDay !== '' || day !== '';
          const isChosen = isNarrowed || isTroubleOnly || projectId !== '' || filter !== '' || isDated;
          const showAll = isChosen && (
            <p class="notice">
              <Button onClick={() => narrow(UNFILTERED)}>{t('console.activity.showAll')}</Button>
            </p>
          );
          // That is said beside the two days.
          if (firstDay !== '' && day !== '' && firstDay > day) return showAll;
          if (entries.length === 0)
            return (
              <>
                <p class="notice meta">
                  {spanWords(since, before, page.oldestAt) ??
                    emptyWords(filter, projectId !== '' || isDated, since === null ? page.oldestAt : null)}
                </p>
                {day !== '' && <p class="notice meta">{t('console.activity.end')}</p>}
                {showAll}
              </>
            );
          return (
            <>
              <p class={isChosen ? 'notice meta' : 'hidden-words'} role="status">
                {formatFacts(
                  countWords(isNarrowed ? shown.length : null, entries.length, next !== null),
                  costWords('console.activity.inAll', shown, next !== null),
                )}
              </p>
              <ul class="event-list" aria-label={t('view.activity')} ref={rows} onKeyDown={fold}>
                {[...Map.groupBy(shown, ({ at }) => utcDay(at))].map(([date, ofDay], index) => (
                  <Fragment key={date}>
                    <li class="event-day">
                      <h2>{date === today ? t('count.todayAlone') : formatDay(date)}</h2>
                      <span>{index === 0 && dayCalendar(now)}</span>
                      {(!isChosen && priceWords('fact.price', spent.get(date) ?? 0)) ||
                        costWords('fact.price', ofDay, next !== null && ofDay.at(-1) === shown.at(-1))}
                    </li>
                    {ofDay.map((entry) => (
                      <ActivityLine key={rowOf(entry).ids[0]} entry={entry} open={open} filters={filters} />
                    ))}
                  </Fragment>
                ))}
              </ul>
              {shown.length === 0 && <p class="notice meta">{t('status.nothingFound')}</p>}
              {shown.length === 0 && showAll}
              {next === null && filter === '' && search.trim() === '' && firstDay === '' && (
                <p class="notice meta">{t('console.activity.end')}</p>
              )}
              <div class="more-button">
                {shown.length > 0 && (
                  <CsvButton
                    name={`activity-${utcDay(now)}`}
                    names={recordNames()}
                    rows={shown.flatMap(entryRecords)}
                  />
                )}
                <MoreButton
                  of={more}
                  next={next === null ? null : `${asked ?? path}&before=${encodeURIComponent(next)}`}
                />
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** The beginning of a day of the service, as a field for dates gives it; null while there is none. */
const startOf = (day: string): InstantMs | null => parseInstant(day === '' ? null : `${day}T00:00Z`);

/** Says why a span of days can hold nothing; null if it can. `oldestAt`: when the oldest event was kept. */
function spanWords(
  since: InstantMs | null,
  before: InstantMs | null,
  oldestAt: InstantMs | null | undefined,
): string | null {
  if (since !== null && since > edgeNow.value) return t('console.activity.toCome');
  return before !== null && oldestAt != null && before <= oldestAt
    ? t('console.activity.tooEarly', { day: formatDay(oldestAt) })
    : null;
}

/** Counts the listed entries. `found`: of them, if searched; `isCut`: older ones are still to be read. */
function countWords(found: number | null, all: number, isCut: boolean): string {
  const of = isCut
    ? t('console.activity.newestEntries', { count: formatNumber(all) })
    : t('count.entries', all);
  return found === null ? of : t('count.of', { count: formatNumber(found), of });
}

const priceWords = (words: 'fact.price' | 'console.activity.inAll', credits: number): string =>
  credits === 0 || naming.value.screened
    ? ''
    : t(words as 'fact.price', credits, { credits: formatNumber(credits) });

/** Says what the listed entries took: at least, if some is unknown or `isCut` (older ones are unread). */
function costWords(
  words: 'fact.price' | 'console.activity.inAll',
  entries: readonly ActivityEntry[],
  isCut: boolean,
): string {
  const costs = entries.flatMap((entry) => rowOf(entry).numbers ?? []).map(({ credits }) => credits);
  const amount = priceWords(
    words,
    costs.reduce<number>((all, one) => all + (one ?? 0), 0),
  );
  return amount !== '' && (isCut || costs.includes(null)) ? t('count.atLeast', { amount }) : amount;
}

/** Says why nothing is listed. `isNarrowed`: to a project or days; `since`: events are kept from then on. */
function emptyWords(filter: string, isNarrowed: boolean, since: InstantMs | null | undefined): string {
  if (!isNarrowed && filter === '') return t('status.nothingYet');
  const isOfEvents = isNarrowed || entryKindOf(filter) === null;
  return isOfEvents && since != null
    ? `${t('status.nothingFound')} ${t('console.activity.tooEarly', { day: formatDay(since) })}`
    : t('status.nothingFound');
}

/** This browser's launches, newest first; empty until they are read. */
function useLaunches(): readonly LaunchEntry[] {
  const [launches, setLaunches] = useState<readonly LaunchEntry[]>([]);
  useEffect(() => {
    void launchStore.read().then(setLaunches);
    return launchStore.watch(setLaunches);
  }, []);
  return launches;
}
