import type { Reason } from '../../../../shared/attention/item.ts';
import { isExpected } from '../../../../shared/attention/kinds/kinds.ts';
import { openingKey } from '../../../../shared/attention/news.ts';
import { countOf, groupImports, type ImportGroup } from '../../../../shared/journal/import-groups.ts';
import type { JournalAnnouncement } from '../../../../shared/journal/journal.ts';
import { rejectionWords } from '../../../i18n/event-kind.ts';
import { formatExact, formatFacts, formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { adviceOf, exactlyOf } from '../../../now/item-detail.tsx';
import { announcedSign } from '../../../now/recent.tsx';
import type { GlyphName } from '../../../ui/icons.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { ImportActs, importFacts, importMapping, importTitle } from '../../kit/earlier-imports.tsx';
import { alertPlace, type SentAlert } from '../../kit/sent-alert.ts';
import {
  alertOutcomes,
  alertStanding,
  alertText,
  hereOf,
  isToldEverywhere,
  outcomesOf,
  sentAlertWords,
  toldInBody,
} from '../../kit/sent-alert-words.ts';
import { openingStanding } from '../../parts/over-by-now.ts';
import { placeAt } from '../../parts/places.ts';
import { needWords } from './event-words.ts';
import type { BodyRow, OfKind, Row } from './row.ts';
import { whoseWords } from './row.ts';

export function toldRow({ id, all }: OfKind<'told'>, search: string): Row {
  const told = all.map(hereOf);
  const [first] = told;
  if (first === undefined || told.length > 1) return forecastsRow(all, told, search);
  const { title, facts } = sentAlertWords(first);
  const outcomes = alertOutcomes(first);
  return {
    ids: [id],
    sign: alertSign(first),
    projectId: first.projectId,
    title,
    facts: [alertStanding(first), facts, ...(isToldEverywhere(first) ? [] : outcomes)],
    place: alertPlace(first),
    body: [
      [t('console.activity.fact.about'), facts],
      [t('console.activity.fact.told'), outcomes.join(' · ')],
    ],
    names: () => [alertText(first)],
    record: [t('console.activity.kinds.notice'), ''],
  };
}

/** A forecast that does not hold any more warns of nothing any more. */
const alertSign = (told: SentAlert): GlyphName =>
  !told.isEnd &&
  told.key.startsWith('cap-forecast:') &&
  openingStanding(told.key, stored.value?.snapshot?.snapshot.attention) !== 'open'
    ? 'seen'
    : sentAlertWords(told).glyph;

function forecastsRow(all: readonly JournalAnnouncement[], told: readonly SentAlert[], search: string): Row {
  const projectIds = told.map(({ projectId }) => projectId);
  const standings = [...new Set(told.map(alertStanding))];
  const [newest = '', ...older] = all.map(({ key, isEnd }) => `notice ${key} ${isEnd}`);
  return {
    ids: [newest, ...older],
    sign: told.every((one) => alertSign(one) === 'seen') ? 'seen' : 'warning',
    projectId: null,
    title: `${t('topic.capForecast')} (${formatNumber(new Set(projectIds).size)})`,
    facts: [standings.length === 1 ? (standings[0] ?? null) : null, whoseWords(projectIds, search)],
    place: null,
    names: () => told.map(alertText),
    body: () => (
      <ul class="event-body">
        {told.map((one) => {
          const { title, facts } = sentAlertWords(one);
          return (
            <li key={one.key}>
              {title}{' '}
              <span class="meta">{formatFacts(alertStanding(one), facts, ...alertOutcomes(one))}</span>
            </li>
          );
        })}
      </ul>
    ),
  };
}

export function needRow(entry: OfKind<'need'>): Row {
  const { item, endedAt, told, id } = entry;
  const { projectId, severity } = item;
  const reason = item.reason as Reason;
  const { title, facts } = needWords(entry, naming.value, edgeNow.value);
  const advice = endedAt === null ? adviceOf(reason) : null;
  const all: [string, string][] = [
    [t('fact.ended'), endedAt === null ? '' : formatExact(endedAt)],
    ...exactlyOf(reason),
    [t('fact.help'), advice ?? ''],
    [t('console.activity.fact.told'), toldInBody(told)],
  ];
  const rows = all.filter(([, value]) => value !== '');
  return {
    ids: [id],
    sign: isExpected(reason.kind) ? 'note' : announcedSign({ about: reason, severity }),
    projectId,
    title,
    facts: [facts, ...outcomesOf(told)],
    ...(reason.kind === 'delivery-failures' && { exactly: rows.map((row) => row.join(': ')) }),
    place: alertPlace({ key: openingKey(item.id, item.opening), notice: null, projectId }),
    body: rows,
    names: () => [projectId && naming.value.project(projectId)],
    record: [t(`console.activity.kinds.${isExpected(reason.kind) ? 'forecast' : 'trouble'}`), ''],
  };
}

export function importRow({ id, records }: OfKind<'imported'>): Row {
  const [group] = groupImports(records) as [ImportGroup];
  const { projectId, table } = group;
  const facts = importFacts(group);
  const name = naming.value.project(projectId);
  const kind = t('console.activity.kinds.import');
  const body: BodyRow[] = [
    [t('console.activity.fact.about'), formatFacts(...facts)],
    [t('console.activity.fact.columns'), importMapping(group)],
  ];
  return {
    ids: [id],
    sign: importSign(group),
    projectId,
    title: t('console.activity.ownLine', { name, operation: importTitle(group) }),
    facts,
    place: placeAt('data', projectId, 'tables', table),
    acts: <ImportActs group={group} />,
    body,
    names: () => [kind, name, table],
    record: [kind, ''],
  };
}

function importSign({ records }: ImportGroup): GlyphName {
  if (records.some(({ state }) => state === 'running' || state === 'queued' || state === 'undoing'))
    return 'running';
  const needsLook = countOf({ records }, 'refused') + countOf({ records }, 'unknown') > 0;
  return needsLook ? 'warning' : 'done';
}

export function refusedRow({ id, rejection }: OfKind<'refused'>): Row {
  const { title: why, about } = rejectionWords(rejection, naming.value);
  const { count, reason } = rejection;
  const isRepeated = reason === 'duplicate';
  return {
    ids: [id],
    sign: isRepeated ? 'seen' : 'stopped',
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
