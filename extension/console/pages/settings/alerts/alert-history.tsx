import { useSignal } from '@preact/signals';
import { formatAgo, formatExact, formatFacts, formatNumber } from '../../../../i18n/format.ts';
import { isFound } from '../../../../i18n/searchable.ts';
import { t } from '../../../../i18n/t.ts';
import { Button } from '../../../../ui/button.tsx';
import { Glyph, Icon } from '../../../../ui/icons.tsx';
import { edgeNow, naming } from '../../../../ui/page-state.ts';
import { type Told, toldPlace } from '../../../kit/told.ts';
import { toldOutcomes, toldStanding, toldText, toldWords } from '../../../kit/told-words.ts';
import { Setting } from '../../../parts/setting.tsx';

/** So many are looked through at a glance. */
const SHOWN_FIRST = 10;

/**
 * What was told, where, and why something was not: one entry for all places. @param isWhole whether what channels sent is in it
 */
export function AlertHistory({ told, isWhole }: { told: readonly Told[]; isWhole: boolean }) {
  const isUnfolded = useSignal(false);
  const typed = useSignal('');
  if (told.length === 0 && !isWhole) return null;
  const search = typed.value.trim();
  const found = search === '' ? told : told.filter((one) => isFound(toldText(one), search));
  const shown = isUnfolded.value ? found : found.slice(0, SHOWN_FIRST);
  return (
    <Setting name={t('console.alerts.history')}>
      {told.length === 0 && <p class="meta">{t('console.nothingYet')}</p>}
      {told.length > SHOWN_FIRST && (
        <div class="told-search">
          <input
            type="search"
            class="input"
            aria-label={t('console.alerts.historySearch')}
            placeholder={t('console.alerts.historySearch')}
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
          <span class="meta" role="status">
            {search !== '' &&
              t('console.activity.searched', told.length, {
                count: formatNumber(found.length),
                of: formatNumber(told.length),
              })}
          </span>
        </div>
      )}
      <ul class="lines-list">
        {shown.map((one) => (
          <ToldLine key={`${one.key} ${one.isEnd}`} told={one} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button quiet onClick={() => (isUnfolded.value = true)}>
          {t('verb.showAll', { count: found.length })}
        </Button>
      )}
    </Setting>
  );
}

function ToldLine({ told }: { told: Told }) {
  const { title, glyph } = toldWords(told);
  const place = naming.value.screened ? null : toldPlace(told);
  return (
    <li class="line told">
      <Glyph name={glyph} />
      {place === null ? (
        <strong>{title}</strong>
      ) : (
        <a class="sentence" href={place.address} title={place.name}>
          <strong>{title}</strong> <Icon name="forward" />
        </a>
      )}
      <span class="meta">{formatFacts(toldStanding(told), ...toldOutcomes(told))}</span>
      <time class="meta" dateTime={new Date(told.at).toISOString()} title={formatExact(told.at)}>
        {formatAgo(told.at, edgeNow.value)}
      </time>
    </li>
  );
}
