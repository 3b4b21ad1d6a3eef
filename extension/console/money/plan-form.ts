import * as z from 'zod/mini';
import type { Category } from '../../../shared/builder-api/limits.ts';
import { parse } from '../../../shared/parse.ts';
import { SPREADS } from '../../../shared/spending/planner.ts';
import { useFormDraft } from '../parts/form-draft.tsx';

export const CATEGORIES = ['development', 'infrastructure'] as const satisfies readonly Category[];

/** What is chosen, and typed for each kind of cap; caps by hand as JSON by project id. */
const FIELDS = {
  month: 'this',
  spread: 'need',
  category: 'development',
  developmentTotal: '',
  developmentByHand: '{}',
  infrastructureTotal: '',
  infrastructureByHand: '{}',
};
type Fields = typeof FIELDS;

const amounts = z.record(z.string(), z.string());

/** The plan as it is typed: kept until it is set, while something is typed. */
export function usePlanForm() {
  const form = useFormDraft<Fields>('planner', FIELDS);
  const fields = form.fields.value;
  const category = CATEGORIES.find((one) => one === fields.category) ?? 'development';
  const change = (part: Partial<Fields>) => {
    const next = { ...form.fields.peek(), ...part };
    const isTyped = CATEGORIES.some((of) => next[`${of}Total`] !== '' || next[`${of}ByHand`] !== '{}');
    if (isTyped) form.edit(part);
    else form.reset(next);
  };
  return {
    form,
    month: fields.month === 'next' ? ('next' as const) : ('this' as const),
    spread: SPREADS.find((one) => one === fields.spread) ?? 'need',
    category,
    total: fields[`${category}Total`],
    byHand: parse(amounts, JSON.parse(fields[`${category}ByHand`])) ?? {},
    choose: (part: Partial<Pick<Fields, 'month' | 'spread' | 'category'>>) => change(part),
    type: ({ total, byHand }: { total?: string; byHand?: Readonly<Record<string, string>> }) =>
      change({
        ...(total !== undefined && { [`${category}Total`]: total }),
        ...(byHand && { [`${category}ByHand`]: JSON.stringify(byHand) }),
      }),
  };
}
