import { accessChangeOf } from '../../../../shared/attention/rules/access.ts';
import {
  changeOf,
  isChangeEvent,
  type ReadSettingChange,
} from '../../../../shared/edge-api/setting-changes.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import { featureName, titleWords, unitName } from '../../../i18n/attention-words.ts';
import { formatList, formatMonth, formatNumber } from '../../../i18n/format.ts';
import { HIDDEN, isolated, type Naming, roleName } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { groupName } from '../../../i18n/topic-words.ts';
import { kindName } from '../../kit/channel-words.ts';
import { eventKindWords } from '../../kit/event-kind.ts';
import { guardOf } from '../../kit/guard-form.ts';
import { guardName, guardWords } from '../../kit/guard-words.ts';
import { type Place, placeAt } from '../../parts/places.ts';

/** A setting that a browser changed, or what it took down, as an event of the edge tells it; null for other events. */
export const settingChangeOf = ({ event, source, facts }: KeptEvent): ReadSettingChange | null =>
  isChangeEvent(event) && source === 'edge' ? changeOf(facts) : null;

export function changeTitle(change: ReadSettingChange, projectId: string | null, naming: Naming): string {
  const project = naming.project(projectId);
  switch (change.setting) {
    case 'guard':
      return t(`console.activity.change.guard.${change.did}`, {
        name: project,
        guard: guardName(change.guard),
      });
    case 'channel':
      return t(`console.activity.change.channel.${change.did}`, {
        name: naming.screened ? HIDDEN : isolated(change.name),
      });
    case 'receiver':
      if (change.event === null && projectId !== null)
        return t('console.activity.change.projectHook', { name: project });
      return change.host === null
        ? t('console.activity.change.receiver.removedUnknown')
        : t(`console.activity.change.receiver.${change.did}`, { host: naming.host(change.host) });
    case 'plan':
      return t(`console.activity.change.plan.${change.did}`, {
        month: formatMonth(Date.parse(`${change.month}-15T12:00Z`)),
      });
    case 'limit':
      return limitTitle(change, project, naming);
    case 'engine':
      return t(
        change.to === 'v2' ? 'console.activity.change.engineNew' : 'console.activity.change.engineOld',
      );
    case 'secret':
      return change.name === null
        ? t('console.activity.change.secret.removedUnknown', { name: project })
        : t(`console.activity.change.secret.${change.did}`, {
            name: project,
            variable: naming.screened ? HIDDEN : isolated(change.name),
          });
    case 'domain':
      return change.host === null
        ? t('console.activity.change.domainUnknown', { name: project })
        : t('console.activity.change.domain', { name: project, host: naming.host(change.host) });
    case 'browser':
    case 'old-token':
    case 'data-key':
    case 'service-key': {
      const browser = 'name' in change ? person(change.name, naming) : '';
      const about = { kind: 'access-changed', name: null, deviceId: null, others: false } as const;
      return titleWords({ ...about, change: accessChangeOf(change) }, { name: project, browser });
    }
    case 'invitation':
      return t('console.activity.change.invitation', { role: roleName(change.role) });
    case 'daily-limit':
      return t('console.activity.change.dailyLimit', { name: person(change.name, naming) });
    case 'balance-alarm':
      return t('topic.balanceLow');
    case 'operation':
      // By the name that the documentation has.
      return [project, change.operation].filter(Boolean).join(': ');
    case 'site':
    case 'run':
      return t(`console.activity.change.${change.setting}`, { name: project });
    case 'project':
      // It is in no list any more that its name could be found in.
      return t('console.activity.change.project', {
        name: naming.screened || change.name === null ? project : isolated(change.name),
      });
  }
}

const person = (name: string | null, naming: Naming): string =>
  naming.screened ? HIDDEN : isolated(name ?? '');

type LimitChange = Extract<ReadSettingChange, { setting: 'limit' }>;

function limitTitle(change: LimitChange, name: string, naming: Naming): string {
  const { part, to } = change;
  const named = { name, feature: change.feature === null ? '' : featureName(change.feature) };
  switch (part) {
    case 'enabled': {
      const did = to === true ? 'on' : 'off';
      return change.feature === 'all'
        ? t(`console.activity.change.allSwitched.${did}`, named)
        : t(`console.activity.change.switched.${did}`, named);
    }
    case 'monthlyCreditCap':
    case 'monthlyUnitCap':
      return typeof to === 'number'
        ? t('console.activity.change.budgetSet', {
            ...named,
            to: naming.screened ? HIDDEN : budget(change, to),
          })
        : t('console.activity.change.budgetGone', { ...named, unit: budgetUnit(change) });
    default:
      return t(`console.activity.change.limit.${part}`, named);
  }
}

