import { useSignal } from '@preact/signals';
import { monthOf, periodOf, type Statement, statement } from '../../../../shared/spending/statement.ts';
import { utcDay } from '../../../../shared/time.ts';
import { formatDay, formatFullDate, formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { edgeNow } from '../../../ui/page-state.ts';
import { mayAct } from '../../../ui/stored-state.ts';
import { CsvButton } from '../../grid/csv.tsx';
import { activityAddress } from '../../kit/activity-address.ts';
import { ChangeStatus, Part } from '../../parts/part.tsx';
import { Amount } from './by-project.tsx';

/** The event by which Activity lists a part. */
const EVENT_OF: Readonly<Partial<Record<'runs' | 'acts' | 'apps' | 'other', string>>> = {
  runs: 'agent.prompt.finished',
  acts: 'deployment.finished',
};

const pathOf = (period: string): string => `/statements/${period}`;
const useStatement = (period: string | null) =>
  useResource(period === null ? null : { path: pathOf(period), schema: statement });

/** Where the credits of a month or a day went: parts that add up; of other periods, nothing. */
export function WhereItWent({ period }: { period: string }) {
  const of = useStatement(periodOf(period) && period);
  if (periodOf(period) === null) return null;
  const state = of.state.value;
  const facts = state.kind === 'shown' ? state.value : null;
  return (
    <Part
      title={t('console.money.went.title')}
      summary={facts && summaryOf(facts)}
      side={
        facts &&
        facts.to > facts.from && (
          <span class="verbs" role="status">
            <CopyButton text={textOf(facts)} of={t('console.money.went.title')} />
            <CsvButton {...fileOf(period, facts)} />
          </span>
        )
      }
    >
      <Loaded of={of}>{(facts) => <Facts facts={facts} />}</Loaded>
    </Part>
  );
}

const summaryOf = ({ from, to, fell }: Statement): string =>
  to <= from ? t('console.money.went.none') : t('console.money.went.fell', { credits: formatNumber(fell) });

function Facts({ facts }: { facts: Statement }) {
  const { from, to, fell, rose, other, notSeen } = facts;
  if (to <= from) return <p class="meta">{t('console.money.went.none')}</p>;
  const days = { from: utcDay(from), day: utcDay(to - 1) };
  const notes = [
    ...(other < 0 ? [t('console.money.went.more', { credits: formatNumber(-other) })] : []),
    ...(notSeen > 0 ? [t('console.money.went.notSeen', { count: formatNumber(notSeen) })] : []),
    ...(rose > 0 ? [t('console.money.went.rose', { credits: formatNumber(rose) })] : []),
    ...daysWithout(facts),
  ];
  return (
    <>
      <ul class="receipts by-project">
        {(['runs', 'acts', 'apps', 'other'] as const).map((name) => {
          const event = EVENT_OF[name];
          return (
            facts[name] > 0 && (
              <Amount key={name} credits={facts[name]} most={fell}>
                {event ? <a href={activityAddress({ event, ...days })}>{partName(name)}</a> : partName(name)}
              </Amount>
            )
          );
        })}
        <Amount credits={fell}>{t('console.money.sum')}</Amount>
      </ul>
      {notes.length > 0 && <p class="meta">{notes.join(' · ')}</p>}
    </>
  );
}

/** The balance below which everybody is told. */
export function TellBelow() {
  const month = monthOf(edgeNow.value);
  const { value: state } = useStatement(month).state;
  const change = useChange();
  const text = useSignal<string | null>(null);
  if (state.kind !== 'shown' || !mayAct('owner')) return null;
  const below = state.value.tellBelow;
  const keep = (field: HTMLInputElement) => {
    // What is no number has no text: it would take back what is kept.
    if (!field.reportValidity()) return;
    const credits = text.value?.trim() ? Number(text.value) : null;
    if (text.value === null || credits === below) return;
    void change.send({ method: 'PUT', path: '/balance-alarm', body: { credits } }, [pathOf(month)]);
  };
  return (
    <label class="meta">
      {t('console.money.went.below')}{' '}
      <input
        class="input short"
        type="number"
        min="0.01"
        step="any"
        value={text.value ?? below ?? ''}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onChange={({ currentTarget }) => keep(currentTarget)}
      />{' '}
      <ChangeStatus state={change.state.value} kept={t('status.saved')} />
    </label>
  );
}

/** A part of the statement without its amount. */
const partName = (part: 'fell' | 'runs' | 'acts' | 'apps' | 'other' | 'rose') =>
  t(`console.money.went.${part}`, { credits: '' }).trim();

/** Each part with its amount, the same in text and file. */
function linesOf({ fell, runs, acts, apps, other, rose }: Statement): [string, number][] {
  return [
    [partName('runs'), runs],
    [partName('acts'), acts],
    [partName('apps'), apps],
    [partName('other'), other],
    [partName('fell'), fell],
    [partName('rose'), rose],
  ];
}

/** Days that the sums leave out. */
const daysWithout = ({ from, daysLeftOut, daysUnread }: Statement): string[] => [
  ...(daysLeftOut > 0 ? [t('console.money.went.leftOut', { day: formatDay(from) })] : []),
  ...(daysUnread > 0 ? [t('console.money.went.unread', daysUnread)] : []),
];

const textOf = (facts: Statement): string =>
  [
    `${t('console.money.went.title')}: ${formatFullDate(facts.from)} – ${formatFullDate(facts.to - 1)}`,
    ...linesOf(facts).map(([what, credits]) => `${what}: ${credits}`),
    ...daysWithout(facts),
  ].join('\n');

function fileOf(period: string, facts: Statement) {
  const [what, credits] = [t('console.money.went.title'), t('fact.creditsUnit')];
  return {
    name: `${t('fact.spending')}-${period}`,
    names: [what, credits],
    rows: linesOf(facts).map(([name, amount]) => ({ [what]: name, [credits]: amount })),
  };
}
