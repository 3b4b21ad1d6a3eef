import type { ComponentChildren } from 'preact';
import { isExpected } from '../../../../shared/attention/kinds.ts';
import { newsOf, openingKey } from '../../../../shared/attention/news.ts';
import { CAP_EVENT } from '../../../../shared/edge-api/caps.ts';
import {
  deployEndingOfEvent,
  FILLED_KEYS,
  runEndingOfEvent,
} from '../../../../shared/endings/event-ending.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { runningWork } from '../../../../shared/snapshot/work.ts';
import { isPriced, type Price } from '../../../../shared/spending/price.ts';
import { eventKindWords, rejectionWords } from '../../../i18n/event-kind.ts';
import { formatClock, formatDuration, formatExact, formatFacts, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { quoted } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import { announcedSign } from '../../../now/announced-sign.ts';
import { adviceOf } from '../../../now/item-actions.ts';
import { exactlyOf } from '../../../now/item-detail.tsx';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { edgeNow, naming, workNow } from '../../../ui/page-state.ts';
import { exactPrice, paidCallWords, priceOn, priceWords, refusedWords } from '../../../ui/priced-button.tsx';
import { DismissReceipt } from '../../../ui/receipt.tsx';
import { stored } from '../../../ui/stored-state.ts';
import { ImportActs, importFacts, importMapping, importTitle } from '../../kit/earlier-imports.tsx';
import { countOf, type ImportGroup } from '../../kit/import-groups.ts';
import { type Told, toldPlace } from '../../kit/told.ts';
import { isToldEverywhere, toldOutcomes, toldStanding, toldText, toldWords } from '../../kit/told-words.ts';
import { decoded } from '../../parts/escaped-text.ts';
import { openingStanding, standingWords } from '../../parts/over-by-now.ts';
import { type Place, placeAt } from '../../parts/places.ts';
import { eventReceipt } from '../../parts/receipts.tsx';
import { settingChangeOf } from './change-words.ts';
import { type ActivityEntry, entryKindOf, isCapForecast } from './entries.ts';
import { type BodyRow, EventBody } from './event-body.tsx';
import { failureReason } from './event-facts.ts';
import { eventPlace } from './event-place.ts';
import { alsoWords, changeBy, eventFactWords, eventSign, eventWords, troubleWords } from './event-words.ts';
import { launchFacts, launchSign } from './launch-row.ts';
import { ownCallWords, paidOperationWords, tabOfPaid } from './paid-operations.ts';
import { standingOf } from './reported.ts';
import { filterOf, type Trouble } from './troubles.ts';
import { whoseWords } from './whose-words.ts';

/** What is said of an entry: in its line, by its search, and in a file. `sign`: what the line begins with. */
interface Row {
  /** What opens it from the address of the list; the first of them stands in its own. */
  ids: [string, ...string[]];
  sign: GlyphName;
  /** The kind of news or of need that it is. */
  subject?: string | undefined;
  /** Whether it went wrong or ran into a limit, where its sign does not tell. */
  isWrong?: boolean;
  /** Null: of none, or of several. */
  projectId: string | null;
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
  /** What it is found by, beside what its line shows. */
  names?: () => readonly (string | null | undefined)[];
  /** What it is, as the filter has it, and what identifies it; none where it is several. */
  record?: readonly [kind: string, id: string];
  /** As far as it is kept: of a paid call, its first words. */
  prompt?: string;
}

type Entry<K extends ActivityEntry['kind']> = Extract<ActivityEntry, { kind: K }>;

/** @param search what the list is searched for */
export const rowOf = (entry: ActivityEntry, search = ''): Row =>
  (ROWS[entry.kind] as (entry: ActivityEntry, search: string) => Row)(entry, search);

const ROWS: { [K in ActivityEntry['kind']]: (entry: Entry<K>, search: string) => Row } = {
  event: eventRow,
  act: actRow,
  own: ownRow,
  launch: launchRow,
  notice: noticeRow,
  forecasts: forecastsRow,
  import: importRow,
  trouble: troubleRow,
  refused: refusedRow,
};

/** Signs of what went wrong or has run into a limit. */
const WRONG: ReadonlySet<GlyphName> = new Set(['critical', 'warning', 'failed']);

/** Whether it went wrong: what somebody wanted, and what is only expected, warns, and did not. */
export function wentWrong(entry: ActivityEntry): boolean {
  const { sign, subject = '', isWrong } = rowOf(entry);
  return isWrong ?? (WRONG.has(sign) && subject !== 'feature-disabled' && !isExpected(subject));
}

/** What an entry is found by: what its line shows, and the names in it. */
export function searchText(entry: ActivityEntry): string {
  const { title, facts, numbers, names = () => [] } = rowOf(entry);
  const text = [title, ...facts, numbers?.cost, ...names()].join(' ');
  // Large numbers are also found without what groups their digits.
  return `${text} ${text.replace(/(\d)[.,'’\s](?=\d{3})/g, '$1')}`;
}

const nameOf = (projectId: string | null): string | null => projectId && naming.value.project(projectId);

function noticeRow({ told }: Entry<'notice'>): Row {
  const { title, facts } = toldWords(told);
  const outcomes = toldOutcomes(told);
  return {
    ids: [noticeId(told)],
    sign: toldSign(told),
    subject: told.notice?.about.kind,
    projectId: told.projectId,
    title,
    facts: [toldStanding(told), facts, ...(isToldEverywhere(told) ? [] : outcomes)],
    place: toldPlace(told),
    body: [
      [t('console.activity.fact.about'), facts],
      [t('console.activity.fact.told'), outcomes.join(' · ')],
    ],
    names: () => [toldText(told)],
    record: [t('console.activity.kinds.notice'), ''],
  };
}

const noticeId = ({ key, isEnd }: Told): string => `notice ${key} ${isEnd}`;

/** A forecast that does not hold any more warns of nothing any more. */
const toldSign = (told: Told): GlyphName =>
  isCapForecast(told) && openingStanding(told.key, stored.value?.snapshot?.snapshot.attention) !== 'open'
    ? 'seen'
    : toldWords(told).glyph;

function importRow({ group }: Entry<'import'>): Row {
  const { id, projectId, table } = group;
  const facts = importFacts(group);
  const name = naming.value.project(projectId);
  const kind = t('console.activity.kinds.import');
  return {
    ids: [`import ${id}`],
    sign: importSign(group),
    projectId,
    title: t('console.activity.ownLine', { name, operation: importTitle(group) }),
    facts,
    place: placeAt('data', projectId, 'tables', table),
    acts: <ImportActs group={group} />,
    body: [
      [t('console.activity.fact.about'), formatFacts(...facts)],
      [t('console.activity.fact.columns'), importMapping(group)],
    ],
    names: () => [kind, name, table],
    record: [kind, ''],
  };
}

function troubleRow({ trouble, told }: Entry<'trouble'>): Row {
  const { id, opening, projectId, reason, severity } = trouble.item;
  const { title, facts } = troubleWords(trouble, naming.value, edgeNow.value);
  const outcomes = told === null ? [] : toldOutcomes(told);
  const rows = troubleRows(trouble, outcomes);
  const filter = filterOf(trouble);
  const kind = entryKindOf(filter);
  return {
    ids: [`trouble ${id} ${opening}`],
    sign: isExpected(reason.kind) ? 'note' : announcedSign({ about: reason, severity }),
    subject: reason.kind,
    projectId,
    title,
    facts: [facts, ...(told === null || isToldEverywhere(told) ? [] : outcomes)],
    ...(reason.kind === 'delivery-failures' && { exactly: rows.map((row) => row.join(': ')) }),
    place: toldPlace({ key: openingKey(id, opening), notice: null, projectId }),
    body: rows,
    names: () => [nameOf(projectId)],
    record: [kind === null ? eventKindWords(filter) : t(`console.activity.kinds.${kind}`), ''],
  };
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

function refusedRow({ rejection }: Entry<'refused'>): Row {
  const { title: why, about } = rejectionWords(rejection, naming.value);
  const { count, reason } = rejection;
  const isRepeated = reason === 'duplicate';
  return {
    ids: [`refused ${reason}`],
    sign: isRepeated ? 'seen' : 'stopped',
    isWrong: !isRepeated,
    projectId: null,
    title: t(isRepeated ? 'console.activity.repeated' : 'console.activity.refused', count),
    facts: [why, about],
    place: placeAt('webhooks', null),
    body: [
      [t('console.activity.fact.reason'), why],
      [t('console.activity.fact.about'), about ?? ''],
    ],
    record: [t('console.activity.kinds.refused'), ''],
  };
}

function ownRow({ call }: Entry<'own'>): Row {
  const { key, about, state } = call;
  const { operation, projectId } = about;
  const going = state === 'done' ? goingOn(key) : null;
  const outcome =
    state === 'done'
      ? (going?.words ?? t('console.activity.accepted'))
      : state === 'refused'
        ? refusedWords(call)
        : (paidCallWords(call) ?? '');
  const words = isolated(about.words.replaceAll(BETWEEN_PROMPTS, ' · '));
  const price = ownPrice(about, state === 'done');
  const cost = price ? priceWords(price) : '';
  return {
    ids: [`own ${key}`],
    sign: going?.sign ?? OWN_SIGN[state],
    projectId,
    title: ownCallWords(call),
    facts: [!naming.value.screened && about.words ? words : null, outcome],
    place: placeAt(tabOfPaid(operation), projectId),
    numbers: { cost, credits: COSTS_NOTHING.has(state) ? 0 : exactPrice(price) },
    acts: state === 'receipt' && <DismissReceipt of={call} />,
    body: [
      [t('console.activity.fact.about'), about.words && words],
      [t('fact.status'), outcome],
      [t('console.activity.fact.cost'), cost],
    ],
    names: () => [operation, paidOperationWords(operation), about.words, nameOf(projectId)],
    record: [t('console.activity.kinds.own'), key],
    prompt: operation === 'startAgent' ? about.words : '',
  };
}

function launchRow({ launch }: Entry<'launch'>): Row {
  const { title, words, outcome: made, numbers, projectId } = launchFacts(launch);
  const going = goingOn(launch.key);
  const outcome = going?.words ?? made;
  const { draft, key } = launch;
  return {
    ids: [`own ${key}`],
    sign: going?.sign ?? launchSign(launch),
    projectId,
    title,
    facts: [words, outcome],
    place: placeAt('talk', projectId),
    numbers,
    body: [
      [t('console.activity.fact.about'), words],
      [t('fact.status'), outcome],
      [t('console.activity.fact.cost'), numbers.cost],
    ],
    names: () => [draft.name, draft.words],
    record: [t('console.activity.kinds.own'), key],
    prompt: draft.words,
  };
}

/** The run or the deployment that a call or a launch began, while it goes on. */
function goingOn(key: string): { sign: GlyphName; words: string } | null {
  const snapshot = stored.value?.snapshot?.snapshot ?? null;
  const { items = [] } = snapshot?.sections.projects.data ?? {};
  const going = runningWork(snapshot, workNow.value).find(
    ({ projectId, kind }) => items.find((one) => one.projectId === projectId)?.[kind]?.call === key,
  );
  if (!going) return null;
  const { elapsedMs } = going;
  const words =
    elapsedMs === null
      ? t('console.activity.going')
      : t('console.activity.goingFor', { elapsed: formatDuration(elapsedMs) });
  return { sign: 'running', words };
}

/** What a call of this browser adds to what an event tells of it: when it began, or what a guard refused. */
function callWords({ state, about, confirmedAt }: StoredPaidCall, format: (at: number) => string) {
  if (state !== 'refused') return t('console.activity.begunHere', { at: format(confirmedAt) });
  return naming.value.screened ? null : isolated(about.words);
}

/** A line of a prompt that separates it from the next one of its batch. */
const BETWEEN_PROMPTS = /\s*^-{3,}\s*$\s*/gm;

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

function actRow({ events, isBack }: Entry<'act'>, search: string): Row {
  const [newest, ...older] = events;
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
  const row = {
    ids: [String(newest.seq), ...older.map(({ seq }) => String(seq))] as Row['ids'],
    sign: 'seen' as const,
    projectId: null,
    body,
    names: () => events.map(eventText),
  };
  // Caps are of several projects.
  return isOfCaps
    ? {
        ...row,
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
      }
    : {
        ...row,
        title: words,
        facts: [
          newest.projectId && naming.value.project(newest.projectId),
          t('console.activity.ofEvents', events.length, count),
          changeBy(newest.facts, naming.value),
        ],
        place: eventPlace(newest),
      };
}

function forecastsRow({ all }: Entry<'forecasts'>, search: string): Row {
  const ids = all.map(({ projectId }) => projectId);
  const standings = new Set(all.map(toldStanding));
  const [first, ...others] = all;
  return {
    ids: [noticeId(first), ...others.map(noticeId)],
    sign: all.every((told) => toldSign(told) === 'seen') ? 'seen' : 'warning',
    isWrong: false,
    projectId: null,
    title: `${t('topic.capForecast')} (${formatNumber(new Set(ids).size)})`,
    facts: [standings.size === 1 ? toldStanding(first) : null, whoseWords(ids, search)],
    place: null,
    names: () => all.map(toldText),
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

function eventRow({ event, also, call, told }: Entry<'event'>): Row {
  const { event: name, at, id, projectId, source, signer, facts } = event;
  const receipt = eventReceipt(event);
  const { about = '', cost = '' } = receipt ?? {};
  return {
    ids: [String(event.seq), ...also.map(({ seq }) => String(seq))],
    sign: eventSign(event),
    subject: newsOf(event)?.kind,
    projectId,
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
    names: () => [...[event, ...also].map(eventText), call?.about.words],
    record: [eventKindWords(name), id],
    prompt: typeof facts.prompt === 'string' ? decoded(facts.prompt) : '',
  };
}

/** What an event is found by. */
function eventText(kept: KeptEvent): string {
  const { event, projectId, id } = kept;
  return [
    eventWords(kept, naming.value, edgeNow.value),
    eventFactWords(kept, naming.value, edgeNow.value),
    failureReason(kept),
    eventReceipt(kept)?.about,
    event,
    settingChangeOf(kept)?.setting === 'site' ? t('verb.unpublish') : null,
    projectId && naming.value.project(projectId),
    id,
  ].join(' ');
}
