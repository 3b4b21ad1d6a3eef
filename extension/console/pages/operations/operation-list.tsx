import { useSignal } from '@preact/signals';
import type { AnyOperation } from '../../../../shared/catalogues/address.ts';
import type { ListedOperation } from '../../../../shared/catalogues/listed.ts';
import { isPriced, price } from '../../../../shared/spending/price.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { SearchField } from '../../../ui/form.tsx';
import { pricesNow, priceWords } from '../../../ui/priced-button.tsx';
import { useRoving } from '../../../ui/roving.ts';
import { goToPart } from '../../parts/arrival.ts';
import { ViewHeader } from '../../parts/view-header.tsx';
import { onlyReads } from './send.ts';
import { byArea, FORM } from './shown.ts';

/** Operations by area. Enter in the search opens the first that is found. */
export function OperationList({
  operations,
  current,
  addressOf,
}: {
  operations: readonly ListedOperation[];
  current: string | undefined;
  addressOf: (name: string) => string;
}) {
  const search = useSignal('');
  const stops = useRoving('li > a');
  const areas = byArea(operations, search.value);
  const first = areas[0]?.[1][0];
  const hint = t('console.operations.search', { count: formatNumber(operations.length) });
  return (
    <section class="list operations" aria-label={t('view.operations')} ref={stops}>
      <header>
        <ViewHeader title={t('view.operations')} />
        <SearchField
          label={hint}
          value={search.value}
          onText={(text) => (search.value = text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.repeat || !first) return;
            event.preventDefault();
            goToPart(addressOf(first.name), FORM);
          }}
        />
      </header>
      <div class="operation-areas long-list">
        {areas.map(([area, listed]) => (
          <section key={area}>
            <h2>{t(`console.operations.area.${area}`)}</h2>
            <ul>
              {listed.map(({ name, operation }) => (
                <li key={name}>
                  <a
                    href={addressOf(name)}
                    class="operation-row"
                    aria-current={name === current ? 'page' : undefined}
                    ref={name === current ? intoSight : null}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                      event.preventDefault();
                      goToPart(addressOf(name), FORM);
                    }}
                  >
                    <code class={isHarmless(operation) ? undefined : 'writes'}>{operation.method}</code>
                    <span lang="en">{operation.does}</span>
                    <span class="meta">{costWords(name, operation)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {areas.length === 0 && <p class="notice meta">{t('status.nothingFound')}</p>}
      </div>
    </section>
  );
}

const intoSight = (link: Element | null): void => link?.scrollIntoView({ block: 'nearest' });

/** Whether it only reads, for nothing; a statement may be of either kind. */
const isHarmless = (operation: AnyOperation): boolean =>
  operation.cost !== 'credits' && onlyReads(operation, { body: undefined });

/** Its fixed price, whichever engine; "may cost" where it has none; nothing for free ones. */
export function costWords(name: string, { cost }: AnyOperation): string {
  if (cost !== 'credits') return '';
  const fixed = isPriced(name) ? price(name, null, pricesNow()) : null;
  return fixed === null ? t('console.operations.mayCost') : priceWords(fixed);
}
