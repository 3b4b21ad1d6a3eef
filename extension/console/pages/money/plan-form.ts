import { signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import * as z from 'zod/mini';
import type { Category } from '../../../../shared/builder-api/limits.ts';
import { parse } from '../../../../shared/parse.ts';
import { SPREADS } from '../../../../shared/spending/planner.ts';
import { utcDay } from '../../../../shared/time.ts';
import { edgeNow } from '../../../ui/page-state.ts';
import { type FormState, useFormDraft } from '../../parts/form-draft.tsx';

export const CATEGORIES = ['development', 'infrastructure'] as const satisfies readonly Category[];

/** Which plan is shown, and how its total is spread. */
type Choice = { spread: string; category: string };
const CHOICE: Choice = { spread: 'evenly', category: 'development' };

/** What is typed for one kind of cap: a total, and caps by hand by project id. */
type Typed = z.infer<typeof typedPlan>;
const typedPlan = z.object({ total: z.string(), byHand: z.record(z.string(), z.string()) });
const typedPlans = z.record(z.string(), typedPlan);
const NOTHING: Typed = { total: '', byHand: {} };

const isTyped = ({ total, byHand }: Typed): boolean => total !== '' || Object.keys(byHand).length > 0;

/** `plans`: what is typed for each as JSON. The choice is part of the draft only while something is typed. */
const FIELDS = { spread: '', category: '', plans: '{}' };
type Fields = typeof FIELDS;

/** This month's plans as they are typed, one for each kind of cap: kept until they are set or discarded. */
export function usePlanForm() {
  const form = useFormDraft<Fields>('planner', FIELDS);
  const chosen = useSignal(CHOICE);
  const choiceIn = ({ spread, category }: Fields): Choice => ({
    spread: spread || chosen.value.spread,
    category: category || chosen.value.category,
  });
  const change = (next: Choice, plans: Record<string, Typed>) => {
    chosen.value = next;
    const begun = Object.entries(plans).filter(([, plan]) => isTyped(plan));
    if (begun.length === 0) form.reset(FIELDS);
    else form.edit({ ...next, plans: JSON.stringify(Object.fromEntries(begun)) });
  };
  const choice = choiceIn(form.fields.value);
  const category = CATEGORIES.find((one) => one === choice.category) ?? 'development';
  const plans = plansIn(form.fields.value);
  const shown = nameOf(category);
  const typed = plans[shown] ?? NOTHING;
  const begun = isTyped(typed);
  const isBegun = useMemo(() => signal(begun), [begun]);
  const type = (part: Partial<Typed>) => {
    const now = plansIn(form.fields.peek());
    change(choiceIn(form.fields.peek()), { ...now, [shown]: { ...(now[shown] ?? NOTHING), ...part } });
  };
  return {
    /** Of the shown plan alone. */
    form: { ...form, isBegun, reset: () => type(NOTHING) } satisfies FormState<Fields>,
    spread: SPREADS.find((one) => one === choice.spread) ?? 'evenly',
    category,
    ...typed,
    choose: (part: Partial<Choice>) =>
      change({ ...choiceIn(form.fields.peek()), ...part }, plansIn(form.fields.peek())),
    type,
  };
}

/** A plan with its month, such as `2026-12 development`: what was typed for a month that is over is no plan of the next. */
const nameOf = (category: Category): string => `${utcDay(edgeNow.peek()).slice(0, 7)} ${category}`;

const plansIn = ({ plans }: Fields): Record<string, Typed> => parse(typedPlans, JSON.parse(plans)) ?? {};
