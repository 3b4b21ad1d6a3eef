import { eventsPage } from '../../../../shared/snapshot/kept-event.ts';
import { utcDay } from '../../../../shared/time.ts';
import { formatUtcDay } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useResource } from '../../../reads/resource.ts';
import { viewAddress } from '../../parts/routes.ts';

/** Leads to what happened until a day, as far back as the edge has kept anything. */
export function WhatHappened({ date }: { date: string }) {
  const events = useResource({ path: '/events?limit=1', schema: eventsPage }).state.value;
  const since = events.kind === 'shown' ? events.value.oldestAt : undefined;
  if (since === null || (since != null && date < utcDay(since)))
    return (
      <span>
        {since === null
          ? t('console.money.nothingRecorded')
          : t('console.money.recordedSince', { day: formatUtcDay(Date.parse(utcDay(since))) })}
      </span>
    );
  return <a href={viewAddress('activity', 'day', date)}>{t('console.view.activity')}</a>;
}
