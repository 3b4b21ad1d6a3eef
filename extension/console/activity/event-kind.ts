import { SERVICE_EVENTS, type ServiceEvent } from '../../../shared/builder-api/webhooks.ts';
import { CAP_EVENT } from '../../../shared/edge-api/caps.ts';
import { GUARD_EVENT, PLAN_EVENT } from '../../../shared/edge-api/guards.ts';
import { CHANGE_EVENT } from '../../../shared/edge-api/setting-changes.ts';
import { t } from '../../i18n/t.ts';

/** An event's name in words; an unknown one as it is. */
export function eventKindWords(name: string): string {
  if (name === GUARD_EVENT) return t('console.event.edge_guard');
  if (name === PLAN_EVENT) return t('console.event.edge_plan');
  if (name === CAP_EVENT) return t('console.event.edge_cap');
  if (name === CHANGE_EVENT) return t('console.event.edge_change');
  const known = SERVICE_EVENTS.find((one) => one === name);
  return known ? t(`console.event.${keyOf(known)}`) : name;
}

type KeyOf<Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? `${First}_${KeyOf<Rest>}`
  : Name;
const keyOf = (name: ServiceEvent) => name.replaceAll('.', '_') as KeyOf<ServiceEvent>;