/** Whether it is a budget of a feature. */
export const isBudget = (change: ReadSettingChange): change is LimitChange =>
  change.setting === 'limit' && (change.part === 'monthlyCreditCap' || change.part === 'monthlyUnitCap');

/** What a budget counts: credits, or the unit that the service names for the feature. */
const budgetUnit = ({ part, unit }: LimitChange): string =>
  unitName(part === 'monthlyCreditCap' ? 'credits' : (unit ?? 'units'));

const budget = (change: LimitChange, amount: number): string =>
  `${formatNumber(amount)} ${budgetUnit(change)}`;

/** From what to what it was changed; null: there was none, there is none any more, or it is not known. */
export function changeValues(
  change: ReadSettingChange,
  now: InstantMs,
): { from: string | null; to: string | null } {
  switch (change.setting) {
    case 'guard': {
      const { guard, from, to, stopsRun = false } = change;
      const words = (number: number | null, stops: boolean) => {
        const fields = { amount: String(number), until: 'run', stopsRun: stops ? 'yes' : '', isSet: 'yes' };
        const set = number === null ? null : guardOf(guard, fields, now);
        return set && guardWords(set, now);
      };
      return { from: words(from, false), to: words(to, stopsRun) };
    }
    case 'channel': {
      const words = (tells: typeof change.from) => tells && formatList(tells.map(groupName));
      return { from: words(change.from), to: words(change.to) };
    }
    case 'daily-limit':
    case 'balance-alarm': {
      const words = (credits: number | null) => (credits === null ? null : formatNumber(credits));
      return { from: words(change.from), to: words(change.to) };
    }
    case 'plan': {
      const words = (count: number | null) =>
        count === null ? null : t('console.activity.change.caps', count);
      return { from: words(change.from), to: words(change.to) };
    }
    case 'engine': {
      const words = (engine: 'v2' | 'legacy' | null) =>
        engine && t(engine === 'v2' ? 'console.engineCurrent' : 'console.engineLegacy');
      return { from: words(change.from), to: words(change.to) };
    }
    case 'limit': {
      const { part, from, to } = change;
      if (part === 'enabled') return { from: null, to: null };
      const words = (value: typeof to | undefined) => {
        if (value === undefined) return null;
        if (value === null || value === '') return t('fact.none');
        if (typeof value === 'boolean') return value ? t('fact.yes') : t('fact.no');
        if (typeof value === 'number') return isBudget(change) ? budget(change, value) : formatNumber(value);
        return isolated(value);
      };
      return { from: words(from), to: words(to) };
    }
    default:
      return { from: null, to: null };
  }
}

const isEnvironment = (environment: string) =>
  environment === 'both' || environment === 'development' || environment === 'production';

/** What else is to be said of it: the kind of channel and what of it changed, the event of a receiver, where a variable is set. */
export function changeAbout(change: ReadSettingChange): string | null {
  if (change.setting === 'receiver')
    // The host of the others is their title.
    return change.event === null ? change.host && isolated(change.host) : eventKindWords(change.event);
  if (change.setting === 'secret') {
    const { environment } = change;
    if (environment === null || !isEnvironment(environment)) return environment && isolated(environment);
    return t(`console.activity.change.secret.${environment}`);
  }
  if (change.setting !== 'channel') return null;
  return change.did === 'changed'
    ? formatList(change.parts.map((part) => t(`console.activity.change.part.${part}`)))
    : kindName(change.kind);
}

const PLACES = {
  guard: 'limits',
  channel: 'alerts',
  receiver: 'webhooks',
  plan: 'money',
  limit: 'limits',
  engine: 'settings',
  secret: 'ship',
  domain: 'ship',
  site: 'ship',
  run: 'talk',
  browser: 'settings',
  'old-token': 'settings',
  invitation: 'settings',
  'daily-limit': 'settings',
  'service-key': 'settings',
  'data-key': 'data',
  'balance-alarm': 'money',
  operation: 'project',
} as const;

/** Where the setting is; null: nowhere any more. */
export function changePlace(change: ReadSettingChange, projectId: string | null): Place | null {
  if (change.setting === 'project') return null;
  return change.setting === 'receiver' && change.event === null && projectId !== null
    ? placeAt('ship', projectId)
    : placeAt(PLACES[change.setting], projectId);
}
