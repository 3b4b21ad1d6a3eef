import { actOf } from '../../../../shared/edge-api/guards.ts';
import { type ReadSettingChange, settingChangeOf } from '../../../../shared/edge-api/setting-changes.ts';
import { FILLED_KEYS, FILLED_REASON, FILLED_WITHOUT } from '../../../../shared/endings/event-ending.ts';
import { entryOf } from '../../../../shared/entries.ts';
import type { EventFacts, KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { READ_START } from '../../../../shared/snapshot/read-ends.ts';
import { parseInstant } from '../../../../shared/time.ts';
import { categoryName, environmentName, featureName, unitName } from '../../../i18n/attention-words.ts';
import { formatCap, formatExact, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { serviceWord } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import { edgeNow } from '../../../ui/page-state.ts';
import { actWords } from '../../kit/guard-words.ts';
import { decoded } from '../../parts/escaped-text.ts';
import { changeAbout, changeValues } from './change-words.ts';

type Value = EventFacts[string];
type Fact = [label: string, value: string];

const isWork = ({ event }: KeptEvent): boolean =>
  event === 'agent.prompt.finished' || event === 'deployment.finished';

/** Labelled rows of an event's facts; a field unknown to this version stands under its own name. */
export function eventFacts(event: KeptEvent): Fact[] {
  const { facts, source } = event;
  const act = source === 'edge' ? actOf(event) : null;
  if (act) return [[t('console.activity.fact.did'), actWords(act)], ...browserFact(facts)];
  const change = settingChangeOf(event);
  if (change) return changeFacts(change, facts);
  return Object.entries(facts).flatMap(([name, value]): Fact[] => {
    // A cap that is null is none.
    if (value === null && name !== 'from' && name !== 'to') return [];
    const known = entryOf(FACTS, name);
    // How work ended is the entry's sentence.
    if (known === null || (name === 'status' && isWork(event))) return [];
    return known ? [[known.label(), known.words(value, facts)]] : [[name, asItIs(value)]];
  });
}

/** Of a changed setting. A value that was not there, or is not there any more, is said to be none. */
function changeFacts(change: ReadSettingChange, facts: EventFacts): Fact[] {
  const { from, to } = changeValues(change, edgeNow.value);
  const about = changeAbout(change);
  return [
    ...(about === null ? [] : [[t('console.activity.fact.about'), about] as Fact]),
    ...(from === null && to === null
      ? []
      : [
          [t('console.activity.fact.from'), from ?? t('fact.none')] as Fact,
          [t('console.activity.fact.to'), to ?? t('fact.none')] as Fact,
        ]),
    ...browserFact(facts),
  ];
}

const browserFact = ({ by }: EventFacts): Fact[] =>
  typeof by === 'string' ? [[t('console.activity.fact.by'), isolated(by)]] : [];

const asItIs = (value: Value): string =>
  typeof value === 'number' ? formatNumber(value) : serviceWord(String(value));
const text = (label: () => string) => ({ label, words: asItIs });
const inWords = (label: () => string, words: (word: string) => string) => ({
  label,
  words: (value: Value) => words(String(value)),
});
/** A name, or an id. */
const named = (label: () => string) => inWords(label, isolated);
/** A text that the service has escaped. */
const written = (label: () => string) => inWords(label, (words) => isolated(decoded(words)));
const yesNo = (label: () => string) => ({
  label,
  words: (value: Value) => (value === true ? t('fact.yes') : t('fact.no')),
});
const cap = (label: () => string) => ({
  label,
  words: (value: Value) => (value === null || typeof value === 'number' ? formatCap(value) : asItIs(value)),
});
const amount = (label: () => string) => ({
  label,
  words: (value: Value, facts: EventFacts) =>
    `${asItIs(value)} ${unitName(typeof facts.capKind === 'string' ? facts.capKind : null)}`,
});

/** Fields of the service's events and of a changed cap, in the event's order; null: said elsewhere. */
const FACTS: Readonly<
  Record<string, { label: () => string; words: (value: Value, facts: EventFacts) => string } | null>
> = {
  prompt: written(() => t('fact.prompt')),
  [FILLED_REASON]: written(() => t('console.activity.fact.reason')),
  [FILLED_KEYS]: named(() => t('console.activity.fact.keys')),
  errorDetails: written(() => t('console.activity.fact.reason')),
  reason: text(() => t('console.activity.fact.reason')),
  nextStep: text(() => t('console.activity.fact.nextStep')),
  status: text(() => t('fact.status')),
  ending: null,
  creditsSpent: null,
  [FILLED_WITHOUT]: null,
  // In its duration.
  [READ_START]: null,
  fixAttempts: text(() => t('console.activity.fact.fixAttempts')),
  creditRefunded: yesNo(() => t('console.activity.fact.refunded')),
  category: inWords(() => t('console.activity.fact.category'), categoryName),
  spent: amount(() => t('fact.used')),
  limit: amount(() => t('console.activity.fact.cap')),
  feature: inWords(() => t('fact.feature'), featureName),
  used: amount(() => t('fact.used')),
  cap: amount(() => t('fact.budget')),
  budget: amount(() => t('fact.budget')),
  capKind: null,
  // That it is a guard's is the entry's sentence.
  guard: null,
  refusing: yesNo(() => t('console.activity.fact.refusing')),
  scope: text(() => t('console.activity.fact.scope')),
  state: text(() => t('fact.status')),
  pausedAt: inWords(
    () => t('console.activity.fact.pausedAt'),
    (at) => {
      const instant = parseInstant(at);
      return instant === null ? isolated(at) : formatExact(instant);
    },
  ),
  resumable: yesNo(() => t('console.activity.fact.resumable')),
  from: cap(() => t('console.activity.fact.from')),
  to: cap(() => t('console.activity.fact.to')),
  by: named(() => t('console.activity.fact.by')),
  name: named(() => t('fact.job')),
  env: inWords(() => t('fact.env'), environmentName),
  failures: text(() => t('guardKind.failures')),
  lastStatus: text(() => t('console.activity.fact.lastStatus')),
  jobId: named(() => t('fact.id')),
  deploymentId: named(() => t('fact.id')),
  buildId: named(() => t('fact.id')),
};
