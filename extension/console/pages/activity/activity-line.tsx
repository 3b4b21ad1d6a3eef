import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isExpected } from '../../../../shared/attention/kinds.ts';
import { openingKey } from '../../../../shared/attention/news.ts';
import { CAP_EVENT } from '../../../../shared/edge-api/caps.ts';
import {
  deployEndingOfEvent,
  FILLED_KEYS,
  runEndingOfEvent,
} from '../../../../shared/endings/event-ending.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { isPriced, type Price } from '../../../../shared/spending/price.ts';
import { eventKindWords, rejectionWords } from '../../../i18n/event-kind.ts';
import {
  formatClock,
  formatClockOfDay,
  formatExact,
  formatFacts,
  formatNumber,
} from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { quoted } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import { announcedSign } from '../../../now/announced-sign.ts';
import { adviceOf } from '../../../now/item-actions.ts';
import { exactlyOf } from '../../../now/item-detail.tsx';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { Glyph, type GlyphName, Icon } from '../../../ui/icons.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { exactPrice, paidCallWords, priceOn, priceWords, refusedWords } from '../../../ui/priced-button.tsx';
import { DismissReceipt } from '../../../ui/receipt.tsx';
import { stored } from '../../../ui/stored-state.ts';
import { type ActivityFilters, activityAddress } from '../../kit/activity-address.ts';
import { ImportActs, importFacts, importMapping, importTitle } from '../../kit/earlier-imports.tsx';
import { countOf, type ImportGroup } from '../../kit/import-groups.ts';
import { type Told, toldPlace } from '../../kit/told.ts';
import { isToldEverywhere, toldOutcomes, toldStanding, toldWords } from '../../kit/told-words.ts';
import { goTo } from '../../parts/navigation.ts';
import { openingStanding, standingWords } from '../../parts/over-by-now.ts';
import { type Place, placeAt } from '../../parts/places.ts';
import { eventReceipt } from '../../parts/receipts.tsx';
import { type ActivityEntry, entryProject, isCapForecast } from './entries.ts';
import { type BodyRow, EntryBody, EventBody } from './event-body.tsx';
import { failureReason } from './event-facts.ts';
import { eventPlace } from './event-place.ts';
import { alsoWords, changeBy, eventFactWords, eventSign, eventWords, troubleWords } from './event-words.ts';
import { goingOn } from './going-on.ts';
import { launchRow, launchSign } from './launch-row.ts';
import { ownCallWords, tabOfPaid } from './paid-operations.ts';
import { standingOf } from './reported.ts';
import type { Trouble } from './troubles.ts';
import { whoseWords } from './whose-words.ts';

/** What opens an entry from the address of the list; the first of them stands in its own. */
export function entryIds(entry: ActivityEntry): [string, ...string[]] {
  switch (entry.kind) {
    case 'event':
      return [String(entry.event.seq), ...entry.also.map(({ seq }) => String(seq))];
    case 'act': {
      const [newest, ...older] = entry.events;
      return [String(newest.seq), ...older.map(({ seq }) => String(seq))];
    }
    case 'own':
      return [`own ${entry.call.key}`];
    case 'launch':
      return [`own ${entry.launch.key}`];
    case 'notice':
      return [`notice ${entry.told.key} ${entry.told.isEnd}`];
    case 'forecasts':
      return [
        `notice ${entry.all[0].key} ${entry.all[0].isEnd}`,
        ...entry.all.slice(1).map(({ key, isEnd }) => `notice ${key} ${isEnd}`),
      ];
    case 'import':
      return [`import ${entry.group.id}`];
    case 'trouble':
      return [`trouble ${entry.trouble.item.id} ${entry.trouble.item.opening}`];
    case 'refused':
      return [`refused ${entry.rejection.reason}`];
  }
}

/** The sign that a line begins with. */
export function entrySign(entry: ActivityEntry): GlyphName {
  switch (entry.kind) {
    case 'event':
      return eventSign(entry.event);
    case 'act':
      return 'seen';
    case 'own':
      return ownSign(entry.call);
    case 'launch':
      return goingOn(entry.launch.key)?.sign ?? launchSign(entry.launch);
    case 'notice':
      return toldSign(entry.told);
    case 'forecasts':
      return entry.all.every((told) => toldSign(told) === 'seen') ? 'seen' : 'warning';
    case 'import':
      return importSign(entry.group);
    case 'trouble': {
      const { reason, severity } = entry.trouble.item;
      return isExpected(reason.kind) ? 'note' : announcedSign({ about: reason, severity });
    }
    case 'refused':
      return entry.rejection.reason === 'duplicate' ? 'seen' : 'stopped';
  }
}

