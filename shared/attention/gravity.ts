import { type Holding, SEVERITIES } from './item.ts';

const SEVERITY_STEP = 1000;

/** How bad something is, for comparing an item with itself: its severity first, then what makes it worse within that. */
export function gravity({ severity, reason }: Pick<Holding, 'severity' | 'reason'>): number {
  let within = 0;
  if (reason.kind === 'delivery-failures') within = Number(reason.givenUp);
  else if (reason.kind === 'cron-job') within = Number(reason.paused);
  else if (reason.kind === 'subscriptions-failing') within = reason.events.length;
  return -SEVERITIES.indexOf(severity) * SEVERITY_STEP + within;
}
