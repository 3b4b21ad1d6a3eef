import type { ComponentChildren } from 'preact';
import { openingKey } from '../../../shared/attention/news.ts';
import { CAP_EVENT } from '../../../shared/edge-api/caps.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { isPriced } from '../../../shared/spending/price.ts';
import { quoted } from '../../i18n/attention-words.ts';
import { formatClock, formatExact, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { announcedSign } from '../../now/announced-sign.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import { Glyph, type GlyphName, Icon } from '../../ui/icons.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { paidCallWords, priceOn, priceWords, refusedWords } from '../../ui/priced-button.tsx';
import { DismissReceipt } from '../../ui/receipt.tsx';
import { stored } from '../../ui/stored-state.ts';
import { toldPlace } from '../alerts/told-place.ts';
import { isToldEverywhere, toldOutcomes, toldOver, toldWords } from '../alerts/told-words.ts';
import { ImportActs, ImportSentence } from '../import/earlier-imports.tsx';
import { countOf, type ImportGroup } from '../import/import-groups.ts';
import { type Place, placeAt } from '../parts/places.ts';
import { eventReceipt } from '../parts/receipts.tsx';
import { projectAddress, viewAddress } from '../parts/routes.ts';
import { type ActivityFilters, activityAddress } from './activity-address.ts';
import type { ActivityEntry } from './entries.ts';
import { EventBody } from './event-body.tsx';
import { failureReason } from './event-facts.ts';
import { eventKindWords } from './event-kind.ts';
import { eventPlace } from './event-place.ts';
import {
  capBy,
  changeBy,
  eventFactWords,
  eventSign,
  eventWords,
  rejectionWords,
  troubleWords,
} from './event-words.ts';
import { ownCallWords } from './paid-operations.ts';
import { isOver } from './reported.ts';

export function lineKey(entry: ActivityEntry): string {
  switch (entry.kind) {
    case 'event':
      return `event ${entry.event.seq}`;
    case 'act':
      return `act ${entry.events.at(-1)?.seq}`;
    case 'own':
      return `own ${entry.call.key}`;
    case 'notice':
      return `notice ${entry.told.key} ${entry.told.isEnd}`;
    case 'import':
      return `import ${entry.group.id}`;
    case 'trouble':
      return `trouble ${entry.trouble.item.id}`;
    case 'refused':
      return `refused ${entry.rejection.reason}`;
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
      return OWN_SIGN[entry.call.state];
    case 'notice':
      return toldWords(entry.told).glyph;
    case 'import':
      return importSign(entry.group);
    case 'trouble': {
      const { reason, severity } = entry.trouble.item;
      return announcedSign({ about: reason, severity });
    }
    case 'refused':
      return entry.rejection.reason === 'duplicate' ? 'seen' : 'stopped';
  }
}

/** One activity entry: time, icon, sentence, and details. @param open the expanded event. @param filters of the list that it is in */
export function ActivityLine({
  entry,
  open,
  filters,
}: {
  entry: ActivityEntry;
  open: string | null;
  filters: ActivityFilters;
}) {
  const glyph = entrySign(entry);
  switch (entry.kind) {
    case 'event':
      return <EventLine {...entry} {...{ glyph, filters }} isOpen={String(entry.event.seq) === open} />;
    case 'act':
      return <ActLine {...entry} {...{ glyph, filters, open }} />;
    case 'own': {
      const { about, state } = entry.call;
      const { projectId, words } = about;
      const facts = [
        !naming.value.screened && words ? isolated(words.replaceAll(BETWEEN_PROMPTS, ' · ')) : null,
        // When stands in the row already.
        state === 'done'
          ? t('console.activity.accepted')
          : state === 'refused'
            ? refusedWords(entry.call)
            : paidCallWords(entry.call),
      ];
      return (
        <Line
          at={entry.at}
          glyph={glyph}
          where={placeAt('talk', projectId)}
          numbers={<Numbers cost={ownCost(about, state === 'done') ?? ''} />}
        >
          <a class="sentence" href={projectAddress(projectId)}>
            <strong>{ownCallWords(entry.call)}</strong>
            <Facts of={facts} />
          </a>
          {state === 'receipt' && <DismissReceipt of={entry.call} />}
        </Line>
      );
    }
    case 'notice': {
      const { title, facts } = toldWords(entry.told);
      return (
        <Line at={entry.at} glyph={glyph} where={toldPlace(entry.told)}>
          <span>
            <strong>{title}</strong>
            <Facts of={[toldOver(entry.told), facts, ...toldOutcomes(entry.told)]} />
          </span>
        </Line>
      );
    }
    case 'import':
      return (
        <Line at={entry.at} glyph={glyph}>
          <div>
            <ImportSentence group={entry.group} />
            <ImportActs group={entry.group} />
          </div>
        </Line>
      );
    case 'trouble': {
      const { id, opening, projectId } = entry.trouble.item;
      const key = openingKey(id, opening);
      const { title, facts } = troubleWords(entry.trouble, naming.value, edgeNow.value);
      return (
        <Line at={entry.at} glyph={glyph} where={toldPlace({ key, notice: null, projectId })}>
          <span>
            <strong>{title}</strong>
            <Facts of={[facts, ...(entry.told === null ? [] : toldOutcomes(entry.told))]} />
          </span>
        </Line>
      );
    }
    case 'refused': {
      const { title, about } = rejectionWords(entry.rejection, naming.value);
      const { count, reason } = entry.rejection;
      return (
        <Line at={entry.at} glyph={glyph}>
          <a class="sentence" href={viewAddress('webhooks')}>
            <strong>
              {t(reason === 'duplicate' ? 'console.activity.repeated' : 'console.activity.refused', count, {
                count: formatNumber(count),
              })}
            </strong>
            <Facts of={[title, about]} />
          </a>
        </Line>
      );
    }
  }
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

/** Fixed price of a completed operation; empty if it was not completed, or is charged by use. */
function ownCost({ operation, projectId }: StoredPaidCall['about'], isDone: boolean): string | null {
  const credits = isDone && isPriced(operation) ? priceOn(projectId, operation) : null;
  return credits && priceWords(credits);
}

function ToPlace({ address, name }: Place) {
  if (naming.value.screened) return null;
  return (
    <a class="to-project" href={address} aria-label={name} title={name}>
      <Icon name="forward" />
    </a>
  );
}

function Line({
  at,
  glyph,
  where = null,
  numbers,
  below,
  children,
}: {
  at: number;
  glyph: GlyphName;
  /** Where it happened; null where the line itself leads there. */
  where?: Place | null;
  /** What it took, at the end of the line. */
  numbers?: ComponentChildren;
  /** What is opened below it. */
  below?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <li class="event-row">
      <time class="meta" dateTime={new Date(at).toISOString()} title={formatExact(at)}>
        {formatClock(at, at)}
      </time>
      <Glyph name={glyph} />
      {children}
      {numbers}
      {where && <ToPlace {...where} />}
      {below}
    </li>
  );
}

const Facts = ({ of }: { of: readonly (string | null)[] }) => (
  <span class="meta line-facts">{of.filter(Boolean).join(' · ')}</span>
);

/** What it took, in columns over all rows. */
const Numbers = ({ duration = '', cost }: { duration?: string; cost: string }) =>
  duration + cost === '' ? null : (
    <span class="event-numbers">
      <span class="meta">{duration}</span>
      <span>{cost}</span>
    </span>
  );

/** Where a press on an entry leads, which unfolds it, or folds it again. */
const foldAddress = (filters: ActivityFilters, { seq }: KeptEvent, isOpen: boolean): string =>
  activityAddress(filters, isOpen ? null : String(seq));

/** The sign of a line, and the filters of its list. */
type LineProps = { glyph: GlyphName; filters: ActivityFilters };

function ActLine({
  events,
  at,
  glyph,
  filters,
  open,
}: Extract<ActivityEntry, { kind: 'act' }> & LineProps & { open: string | null }) {
  const isOpen = events.some(({ seq }) => String(seq) === open);
  const [newest] = events;
  const isOfCaps = newest.event === CAP_EVENT;
  return (
    <Line
      at={at}
      glyph={glyph}
      // Caps are of several projects.
      where={isOfCaps ? null : eventPlace(newest)}
      below={
        isOpen && (
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
        )
      }
    >
      <a class="sentence" aria-expanded={isOpen} href={foldAddress(filters, newest, isOpen)}>
        <strong>
          {isOfCaps
            ? t('console.activity.capsChanged', events.length, { count: formatNumber(events.length) })
            : eventWords(newest, naming.value, edgeNow.value)}
        </strong>
        <Facts
          of={
            isOfCaps
              ? [
                  `${eventWords(newest, naming.value, edgeNow.value)} +${formatNumber(events.length - 1)}`,
                  capBy(newest.facts, naming.value),
                ]
              : [
                  newest.projectId && naming.value.project(newest.projectId),
                  t('console.activity.ofEvents', events.length, { count: formatNumber(events.length) }),
                  changeBy(newest.facts, naming.value),
                ]
          }
        />
      </a>
    </Line>
  );
}

function EventLine({
  event,
  told,
  glyph,
  filters,
  isOpen,
}: Extract<ActivityEntry, { kind: 'event' }> & LineProps & { isOpen: boolean }) {
  const { event: name, at, source, signer, facts } = event;
  const { creditRefunded } = facts;
  const receipt = eventReceipt(event);
  const { about = '', duration = '', cost = '' } = receipt ?? {};
  return (
    <Line
      at={at}
      glyph={glyph}
      where={eventPlace(event)}
      numbers={<Numbers duration={duration} cost={cost} />}
      below={isOpen && <EventBody event={event} told={told} />}
    >
      <a class="sentence" aria-expanded={isOpen} href={foldAddress(filters, event, isOpen)} title={name}>
        <strong>{eventWords(event, naming.value, edgeNow.value)}</strong>
        <Facts
          of={[
            isOver(event, stored.value?.snapshot?.snapshot.attention)
              ? t('console.activity.over', { at: formatClock(at, at) })
              : null,
            quoted(failureReason(event)),
            about,
            // What a receipt tells stands at the end of the line.
            receipt === null ? eventFactWords(event, naming.value, edgeNow.value) : null,
            creditRefunded === true && cost === '' ? t('console.activity.refunded') : null,
            source === 'reconciled' ? t('console.activity.found') : null,
            signer === 'project' ? t('console.activity.byProject') : null,
            // That it was shown is what one expects.
            ...(told === null || isToldEverywhere(told) ? [] : toldOutcomes(told)),
          ]}
        />
      </a>
    </Line>
  );
}
