import { useSignal } from '@preact/signals';
import { type BalanceChange, type Statement, statement } from '../../../../shared/spending/statement.ts';
import { DAY_MS, type InstantMs, utcDay } from '../../../../shared/time.ts';
import { formatClock, formatMonth, formatNumber, formatUtcDay } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Select } from '../../../ui/form.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { edgeNow } from '../../../ui/page-state.ts';
import { mayAct } from '../../../ui/stored-state.ts';
import { CsvButton } from '../../grid/csv.tsx';
import { activityAddress } from '../../kit/activity-address.ts';
import { sum } from '../../kit/series.ts';
import { ChangeStatus, Part } from '../../parts/part.tsx';
import { Amount } from './by-project.tsx';

const DAYS = 14;

/** The event by which Activity lists a part. */
const EVENT_OF: Readonly<Partial<Record<'runs' | 'other' | 'apps', string>>> = {
  runs: 'agent.prompt.finished',
  other: 'deployment.finished',
};

const monthOf = (at: InstantMs): string => utcDay(at).slice(0, 7);
const pathOf = (period: string): string => `/statements/${period}`;
const useStatement = (period: string) => useResource({ path: pathOf(period), schema: statement });

export function useUnexplained(): ReadonlyMap<string, number> {
  const { value: state } = useStatement(monthOf(edgeNow.value)).state;
  return state.kind === 'shown' ? unexplained(state.value) : NOTHING;
}
const NOTHING: ReadonlyMap<string, number> = new Map();

/** What nobody can account for, by UTC day: as much of its greatest falls as it is. */
export function unexplained({ notAccounted, times }: Statement): ReadonlyMap<string, number> {
  const byDay = new Map<string, number>();
  let left = notAccounted;
  for (const { at, credits } of times) {
    const part = Math.min(left, -credits);
    left -= part;
    byDay.set(utcDay(at), sum([byDay.get(utcDay(at)) ?? 0, part]));
  }
  return byDay;
}

/** Where the credits of a month or a day went: parts that add up, and what is not accounted for. */
export function WhereItWent() {
  const now = edgeNow.value;
  const months = [monthOf(now), monthOf(Date.parse(`${monthOf(now)}-01`) - DAY_MS)];
  const days = Array.from({ length: DAYS }, (_, ago) => utcDay(now - (ago + 1) * DAY_MS));
  const period = useSignal(months[0] ?? '');
  const of = useStatement(period.value);
  const state = of.state.value;
  const facts = state.kind === 'shown' ? state.value : null;
  return (
    <Part
      title={t('console.money.went.title')}
      sign={facts && facts.notAccounted !== 0 ? 'warning' : null}
      summary={facts && summaryOf(facts)}
      side={
        <span class="verbs">
          <Select
            aria-label={t('console.money.went.title')}
            value={period.value}
            options={[...months, ...days].map((one) => [
              one,
              one.length === 7 ? formatMonth(Date.parse(`${one}-15`)) : formatUtcDay(Date.parse(one)),
            ])}
            onChoose={(chosen) => (period.value = chosen)}
          />
          {facts && facts.to > facts.from && (
            <span class="verbs" role="status">
              <CopyButton text={textOf(period.value, facts)} of={t('console.money.went.title')} />
              <CsvButton {...fileOf(period.value, facts)} />
            </span>
          )}
        </span>
      }
    >
      <Loaded of={of}>{(facts) => <Facts facts={facts} />}</Loaded>
    </Part>
  );
}

function summaryOf({ from, to, fell, notAccounted, times }: Statement): string {
  if (to <= from) return t('console.money.went.none');
  if (notAccounted === 0) return t('console.money.went.fell', { credits: formatNumber(fell) });
  const [first] = times;
  return [
    t('console.money.went.rest', { credits: formatNumber(notAccounted) }),
    ...(first ? [spanWords(first)] : []),
  ].join(' · ');
}

function spanWords({ since, at }: BalanceChange): string {
  const now = edgeNow.value;
  return `${formatClock(since, now)} – ${formatClock(at, now)}`;
}

function Facts({ facts }: { facts: Statement }) {
  const { from, to, fell, rose, notAccounted, notSeen, times, daysLeftOut } = facts;
  if (to <= from) return <p class="meta">{t('console.money.went.none')}</p>;
  const days = { from: utcDay(from), day: utcDay(to - 1) };
  const notes = [
    ...(notSeen > 0 ? [t('console.money.went.notSeen', { count: formatNumber(notSeen) })] : []),
    ...(rose > 0 ? [t('console.money.went.rose', { credits: formatNumber(rose) })] : []),
    ...(daysLeftOut > 0 ? [t('console.money.went.leftOut', { day: formatUtcDay(from) })] : []),
  ];
  const most = Math.max(fell, notAccounted);
  return (
    <>
      <ul class="receipts by-project">
        {(['runs', 'other', 'apps'] as const).map((name) => {
          const event = EVENT_OF[name];
          return (
            facts[name] !== 0 && (
              <Amount key={name} credits={facts[name]} most={most}>
                {event ? <a href={activityAddress({ event, ...days })}>{partName(name)}</a> : partName(name)}
              </Amount>
            )
          );
        })}
        {notAccounted !== 0 && (
          <Amount credits={notAccounted} most={most}>
            <Glyph name="warning" /> {partName('rest')}
          </Amount>
        )}
        {notAccounted !== 0 &&
          times.map((one) => (
            <Amount key={one.at} credits={-one.credits}>
              <span class="meta">{spanWords(one)}</span>
            </Amount>
          ))}
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
      <ChangeStatus state={change.state.value} kept={t('console.kept')} />
    </label>
  );
}

/** A part of the statement without its amount. */
export const partName = (part: 'fell' | 'runs' | 'other' | 'apps' | 'rest' | 'rose') =>
  t(`console.money.went.${part}`, { credits: '' }).trim();

/** Each part with its amount, the same in text and file, in plain words of the language and UTC times. */
function linesOf({ fell, runs, other, apps, notAccounted, rose, times }: Statement): [string, number][] {
  return [
    [partName('runs'), runs],
    [partName('other'), other],
    [partName('apps'), apps],
    [partName('rest'), notAccounted],
    ...times.map(({ since, at, credits }): [string, number] => [
      `${new Date(since).toISOString()} / ${new Date(at).toISOString()}`,
      -credits,
    ]),
    [partName('fell'), fell],
    [partName('rose'), rose],
  ];
}

const textOf = (period: string, facts: Statement): string =>
  [
    `${t('console.money.went.title')}: ${period}`,
    `${new Date(facts.from).toISOString()} / ${new Date(facts.to).toISOString()}`,
    ...linesOf(facts).map(([what, credits]) => `${what}: ${credits}`),
  ].join('\n');

function fileOf(period: string, facts: Statement) {
  const [what, credits] = [t('console.money.went.title'), t('fact.creditsUnit')];
  return {
    name: `${t('console.money.fileName')}-${period}`,
    names: [what, credits],
    rows: linesOf(facts).map(([name, amount]) => ({ [what]: name, [credits]: amount })),
  };
}
