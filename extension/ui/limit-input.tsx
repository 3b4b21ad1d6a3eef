import type { Ref } from 'preact';
import { reachOf } from '../../shared/attention/raise-proposal.ts';
import type { Category } from '../../shared/builder-api/limits.ts';
import { CREDITS_MAX } from '../../shared/credits.ts';
import { isCapReached } from '../../shared/spending/effective-limit.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';

export type LimitRange = {
  isWhole: boolean;
  min: number;
  max: number | null;
  /** It is more than this. */
  above?: number;
};

/** A monthly cap in credits (service reference, Credit limits). */
export const CAP_RANGE: LimitRange = { isWhole: false, min: 0, max: CREDITS_MAX, above: 0 };

/** The number in a field; null = nothing is typed. */
export const limitIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Why a number is no such limit; null when it is one. The one rule of all forms. */
export function limitProblem(to: number, { isWhole, min, max, above }: LimitRange): string | null {
  if (isWhole && !Number.isInteger(to)) return t('bound.whole');
  if (above !== undefined && !(to > above)) return t('bound.above', { limit: formatNumber(above) });
  if (!(Number.isFinite(to) && to >= min)) return t('bound.atLeast', { amount: formatNumber(min) });
  if (max !== null && to > max) return t('bound.atMost', { amount: formatNumber(max) });
  return null;
}

/** What a limit stops at once because so much is used; null: nothing. `of`: a feature's budget, or a cap. */
export const stopsAtOnce = (to: number, used: number | null, of: Category | 'budget'): string | null =>
  used !== null && isCapReached(to, used) ? t(`bound.stopsAtOnce.${of}`, { used: formatNumber(used) }) : null;

/** What a new cap means for the balance, in credits; null = nothing to say. */
export function capHint(
  to: number,
  { limit, used, balance }: { limit: number | null; used: number | null; balance: number | null },
): string | null {
  if (balance === null || (limit === null && used === null)) return null;
  const reach = reachOf({ limit: limit ?? 0, spent: used, balance });
  return reach !== null && to > reach ? t('bound.beyondBalance', { balance: formatNumber(balance) }) : null;
}

/** The field of a limit with its label, in every form that sets one. */
export function LimitInput({
  field,
  value,
  range,
  isWrong = false,
  isInTable = false,
  label,
  disabled,
  onType,
}: {
  field?: Ref<HTMLInputElement>;
  value: string;
  range: LimitRange;
  isWrong?: boolean;
  /** A narrow field, which its row and column name to who sees them. */
  isInTable?: boolean;
  label: string;
  disabled?: boolean;
  onType: (text: string) => void;
}) {
  return (
    <label class={isInTable ? undefined : 'field'}>
      <span class={isInTable ? 'hidden-words' : 'meta'}>{label}</span>
      <input
        ref={field ?? null}
        class={isInTable ? 'input short' : 'input'}
        type="number"
        inputMode={range.isWhole ? 'numeric' : 'decimal'}
        min={range.above ?? range.min}
        max={range.max ?? undefined}
        step={range.isWhole ? 1 : 'any'}
        aria-invalid={isWrong}
        disabled={disabled}
        value={value}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
    </label>
  );
}
