import { monthOf } from '../clock/calendar.ts';
import type { Project, Usage } from './project.ts';

/** What the project spent in the month of `at`, UTC; the object may be changed. */
export function usageOf(project: Project, at: number): Usage {
  const month = monthOf(at);
  const known = project.usage.get(month);
  if (known !== undefined) return known;
  const fresh = { development: 0, infrastructure: 0 };
  project.usage.set(month, fresh);
  return fresh;
}
