import { RUN_BUDGET_MIN_CREDITS } from '../edge-api/guards.ts';

/**
 * What is chosen for one run, as a form keeps it: empty as the project has it, `none` without the project's
 * own budget, or credits as typed.
 */
export function runBudgetOf(chosen: string): number | 'none' | null | 'invalid' {
  const text = chosen.trim();
  if (text === '' || text === 'none') return text === '' ? null : 'none';
  const credits = Number(text.replace(',', '.'));
  return Number.isFinite(credits) && credits >= RUN_BUDGET_MIN_CREDITS ? credits : 'invalid';
}
