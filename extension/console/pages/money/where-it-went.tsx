import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { type Statement, statement } from '../../../../shared/spending/statement.ts';
import { DAY_MS, utcDay } from '../../../../shared/time.ts';
import { formatClock, formatMonth, formatNumber, formatUtcDay } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { edgeNow } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { CsvButton } from '../../grid/csv.tsx';
import { activityAddress } from '../../kit/activity-address.ts';
import { ChangeStatus, Part } from '../../parts/part.tsx';

const DAYS = 14;

/** What the journal shows of a part. */
const JOURNAL: Readonly<Partial<Record<'runs' | 'other' | 'apps', string>>> = {
  runs: 'agent.prompt.finished',
  other: 'deployment.finished',
};

/** Where the credits of a month or a day went: parts that add up, and what is not accounted for. */
export function WhereItWent() {
  const now = edgeNow.value;
  const months = [
    utcDay(now).slice(0, 7),
    utcDay(Date.parse(`${utcDay(now).slice(0, 7)}-01`) - DAY_MS).slice(0, 7),
  ];
  const days = Array.from({ length: DAYS }, (_, ago) => utcDay(now - (ago + 1) * DAY_MS));
  const period = useSignal(months[0] ?? '');
  return (
    <Part
      title={t('console.money.went.title')}
      side={
        <span class="verbs">
          <select
            class="input"
            aria-label={t('console.money.went.title')}
            value={period.value}
            onChange={({ currentTarget }) => (period.value = currentTarget.value)}
          >
            {months.map((month) => (
              <option key={month} value={month}>
                {formatMonth(Date.parse(`${month}-15`))}
              </option>
            ))}
            {days.map((day) => (
              <option key={day} value={day}>
                {formatUtcDay(Date.parse(day))}
              </option>
            ))}
          </select>
        </span>
      }
    >
      <OfPeriod key={period.value} period={period.value} />
    </Part>
  );
}

function OfPeriod({ period }: { period: string }) {
  const of = useResource({ path: `/statements/${period}`, schema: statement });
  return <Loaded of={of}>{(facts) => <Facts period={period} facts={facts} />}</Loaded>;
}

function Facts({ period, facts }: { period: string; facts: Statement }) {
  const { fell, rose, notAccounted, notSeen, times, from, daysLeftOut } = facts;
  const now = edgeNow.value;
  const isEmpty = facts.to <= from;
  const spent = (['runs', 'other', 'apps'] as const).filter((name) => !isEmpty && facts[name] !== 0);
  const days = { from: utcDay(from), day: utcDay(facts.to - 1) };
  const notes = [
    ...(notSeen > 0 ? [t('console.money.went.notSeen', { count: formatNumber(notSeen) })] : []),
    ...(rose > 0 ? [t('console.money.went.rose', { credits: formatNumber(rose) })] : []),
    ...(daysLeftOut > 0 && !isEmpty ? [t('console.money.went.leftOut', { day: formatUtcDay(from) })] : []),
  ];
  return (
    <>
      <p>
        {isEmpty
          ? t('console.money.went.none')
          : t('console.money.went.fell', { credits: formatNumber(fell) })}
        {spent.map((name) => {
          const words = t(`console.money.went.${name}`, { credits: formatNumber(facts[name]) });
          const event = JOURNAL[name];
          const to = event && activityAddress({ event, ...days });
          return (
            <Fragment key={name}>
              {' · '}
              {to ? (
                <a class="plain-link" href={to}>
                  {words}
                </a>
              ) : (
                words
              )}
            </Fragment>
          );
        })}
      </p>
      {notAccounted !== 0 && (
        <details>
          <summary>
            <Glyph name="warning" />{' '}
            <strong>{t('console.money.went.rest', { credits: formatNumber(notAccounted) })}</strong>
          </summary>
          <ul class="plain">
            {times.map(({ since, at, credits }) => (
              <li key={at} class="meta">
                {formatClock(since, now)} – {formatClock(at, now)}: {formatNumber(-credits)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {notes.length > 0 && <p class="meta">{notes.join(' · ')}</p>}
      {!isEmpty && (
        <span class="verbs" role="status">
          <CopyButton text={textOf(period, facts)} of={t('console.money.went.title')} />
          <CsvButton {...fileOf(period, facts)} />
        </span>
      )}
    </>
  );
}

/** The balance below which everybody is told. */
export function TellBelow() {
  const path = `/statements/${utcDay(edgeNow.value).slice(0, 7)}`;
  const { value: state } = useResource({ path, schema: statement }).state;
  const change = useChange();
  const text = useSignal<string | null>(null);
  if (state.kind !== 'shown' || !mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner')) return null;
  const below = state.value.tellBelow;
  const keep = (field: HTMLInputElement) => {
    // What is no number has no text: it would take back what is kept.
    if (!field.reportValidity()) return;
    const credits = text.value?.trim() ? Number(text.value) : null;
    if (text.value === null || credits === below) return;
    void change.send({ method: 'PUT', path: '/balance-alarm', body: { credits } }, [path]);
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

/** Each part with its amount, the same in text and file, in plain words of the language and UTC times. */
function linesOf({ fell, runs, other, apps, notAccounted, rose, times }: Statement): [string, number][] {
  const name = (part: 'fell' | 'runs' | 'other' | 'apps' | 'rest' | 'rose') =>
    t(`console.money.went.${part}`, { credits: '' }).trim();
  return [
    [name('runs'), runs],
    [name('other'), other],
    [name('apps'), apps],
    [name('rest'), notAccounted],
    ...times.map(({ since, at, credits }): [string, number] => [
      `${new Date(since).toISOString()} / ${new Date(at).toISOString()}`,
      -credits,
    ]),
    [name('fell'), fell],
    [name('rose'), rose],
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
