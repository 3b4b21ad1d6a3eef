import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SERVICE_EVENTS } from '../../../shared/builder-api/events.ts';
import {
  type EventsPage,
  eventDetail,
  eventsPage,
  type KeptEvent,
} from '../../../shared/snapshot/kept-event.ts';
import { formatClock, formatExact } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { paidCalls } from '../../ui/paid-calls.ts';
import { paidCallWords } from '../../ui/priced-button.tsx';
import { stored } from '../../ui/stored-state.ts';
import { Answered } from '../answer-status.tsx';
import { moveThrough } from '../keys.ts';
import { EventReceipt } from '../receipts/receipts.tsx';
import { useResource } from '../resource.ts';
import { addressOf, projectAddress, viewAddress } from '../routes.ts';
import { ViewHeader } from '../view-header.tsx';
import type { ViewProps } from '../view-props.ts';

const PAGE = 50;

/** What happened: kept events and this browser's own paid calls in one list, newest first. `rest`: an event that is open. */
export function ActivityView({ rest: [open] }: ViewProps) {
  const projectId = useSignal('');
  const event = useSignal('');
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (projectId.value !== '') query.set('project', projectId.value);
  if (event.value !== '') query.set('event', event.value);
  const first = useResource({ path: `/events?${query}`, schema: eventsPage });
  const more = useSignal<EventsPage[]>([]);
  useEffect(() => {
    more.value = [];
  }, [query.toString()]);
  const names = stored.value?.attention.names ?? {};
  return (
    <div class="page">
      <ViewHeader title={t('console.view.activity')} />
      <div class="filters inline-form">
        <label class="field">
          <span class="meta">{t('fact.project')}</span>
          <select
            class="input"
            value={projectId.value}
            onChange={({ currentTarget }) => (projectId.value = currentTarget.value)}
          >
            <option value="">{t('console.activity.allProjects')}</option>
            {Object.keys(names).map((id) => (
              <option key={id} value={id}>
                {naming.value.project(id)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span class="meta">{t('console.activity.kind')}</span>
          <select
            class="input"
            value={event.value}
            onChange={({ currentTarget }) => (event.value = currentTarget.value)}
          >
            <option value="">{t('console.activity.allKinds')}</option>
            {SERVICE_EVENTS.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {event.value === '' && <OwnCalls projectId={projectId.value} />}
      <Answered of={first}>
        {(page) => {
          const pages = [page, ...more.value];
          const events = pages.flatMap(({ events: list }) => list);
          const next = pages.at(-1)?.nextCursor ?? null;
          if (events.length === 0) return <p class="notice meta">{t('console.activity.none')}</p>;
          return (
            <>
              <ul class="event-list" onKeyDown={moveThrough('.sentence')}>
                {events.map((one) => (
                  <EventLine key={one.seq} event={one} isOpen={String(one.seq) === open} />
                ))}
              </ul>
              {next !== null && (
                <button
                  type="button"
                  class="button quiet more-button"
                  onClick={() =>
                    void readMore(query, next).then((read) => {
                      if (read) more.value = [...more.value, read];
                    })
                  }
                >
                  {t('console.more')}
                </button>
              )}
            </>
          );
        }}
      </Answered>
    </div>
  );
}

async function readMore(query: URLSearchParams, cursor: string): Promise<EventsPage | null> {
  const result = await sendMessage('readEdge', { path: `/events?${query}&cursor=${cursor}`, keep: false });
  const parsed = eventsPage.safeParse(result.ok ? result.value.value : null);
  return parsed.success ? parsed.data : null;
}

/** What this browser has paid for lately, and how each call went. */
function OwnCalls({ projectId }: { projectId: string }) {
  const calls = paidCalls.value
    .filter(({ about }) => projectId === '' || about.projectId === projectId)
    .slice(0, 5);
  if (calls.length === 0) return null;
  return (
    <ul class="event-list" aria-label={t('console.activity.own')}>
      {calls.map((call) => (
        <li key={call.key} class="event-row">
          <span class="meta">{formatClock(call.confirmedAt, Date.now())}</span>
          <span class="clip">
            <a href={projectAddress(call.about.projectId)}>{naming.value.project(call.about.projectId)}</a>{' '}
            <span class="meta">
              {call.about.operation}
              {!naming.value.screened && call.about.words && ` · ${isolated(call.about.words)}`}
            </span>
          </span>
          <span class="meta">{paidCallWords(call)}</span>
        </li>
      ))}
    </ul>
  );
}

function EventLine({ event, isOpen }: { event: KeptEvent; isOpen: boolean }) {
  const { seq, event: name, projectId, at, source, signer, facts } = event;
  return (
    <li class="event-row">
      <span class="meta" title={formatExact(at)}>
        {formatClock(at, edgeNow.value)}
      </span>
      <a
        class="sentence"
        aria-expanded={isOpen}
        href={
          isOpen
            ? viewAddress('activity')
            : addressOf({ kind: 'view', view: 'activity', rest: [String(seq)] })
        }
      >
        <strong class="clip">{projectId === null ? name : naming.value.project(projectId)}</strong>
        <span class="meta clip">
          {[
            projectId === null ? null : name,
            typeof facts.status === 'string' ? facts.status : null,
            source === 'reconciled' ? t('console.activity.found') : null,
            signer === 'project' ? t('console.activity.byProject') : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </a>
      <EventReceipt event={event} />
      {isOpen && <EventBody seq={seq} />}
    </li>
  );
}

/** An event's body as it arrived; hidden while the screen is shared. */
function EventBody({ seq }: { seq: number }) {
  const detail = useResource({ path: `/events/${seq}`, schema: eventDetail, keep: false });
  if (naming.value.screened) return <p class="meta">{t('console.hidden')}</p>;
  return (
    <div class="event-body">
      <Answered of={detail}>
        {({ event: { id, receivedAt }, body }) => (
          <>
            <p class="meta">
              {id} · {t('console.activity.kept', { at: formatExact(receivedAt) })}
            </p>
            <pre class="code">
              {body === null ? t('console.activity.noBody') : JSON.stringify(body, null, 2)}
            </pre>
          </>
        )}
      </Answered>
    </div>
  );
}
