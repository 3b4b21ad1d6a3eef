import { formatDay, formatExact, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { edgeNow, naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { type BalanceView, balanceView, dayOf } from './balance-view.ts';
import { Spark } from './spark.tsx';

/** The balance: large, with its parts, its days, and what can be said of its future. */
export function Balance() {
  const view = balanceView(stored.value?.snapshot?.snapshot ?? null, edgeNow.value);
  const { number, screened } = naming.value;
  if (view.credits === null) return null;
  return (
    <header class="balance">
      <p class="total">
        <b>{number(view.credits)}</b>
        <span>{t('popup.credits')}</span>
      </p>
      {screened ? <span /> : <Spark days={view.days} today={dayOf(edgeNow.value)} />}
      {!screened && (
        <p class="meta">
          {t('popup.monthly', { amount: number(view.recurrent) })}
          {' · '}
          {t('popup.purchased', { amount: number(view.oneTime) })}
          <Committed of={view.committed} />
        </p>
      )}
      {view.lastsTo && !screened && (
        <p
          class="meta lasts"
          title={`${t('popup.lastsToWhy', {
            days: view.lastsTo.days,
            pace: formatNumber(view.lastsTo.pacePerDay),
          })} · ${formatExact(view.lastsTo.at)}`}
        >
          {t('popup.lastsTo')}
          <br />
          {formatDay(view.lastsTo.at)}
        </p>
      )}
    </header>
  );
}

function Committed({ of }: { of: BalanceView['committed'] }) {
  if (!of) return null;
  const count = formatNumber(of.runs);
  if (of.credits === null || !of.of) {
    return <span class="line">{t('popup.spokenForUnknown', of.runs, { count })}</span>;
  }
  const { number } = naming.value;
  const why = t('popup.spokenForWhy', of.of.count, {
    count: of.of.count,
    low: number(of.of.low),
    high: number(of.of.high),
  });
  return (
    <span class="line" title={why}>
      {t('popup.spokenFor', of.runs, { credits: number(of.credits), count })}
    </span>
  );
}
