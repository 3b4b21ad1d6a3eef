import './activity.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SERVICE_EVENTS } from '../../../shared/builder-api/webhooks.ts';
import { eventsPage } from '../../../shared/snapshot/kept-event.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useResource } from '../../reads/resource.ts';
import { MoreButton, useMore } from '../../reads/use-more.tsx';
import { type Notice, noticesItem } from '../../storage/notices.ts';
import { naming } from '../../ui/page-state.ts';
import { paidCalls } from '../../ui/paid-calls.ts';
import { stored } from '../../ui/stored-state.ts';
import { moveThrough } from '../parts/keys.ts';
import { ViewHeader } from '../parts/view-header.tsx';
import type { ViewProps } from '../parts/view-props.ts';
import { ActivityLine, lineKey } from './activity-line.tsx';
import { activityEntries, ENTRY_KINDS, entryKindOf } from './entries.ts';
import { eventKindWords } from './event-words.ts';
import { UnknownCalls } from './unknown-calls.tsx';

const PAGE = 50;

/**
 * Activity, newest first: kept events, this browser's paid calls, notifications, and deliveries that the edge
 * rejected. `rest`: the expanded event.
 */
export function ActivityView({ rest: [open] }: ViewProps) {
  const projectId = useSignal('');
  const filter = useSignal('');
  const notices = useNotices();
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (projectId.value !== '') query.set('project', projectId.value);
  if (filter.value !== '' && entryKindOf(filter.value) === null) query.set('event', filter.value);
  const first = useResource({ path: `/events?${query}`, schema: eventsPage });
  const more = useMore(query.toString(), eventsPage);
  return (
    <div class="page">
      <ViewHeader title={t('console.view.activity')} />
      <UnknownCalls />
      <Filters projectId={projectId} filter={filter} />
      <Loaded of={first}>
        {(page) => {
          const pages = [page, ...more.pages];
          const next = pages.at(-1)?.nextCursor ?? null;
          const entries = activityEntries(
            {
              events: pages.flatMap(({ events }) => events),
              hasMore: next !== null,
              calls: paidCalls.value,
              notices,
              rejections: stored.value?.snapshot?.snapshot.sections.subscriptions.data?.rejections ?? [],
            },
            projectId.value,
            filter.value,
          );
          if (entries.length === 0) return <p class="notice meta">{emptyWords(filter.value)}</p>;
          return (
            <>
              <ul
                class="event-list"
                aria-label={t('console.view.activity')}
                onKeyDown={moveThrough('.sentence')}
              >
                {entries.map((entry) => (
                  <ActivityLine key={lineKey(entry)} entry={entry} open={open ?? null} />
                ))}
              </ul>
              <div class="more-button">
                <MoreButton
                  of={more}
                  next={
                    next === null || entryKindOf(filter.value) !== null
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

function Filters({ projectId, filter }: { projectId: { value: string }; filter: { value: string } }) {
  const names = stored.value?.attention.names ?? {};
  return (
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
          value={filter.value}
          onChange={({ currentTarget }) => (filter.value = currentTarget.value)}
        >
          <option value="">{t('console.activity.allKinds')}</option>
          {ENTRY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`console.activity.kinds.${kind}`)}
            </option>
          ))}
          <optgroup label={t('console.activity.events')}>
            {SERVICE_EVENTS.map((name) => (
              <option key={name} value={name}>
                {eventKindWords(name)}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
    </div>
  );
}

function emptyWords(filter: string): string {
  const kind = entryKindOf(filter);
  return kind === null ? t('console.activity.none') : t(`console.activity.noneOf.${kind}`);
}

/** This browser's notifications, newest first. */
function useNotices(): readonly Notice[] {
  const notices = useSignal<readonly Notice[]>([]);
  useEffect(() => {
    const take = (value: Notice[]) => {
      notices.value = value;
    };
    void noticesItem.getValue().then(take);
    return noticesItem.watch(take);
  }, []);
  return notices.value;
}
