import './activity.css';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { channelList } from '../../../../shared/edge-api/channels.ts';
import { GUARD_EVENT } from '../../../../shared/edge-api/guards.ts';
import { IMPORTS_LISTED_MAX, type ImportRecord } from '../../../../shared/edge-api/imports.ts';
import { eventsPage } from '../../../../shared/snapshot/kept-event.ts';
import { creditsByDay } from '../../../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, parseInstant, utcDay } from '../../../../shared/time.ts';
import { dayCalendar, formatDay, formatFacts, formatNumber, isOwnDay } from '../../../i18n/format.ts';
import { isFound } from '../../../i18n/searchable.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { type ResourceState, useResource } from '../../../reads/resource.ts';
import { MoreButton, useMore } from '../../../reads/use-more.tsx';
import { type LaunchEntry, launchStore } from '../../../storage/launches.ts';
import { Button } from '../../../ui/button.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { paidCalls } from '../../../ui/paid-calls.ts';
import { useRoving } from '../../../ui/roving.ts';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import { useNotices } from '../../../ui/use-notices.ts';
import { useStill } from '../../../ui/use-still.ts';
import { CsvButton } from '../../grid/csv.tsx';
import {
  type ActivityFilters,
  activityAddress,
  activityFilters,
  UNFILTERED,
} from '../../kit/activity-address.ts';
import { groupImports, importList } from '../../kit/import-groups.ts';
import { type Told, toldOf } from '../../kit/told.ts';
import { goTo } from '../../parts/navigation.ts';
import { ViewHeader } from '../../parts/view-header.tsx';
import type { ViewProps } from '../../parts/view-props.ts';
import { entryRecords, recordNames } from './activity-file.ts';
import { Filters } from './activity-filters.tsx';
import { ActivityLine } from './activity-line.tsx';
import { type ActivityEntry, activityEntries, entryKindOf } from './entries.ts';
import { rowOf, searchText, wentWrong } from './entry-row.tsx';
import { UnknownCalls } from './unknown-calls.tsx';

const PAGE = 50;
/** So many letters are searched for in all prompts, once no more are typed. */
const ASKED_FROM = 3;
const ASKED_MAX = 100;
const NO_SOURCES = {
  ...{ hasMore: false, calls: [], launches: [], imports: [], told: [], rejections: [], events: [] },
  attention: undefined,
};

