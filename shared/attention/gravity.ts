import { type Holding, SEVERITIES } from './item.ts';

const SEVERITY_STEP = 1000;

/** How bad something is, for comparing an item with itself: its severity first, then what makes it worse within that. */
export function gravity(held: Pick<Holding, 'severity' | 'reason'>): number {
  let within = 0;
  if (held.reason.kind === 'delivery-failures') within = Number(held.reason.givenUp);
  else if (held.reason.kind === 'cron-job') within = Number(held.reason.paused);
  else if (held.reason.kind === 'subscriptions-failing') within = held.reason.events.length;
  return -SEVERITIES.indexOf(held.severity) * SEVERITY_STEP + within;
}
