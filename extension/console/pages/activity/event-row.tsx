import { CAP_EVENT } from '../../../../shared/edge-api/caps.ts';
import { settingChangeOf } from '../../../../shared/edge-api/setting-changes.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { eventKindWords } from '../../../i18n/event-kind.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { paidCalls } from '../../../ui/paid-calls.ts';
import { stored } from '../../../ui/stored-state.ts';
import { outcomesOf, toldInBody } from '../../kit/sent-alert-words.ts';
import { standingOf, standingWords } from '../../parts/over-by-now.ts';
import { EventBody } from './event-body.tsx';
import { eventFacts } from './event-facts.ts';
import { alsoWords, changeBy, eventFactWords, eventPlace, eventSign, eventWords } from './event-words.ts';
import type { OfKind, Row } from './row.ts';
import { whoseWords } from './row.ts';

export function eventRow({ event, also, told }: OfKind<'event'>): Row {
  const { event: name, id, seq, projectId, source, signer } = event;
  const refused = refusedHere(event);
  return {
    ids: [String(seq), ...also.map((one) => String(one.seq))],
    sign: eventSign(event),
    projectId,
    title: eventWords(event, naming.value, edgeNow.value),
    facts: [
      standingWords(standingOf([event, ...also], stored.value?.snapshot?.snapshot.attention)),
      eventFactWords(event, naming.value, edgeNow.value),
      ...also.map((one) => alsoWords(one, naming.value)),
      refused,
      source === 'reconciled' ? t('console.activity.found') : null,
      signer === 'project' ? t('console.activity.byProject') : null,
      ...outcomesOf(told),
    ],
    place: eventPlace(event),
    hint: name,
    body: () => (
      <EventBody
        {...{ event, also, place: eventPlace(event) }}
        rows={[
          [t('fact.prompt'), refused],
          ...eventFacts(event),
          [t('console.activity.fact.told'), toldInBody(told)],
        ]}
      />
    ),
    names: () => [event, ...also].map(eventText),
    record: [eventKindWords(name), id],
  };
}

/** The first words of a prompt of this browser that a guard refused, which was sent nowhere. */
function refusedHere({ call: key }: KeptEvent): string | null {
  const call =
    key === undefined || naming.value.screened
      ? undefined
      : paidCalls.value.find((one) => one.key === key && one.state === 'refused');
  return call === undefined ? null : isolated(call.about.words);
}

/** What an event is found by. */
export function eventText(kept: KeptEvent): string {
  const { event, projectId, id } = kept;
  return [
    eventWords(kept, naming.value, edgeNow.value),
    eventFactWords(kept, naming.value, edgeNow.value),
    event,
    settingChangeOf(kept)?.setting === 'site' ? t('verb.unpublish') : null,
    projectId && naming.value.project(projectId),
    id,
  ].join(' ');
}

export function actRow({ events, isBack }: OfKind<'act'>, search: string): Row {
  const [newest, ...older] = events as [KeptEvent, ...KeptEvent[]];
  const isOfCaps = newest.event === CAP_EVENT;
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
  if (!isOfCaps)
    return {
      ...row,
      title: eventWords(newest, naming.value, edgeNow.value),
      facts: [
        newest.projectId && naming.value.project(newest.projectId),
        t('console.activity.ofEvents', events.length, count),
        changeBy(newest.facts, naming.value),
      ],
      place: eventPlace(newest),
    };
  // Caps are of several projects.
  const whose = events.map(({ projectId }) => projectId);
  return {
    ...row,
    title: isBack
      ? t('console.activity.capsBack', events.length, count)
      : t('did.changed', { thing: t('console.activity.change.caps', events.length, count) }),
    facts: [whoseWords(whose, search), changeBy(newest.facts, naming.value)],
    place: null,
  };
}