/**
 * Activity, newest first: kept events, this browser's paid calls, notifications and alerts, and deliveries that the
 * edge rejected. What it is narrowed to is in its address, so that going back or loading it again keeps that.
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
  const told = useTold();
  const launches = useLaunches();
  const rows = useRoving('.sentence, .to-project');
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (projectId !== '') query.set('project', projectId);
  const kind = entryKindOf(filter);
  if (filter !== '' && kind === null) query.set('event', filter);
  if (kind === 'refused') query.set('event', GUARD_EVENT);
  if (before !== null) query.set('before', String(before));
  const first = useResource({ path: `/events?${query}`, schema: eventsPage });
  const more = useMore(query.toString(), eventsPage);
  const typed = useStill(search.trim());
  const isAsked = typed.length >= ASKED_FROM && (kind === null || kind === 'own');
  const asked = `/events?${query}&${new URLSearchParams({ prompt: typed.slice(0, ASKED_MAX) })}`;
  const prompted = useResource(isAsked ? { path: asked, schema: eventsPage, keep: false } : null).state.value;
  const { snapshot } = stored.value?.snapshot ?? {};
  /** What the service says of each day, as Money does; of what is chosen, only its entries tell. */
  const spent = creditsByDay(snapshot?.sections.spending.data?.daily ?? []);
  const now = edgeNow.value;
  /** Not where it is another day by the reader's own calendar. */
  const today = isOwnDay(now) ? utcDay(now) : null;
  const imports = useResource({ path: '/imports', schema: importList, keep: false }).state.value;
  return (
    <div class="page">
      <ViewHeader title={t('view.activity')}>
        <Filters filters={filters} narrow={narrow} />
      </ViewHeader>
      <UnknownCalls />
      <Loaded of={first}>
        {(page) => {
          const pages = [page, ...more.pages];
          const oldest = pages.at(-1)?.events.at(-1);
          // What was kept before the first day happened before it.
          const isWhole = since !== null && oldest !== undefined && oldest.receivedAt < since;
          const next = isWhole ? null : (pages.at(-1)?.nextCursor ?? null);
          const events = pages.flatMap((one) => one.events);
          const listed = new Set(events.map(({ seq }) => seq));
          const narrowed = { projectId, kind: filter, since, before };
          const me = stored.value?.connection?.name ?? null;
          // Of work whose prompt has what is searched, however long ago and of whichever project.
          const older = activityEntries(
            {
              ...NO_SOURCES,
              events:
                isAsked && prompted.kind === 'shown'
                  ? prompted.value.events.filter(({ seq }) => !listed.has(seq))
                  : [],
            },
            narrowed,
            me,
          );
          const entries = activityEntries(
            {
              events,
              hasMore: next !== null,
              calls: paidCalls.value,
              launches,
              told,
              imports: imports.kind === 'shown' ? groupImports(imports.value) : [],
              attention: snapshot?.attention,
              rejections: snapshot?.sections.subscriptions.data?.rejections ?? [],
            },
            narrowed,
            me,
          );
          const found = [...entries.filter((entry) => isFound(searchText(entry), search)), ...older]
            .filter((entry) => !isTroubleOnly || wentWrong(entry))
            .toSorted((one, other) => other.at - one.at);
          const isNarrowed = isTroubleOnly || search.trim() !== '';
          const note = importNote(imports);
          const isDated = firstDay !== '' || day !== '';
          const isChosen = isNarrowed || projectId !== '' || filter !== '' || isDated;
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
                    note ??
                    emptyWords(filter, projectId !== '' || isDated, since === null ? page.oldestAt : null)}
                </p>
                {day !== '' && <p class="notice meta">{t('console.activity.end')}</p>}
                {showAll}
              </>
            );
          return (
            <>
              {note && <p class="notice meta">{note}</p>}
              <p class={isChosen ? 'notice meta' : 'hidden-words'} role="status">
                {formatFacts(
                  countWords(isNarrowed ? found.length : null, entries.length + older.length, next !== null),
                  costWords('console.activity.inAll', found, next !== null),
                )}
              </p>
              <ul class="event-list" aria-label={t('view.activity')} ref={rows} onKeyDown={fold}>
                {[...Map.groupBy(found, ({ at }) => utcDay(at))].map(([date, ofDay], index) => (
                  <Fragment key={date}>
                    <li class="event-day">
                      <h2>{date === today ? t('count.todayAlone') : formatDay(date)}</h2>
                      <span>{index === 0 && dayCalendar(now)}</span>
                      {(!isChosen && priceWords('fact.price', spent.get(date) ?? 0)) ||
                        costWords('fact.price', ofDay, next !== null && ofDay.at(-1) === found.at(-1))}
                    </li>
                    {ofDay.map((entry) => (
                      <ActivityLine key={rowOf(entry).ids[0]} entry={entry} open={open} filters={filters} />
                    ))}
                  </Fragment>
                ))}
              </ul>
              {found.length === 0 && <p class="notice meta">{t('status.nothingFound')}</p>}
              {found.length === 0 && showAll}
              {next === null && filter === '' && search.trim() === '' && firstDay === '' && (
                <p class="notice meta">{t('console.activity.end')}</p>
              )}
              <div class="more-button">
                {found.length > 0 && (
                  <CsvButton
                    name={`activity-${utcDay(now)}`}
                    names={recordNames()}
                    rows={found.flatMap(entryRecords)}
                  />
                )}
                <MoreButton
                  of={more}
                  next={
                    next === null || (kind !== null && kind !== 'refused' && kind !== 'own')
                      ? null
                      : `/events?${query}&cursor=${encodeURIComponent(next)}`
                  }
                />
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** What was told, by this browser and, for owners, by channels. */
function useTold(): Told[] {
  const list = useResource(mayAct('owner') ? { path: '/channels', schema: channelList } : null);
  const notices = useNotices() ?? [];
  const state = list.state.value;
  const { channels = [], removed = [] } = state.kind === 'shown' ? state.value : {};
  return toldOf([...channels, ...removed], notices);
}

/** What of the imports is not listed; null when all are. */
function importNote(imports: ResourceState<readonly ImportRecord[]>): string | null {
  if (imports.kind === 'failed') return t('console.activity.importsUnread');
  return imports.kind === 'shown' && imports.value.length >= IMPORTS_LISTED_MAX
    ? t('console.activity.importsCut')
    : null;
}

/** The beginning of a day of the service, as a field for dates gives it; null while there is none. */
const startOf = (day: string): InstantMs | null => parseInstant(day === '' ? null : `${day}T00:00Z`);

/** That a span of days can hold nothing; null where it can. @param oldestAt when the oldest event of all was kept */
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

/** How many entries are listed. @param found of them, if they are searched @param isCut older ones are still to be read */
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

/** What the listed entries took, at least where something of it is not known; empty where nothing is. @param isCut older ones are still to be read */
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

/** @param isNarrowed to a project, or to some days @param since from when on events are kept, where that bounds what is listed */
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
