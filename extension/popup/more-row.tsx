import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';

/** The last row of a shortened list. @param hidden how many it does not show; @param onShow shows them in place */
export function MoreRow({ hidden, onShow }: { hidden: number; onShow: () => void }) {
  return (
    <li class="more">
      <button type="button" class="button quiet" onClick={onShow}>
        {t('popup.more', hidden, { count: formatNumber(hidden) })}
      </button>
    </li>
  );
}