/** A forecast that does not hold any more warns of nothing any more. */
const toldSign = (told: Told): GlyphName =>
  isCapForecast(told) && openingStanding(told.key, stored.value?.snapshot?.snapshot.attention) !== 'open'
    ? 'seen'
    : toldWords(told).glyph;

/** What a row shows of its entry; its title unfolds the rest. */
type Row = {
  title: string;
  facts: readonly (string | null)[];
  /** The facts without times that are relative to now, where there are any. */
  exactly?: readonly string[];
  /** Where in the console it is seen. */
  place: Place | null;
  /** The name of the service's event. */
  hint?: string;
  /** What it took, at the end of the line; `credits` null: not known. */
  numbers?: { lastedMs?: number | null; duration?: string; cost: string; credits: number | null };
  /** What is to be done about it, also while it is folded. */
  acts?: ComponentChildren;
  /** What is opened below it: what is known of it by name, or what else it is. */
  body: readonly BodyRow[] | (() => ComponentChildren);
};

/** One activity entry: time, icon, sentence, and details. @param open the entry that is unfolded. @param filters of the list that it is in */
export function ActivityLine({
  entry,
  open,
  filters,
}: {
  entry: ActivityEntry;
  open: string | null;
  filters: ActivityFilters;
}) {
  const { title, facts, place, hint, numbers, acts, body } = rowOf(entry, filters.search);
  const ids = entryIds(entry);
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
      <Glyph name={entrySign(entry)} />
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
          <EntryBody place={place} projectId={entryProject(entry)} at={at} rows={body} />
        ))}
    </li>
  );
}

/** @param search what the list is searched for */
export function rowOf(entry: ActivityEntry, search: string): Row {
  switch (entry.kind) {
    case 'event':
      return eventRow(entry);
    case 'act':
      return actRow(entry, search);
    case 'own':
      return ownRow(entry);
    case 'launch':
      return ofLaunch(entry);
    case 'notice': {
      const { told } = entry;
      const { title, facts } = toldWords(told);
      const outcomes = toldOutcomes(told);
      return {
        title,
        facts: [toldStanding(told), facts, ...(isToldEverywhere(told) ? [] : outcomes)],
        place: toldPlace(told),
        body: [
          [t('console.activity.fact.about'), facts],
          [t('console.activity.fact.told'), outcomes.join(' · ')],
        ],
      };
    }
    case 'forecasts':
      return forecastsRow(entry, search);
    case 'import': {
      const { group } = entry;
      const { projectId, table } = group;
      const facts = importFacts(group);
      return {
        title: t('console.activity.ownLine', {
          name: naming.value.project(projectId),
          operation: importTitle(group),
        }),
        facts,
        place: placeAt('data', projectId, 'tables', table),
        acts: <ImportActs group={group} />,
        body: [
          [t('console.activity.fact.about'), formatFacts(...facts)],
          [t('console.activity.fact.columns'), importMapping(group)],
        ],
      };
    }
    case 'trouble': {
      const { trouble, told } = entry;
      const { id, opening, projectId } = trouble.item;
      const { title, facts } = troubleWords(trouble, naming.value, edgeNow.value);
      const outcomes = told === null ? [] : toldOutcomes(told);
      const rows = troubleRows(trouble, outcomes);
      return {
        title,
        facts: [facts, ...(told === null || isToldEverywhere(told) ? [] : outcomes)],
        ...(trouble.item.reason.kind === 'delivery-failures' && {
          exactly: rows.map((row) => row.join(': ')),
        }),
        place: toldPlace({ key: openingKey(id, opening), notice: null, projectId }),
        body: rows,
      };
    }
    case 'refused': {
      const { title: why, about } = rejectionWords(entry.rejection, naming.value);
      const { count, reason } = entry.rejection;
      return {
        title: t(reason === 'duplicate' ? 'console.activity.repeated' : 'console.activity.refused', count),
        facts: [why, about],
        place: placeAt('webhooks', null),
        body: [
          [t('console.activity.fact.reason'), why],
          [t('console.activity.fact.about'), about ?? ''],
        ],
      };
    }
  }
}

