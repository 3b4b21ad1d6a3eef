import { useSignal } from '@preact/signals';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';

/** More is rendered on demand only. */
const SHOWN_MAX = 10_000;

/** A text of any length: its beginning, how long it is, and all of it on demand. */
export function LongText({ text, code = false }: { text: string; code?: boolean }) {
  const isWhole = useSignal(text.length <= SHOWN_MAX);
  const shown = isWhole.value || text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}…`;
  return (
    <>
      {code ? <pre class="code">{shown}</pre> : <span class="quoted-value">{isolated(shown)}</span>}
      {shown !== text && (
        <span class="verbs">
          <span class="meta">
            {t('console.rows.lettersOf', {
              count: formatNumber(SHOWN_MAX),
              total: formatNumber(text.length),
            })}
          </span>
          <Button quiet onClick={() => (isWhole.value = true)}>
            {t('console.rows.showWhole')}
          </Button>
        </span>
      )}
    </>
  );
}

/** A value whose form is not known, as it came. */
export const RawValue = ({ value }: { value: unknown }) => (
  <LongText text={JSON.stringify(value, null, 2) ?? ''} code />
);
