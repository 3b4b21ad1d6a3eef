import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { eventDetail, type KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { isReadEnd } from '../../../../shared/snapshot/read-ends.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import { formatExact, formatFacts } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import type { Place } from '../../parts/places.ts';
import { projectAddress } from '../../parts/routes.ts';
import { eventFactWords, eventWords } from './event-words.ts';
import type { BodyRow } from './row.ts';

/** Body of an open entry: the way to its place, then its facts by name. Hidden while the screen is shared. */
export function EntryBody({
  place,
  projectId,
  at,
  rows,
  children,
}: {
  place: Place | null;
  projectId: string | null;
  at: InstantMs;
  rows: readonly BodyRow[];
  children?: ComponentChildren;
}) {
  if (naming.value.screened) return <p class="event-body meta">{t('console.hidden')}</p>;
  const all: BodyRow[] = [
    [
      t('fact.project'),
      projectId === null ? '' : <a href={projectAddress(projectId)}>{naming.value.project(projectId)}</a>,
    ],
    [t('console.activity.fact.at'), formatExact(at)],
    ...rows,
  ];
  return (
    <div class="event-body">
      {place && (
        <a class="button place-verb" href={place.address}>
          {place.verb}
        </a>
      )}
      <dl class="event-facts meta">
        {all.map(
          ([label, value]) =>
            Boolean(value) && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {children}
    </div>
  );
}

/** Facts of an event or the work it ends, and what tells of the same act; below, its body as received. */
export function EventBody({
  event,
  also,
  place,
  rows: known,
}: {
  event: KeptEvent;
  also: readonly KeptEvent[];
  place: Place | null;
  rows: readonly BodyRow[];
}) {
  const isRaw = useSignal(false);
  const { at, projectId } = event;
  const rows: BodyRow[] = [
    ...known,
    [t('console.activity.fact.arrived'), arrivalWords(event)],
    [
      t('console.activity.fact.also'),
      also.length > 0 && (
        <ul>
          {also.map((one) => (
            <li key={one.seq}>
              {formatFacts(
                eventWords(one, naming.value, edgeNow.value),
                eventFactWords(one, naming.value, edgeNow.value),
                formatExact(one.at),
              )}
            </li>
          ))}
        </ul>
      ),
    ],
    [
      t('fact.event'),
      <>
        <span class="event-id">
          {event.event} · {event.id} <CopyButton text={event.id} />
        </span>
        {also.map(({ event: name, id }) => (
          <span key={id} class="event-id">
            {name} · {id}
          </span>
        ))}
      </>,
    ],
  ];
  return (
    <EntryBody {...{ place, projectId, at, rows }}>
      <details onToggle={({ currentTarget }) => (isRaw.value = currentTarget.open)}>
        <summary class="meta">{t('console.activity.raw')}</summary>
        {isRaw.value && <RawBody seq={event.seq} />}
      </details>
    </EntryBody>
  );
}

function RawBody({ seq }: { seq: number }) {
  const detail = useResource({ path: `/events/${seq}`, schema: eventDetail, keep: false });
  return (
    <Loaded of={detail}>
      {({ body }) => (
        <pre class="code">{body === null ? t('console.activity.noBody') : JSON.stringify(body, null, 2)}</pre>
      )}
    </Loaded>
  );
}

/** How it came to the edge, and for whom it is signed. */
function arrivalWords(event: KeptEvent): string {
  const { source, signer, receivedAt } = event;
  const at = formatExact(receivedAt);
  switch (source) {
    case 'edge':
      return isReadEnd(event) ? t('console.activity.readEnd', { at }) : t('console.activity.byEdge');
    case 'reconciled':
      return t('console.activity.cameFound', { at });
    case 'webhook':
      return [
        t('console.activity.cameSent', { at }),
        signer === 'project' && t('console.activity.signedProject'),
      ]
        .filter(Boolean)
        .join(' ');
  }
}