/** Of what needs the user: since when, what its kind says exactly, and what helps while it goes on. */
function troubleRows({ item, endedAt }: Trouble, outcomes: readonly string[]): [string, string][] {
  const { reason } = item;
  const advice = endedAt === null ? adviceOf(reason) : null;
  const rows: [string, string][] = [
    [t('fact.ended'), endedAt === null ? '' : formatExact(endedAt)],
    ...exactlyOf(reason),
    [t('fact.help'), advice ?? ''],
    [t('console.activity.fact.told'), outcomes.join(' · ')],
  ];
  return rows.filter(([, value]) => value !== '');
}

function ownRow({ call }: Extract<ActivityEntry, { kind: 'own' }>): Row {
  const { about, state } = call;
  const outcome =
    state === 'done'
      ? (goingOn(call.key)?.words ?? t('console.activity.accepted'))
      : state === 'refused'
        ? refusedWords(call)
        : (paidCallWords(call) ?? '');
  const words = isolated(about.words.replaceAll(BETWEEN_PROMPTS, ' · '));
  const price = ownPrice(about, state === 'done');
  const cost = price ? priceWords(price) : '';
  return {
    title: ownCallWords(call),
    facts: [!naming.value.screened && about.words ? words : null, outcome],
    place: placeAt(tabOfPaid(about.operation), about.projectId),
    numbers: { cost, credits: COSTS_NOTHING.has(state) ? 0 : exactPrice(price) },
    acts: state === 'receipt' && <DismissReceipt of={call} />,
    body: [
      [t('console.activity.fact.about'), about.words && words],
      [t('fact.status'), outcome],
      [t('console.activity.fact.cost'), cost],
    ],
  };
}

function ofLaunch({ launch }: Extract<ActivityEntry, { kind: 'launch' }>): Row {
  const { title, words, outcome: made, numbers, projectId } = launchRow(launch);
  const outcome = goingOn(launch.key)?.words ?? made;
  return {
    title,
    facts: [words, outcome],
    place: placeAt('talk', projectId),
    numbers,
    body: [
      [t('console.activity.fact.about'), words],
      [t('fact.status'), outcome],
      [t('console.activity.fact.cost'), numbers.cost],
    ],
  };
}

/** What a call of this browser adds to what an event tells of it: when it began, or what a guard refused. */
function callWords({ state, about, confirmedAt }: StoredPaidCall, format: (at: number) => string) {
  if (state !== 'refused') return t('console.activity.begunHere', { at: format(confirmedAt) });
  return naming.value.screened ? null : isolated(about.words);
}

/** A line of a prompt that separates it from the next one of its batch. */
const BETWEEN_PROMPTS = /\s*^-{3,}\s*$\s*/gm;

const ownSign = ({ key, state }: StoredPaidCall) =>
  (state === 'done' && goingOn(key)?.sign) || OWN_SIGN[state];
const OWN_SIGN = {
  waiting: 'seen',
  sending: 'running',
  open: 'warning',
  // Accepted: how it ended is said by its own event.
  done: 'seen',
  refused: 'failed',
  absent: 'stopped',
  receipt: 'warning',
} as const satisfies Record<string, GlyphName>;

function importSign({ records }: ImportGroup): GlyphName {
  if (records.some(({ state }) => state === 'running' || state === 'queued' || state === 'undoing'))
    return 'running';
  const needsLook = countOf({ records }, 'refused') + countOf({ records }, 'unknown') > 0;
  return needsLook ? 'warning' : 'done';
}

/** Not made, or refused. */
const COSTS_NOTHING: ReadonlySet<StoredPaidCall['state']> = new Set(['waiting', 'refused', 'absent']);

/** Fixed price of a completed operation; null if it was not completed, or is charged by use. */
const ownPrice = ({ operation, projectId }: StoredPaidCall['about'], isDone: boolean): Price | null =>
  isDone && isPriced(operation) ? priceOn(projectId, operation) : null;

