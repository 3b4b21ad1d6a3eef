import { accessChangeOf } from '../../../../shared/attention/kinds/access-changed.ts';
import type { ReadSettingChange } from '../../../../shared/edge-api/setting-changes.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import { environmentName, featureName, titleWords, unitName } from '../../../i18n/attention-words.ts';
import { eventKindWords } from '../../../i18n/event-kind.ts';
import { formatList, formatNumber } from '../../../i18n/format.ts';
import { HIDDEN, isolated, type Naming, roleName } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { groupName } from '../../../i18n/topic-words.ts';
import { kindName } from '../../kit/channel-words.ts';
import { guardOf } from '../../kit/guard-form.ts';
import { guardName, guardWords } from '../../kit/guard-words.ts';
import { type Place, placeAt } from '../../parts/places.ts';

export function changeTitle(change: ReadSettingChange, projectId: string | null, naming: Naming): string {
  const project = naming.project(projectId);
  switch (change.setting) {
    case 'guard':
      return of(project, did(change, t('console.activity.change.guard', { guard: guardName(change.guard) })));
    case 'channel':
      return of(person(change.name, naming), did(change, t('console.activity.change.channel')));
    case 'receiver':
      if (change.event === null && projectId !== null)
        return of(project, did({ did: 'changed' }, t('console.activity.change.receiver')));
      return of(
        change.host === null ? null : naming.host(change.host),
        did(change, t('console.activity.change.receiver')),
      );
    case 'limit':
      return limitTitle(change, project, naming);
    case 'engine':
      return t('console.activity.change.engine', {
        engine: t(change.to === 'v2' ? 'console.engineCurrent' : 'console.engineLegacy'),
      });
    case 'secret':
      return of(project, did(change, named(t('console.activity.change.variable'), change.name, naming)));
    case 'domain':
      return of(
        project,
        did({ did: 'removed' }, named(t('fact.domain'), change.host && naming.host(change.host))),
      );
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
      return of(
        person(change.name, naming),
        did({ did: 'changed' }, t('console.activity.change.dailyLimit')),
      );
    case 'balance-alarm':
      return t('topic.balanceLow');
    case 'operation':
      // By the name that the documentation has.
      return of(project, change.operation);
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

/** What was done, after whose it is; null: nobody's. */
const of = (whose: string | null, words: string): string => [whose, words].filter(Boolean).join(': ');

const did = (change: { did: 'added' | 'changed' | 'removed' }, thing: string): string =>
  t(`did.${change.did}`, { thing });

/** A thing with its name, where that is known. */
const named = (thing: string, name: string | null, naming?: Naming): string =>
  name === null ? thing : `${thing} ${naming ? person(name, naming) : name}`;

const person = (name: string | null, naming: Naming): string =>
  naming.screened ? HIDDEN : isolated(name ?? '');

type LimitChange = Extract<ReadSettingChange, { setting: 'limit' }>;

function limitTitle(change: LimitChange, name: string, naming: Naming): string {
  const { part, to } = change;
  const feature = change.feature === null ? '' : featureName(change.feature);
  switch (part) {
    case 'enabled':
      return t(to === true ? 'news.featureEnabled' : 'news.featureDisabled', { name, feature });
    case 'monthlyCreditCap':
    case 'monthlyUnitCap': {
      const thing = t('console.activity.change.budget', { feature });
      if (typeof to !== 'number') return of(name, did({ did: 'removed' }, thing));
      const amount = naming.screened ? HIDDEN : budget(change, to);
      return of(name, t('did.set', { thing, to: amount }));
    }
    default:
      return of(name, did({ did: 'changed' }, t(`console.activity.change.limit.${part}`)));
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

/** Says more of a change: a channel's kind or changed parts, a receiver's event, a variable's environment. */
export function changeAbout(change: ReadSettingChange): string | null {
  if (change.setting === 'receiver')
    // The host of the others is their title.
    return change.event === null ? change.host && isolated(change.host) : eventKindWords(change.event);
  if (change.setting === 'secret') return change.environment && environmentName(change.environment);
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
