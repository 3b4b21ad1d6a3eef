import { eventsPage } from '../../../../shared/snapshot/kept-event.ts';
import { utcDay } from '../../../../shared/time.ts';
import { t } from '../../../i18n/t.ts';
import { useResource } from '../../../reads/resource.ts';
import { viewAddress } from '../../parts/routes.ts';

/** Leads to what happened until a day, as far back as the edge has kept anything. */
export function WhatHappened({ date }: { date: string }) {
  const events = useResource({ path: '/events?limit=1', schema: eventsPage }).state.value;
  if (events.kind !== 'shown') return null;
  const { oldestAt: since } = events.value;
  if (since === null || (since !== undefined && date < utcDay(since))) return null;
  return <a href={viewAddress('activity', 'day', date)}>{t('console.view.activity')}</a>;
}