function actRow({ events, isBack }: Extract<ActivityEntry, { kind: 'act' }>, search: string): Row {
  const [newest] = events;
  const isOfCaps = newest.event === CAP_EVENT;
  const words = eventWords(newest, naming.value, edgeNow.value);
  const count = { count: formatNumber(events.length) };
  const body = () => (
    <ul class="event-body">
      {events.map((event) => (
        <li key={event.seq}>
          {isOfCaps ? (
            <>
              {eventWords(event, naming.value, edgeNow.value)}{' '}
              <span class="meta">{eventFactWords(event, naming.value, edgeNow.value)}</span>
            </>
          ) : (
            eventKindWords(String(event.facts.event))
          )}
        </li>
      ))}
    </ul>
  );
  // Caps are of several projects.
  return isOfCaps
    ? {
        title: isBack
          ? t('console.activity.capsBack', events.length, count)
          : t('did.changed', {
              thing: t('console.activity.change.caps', events.length, count),
            }),
        facts: [
          whoseWords(
            events.map(({ projectId }) => projectId),
            search,
          ),
          changeBy(newest.facts, naming.value),
        ],
        place: null,
        body,
      }
    : {
        title: words,
        facts: [
          newest.projectId && naming.value.project(newest.projectId),
          t('console.activity.ofEvents', events.length, count),
          changeBy(newest.facts, naming.value),
        ],
        place: eventPlace(newest),
        body,
      };
}

function forecastsRow({ all }: Extract<ActivityEntry, { kind: 'forecasts' }>, search: string): Row {
  const ids = all.map(({ projectId }) => projectId);
  const standings = new Set(all.map(toldStanding));
  return {
    title: `${t('topic.capForecast')} (${formatNumber(new Set(ids).size)})`,
    facts: [standings.size === 1 ? toldStanding(all[0]) : null, whoseWords(ids, search)],
    place: null,
    body: () => (
      <ul class="event-body">
        {all.map((told) => {
          const { title, facts } = toldWords(told);
          return (
            <li key={told.key}>
              {title}{' '}
              <span class="meta">{formatFacts(toldStanding(told), facts, ...toldOutcomes(told))}</span>
            </li>
          );
        })}
      </ul>
    ),
  };
}

/** That the service did not say why a deployment failed. */
const missingReason = ({ event, facts }: KeptEvent): string | null =>
  event === 'deployment.finished' && deployEndingOfEvent(facts) === 'failed' && !naming.value.screened
    ? t('console.activity.noReason')
    : null;

/** The service tells a cap and a budget alike at the end of a run; what else is reported of it may tell which it was. */
function cappedTitle({ event, projectId, facts }: KeptEvent, also: readonly KeptEvent[]): string | null {
  if (event !== 'agent.prompt.finished' || runEndingOfEvent(facts) !== 'capped' || projectId === null)
    return null;
  const reached = also.find((one) => one.event === 'project.credit_limit.reached');
  if (reached === undefined) return null;
  const words = t(reached.facts.guard === 'run-budget' ? 'verdict.stoppedByBudget' : 'verdict.stoppedByCap');
  return `${naming.value.project(projectId)}: ${words}`;
}

function eventRow({ event, also, call, told }: Extract<ActivityEntry, { kind: 'event' }>): Row {
  const { event: name, at, source, signer, facts } = event;
  const receipt = eventReceipt(event);
  const { about = '', cost = '' } = receipt ?? {};
  return {
    title: cappedTitle(event, also) ?? eventWords(event, naming.value, edgeNow.value),
    facts: [
      standingWords(standingOf([event, ...also], stored.value?.snapshot?.snapshot.attention)),
      quoted(failureReason(event)) ?? missingReason(event),
      typeof facts[FILLED_KEYS] === 'string' && !naming.value.screened ? isolated(facts[FILLED_KEYS]) : null,
      about,
      // What a receipt tells stands at the end of the line.
      receipt === null ? eventFactWords(event, naming.value, edgeNow.value) : null,
      ...also.map((one) => alsoWords(one, naming.value)),
      call && callWords(call, (began) => formatClock(began, at)),
      facts.creditRefunded === true && cost === '' ? t('console.activity.fact.refunded') : null,
      source === 'reconciled' ? t('console.activity.found') : null,
      signer === 'project' ? t('console.activity.byProject') : null,
      // That it was shown is what one expects.
      ...(told === null || isToldEverywhere(told) ? [] : toldOutcomes(told)),
    ],
    place: eventPlace(event),
    hint: name,
    ...(receipt && { numbers: receipt }),
    body: () => <EventBody {...{ event, also, call, told }} />,
  };
}
