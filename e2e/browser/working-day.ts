import type { Stack } from '../dev/stack.ts';

const MINUTE_MS = 60_000;

/** Adds a working day to the demo account: ended runs, work in progress, a project that reached its cap. */
export function addWorkingDay({ service: { control } }: Stack, capped: string): void {
  for (const [projectId, minutes, credits] of [
    ['acme-storefront', 9, 12],
    ['soba-sakura', 14, 18.5],
    ['cajovna-u-zizku', 22, 24],
  ] as const) {
    control.startRun(projectId, 'Show opening hours in the footer', {
      startedAgoMs: minutes * MINUTE_MS,
      credits,
    });
    control.finishRun(projectId);
  }
  control.setAccount({ recurrentCredits: 100, oneTimeCredits: 1_312.5 });
  control.setProject('house-handbook', {
    creditLimits: { maxDevelopmentCreditsPerMonth: 400, maxInfrastructureCreditsPerMonth: 300 },
  });
  control.startRun('recipe-box', 'Add a shopping list page', {
    durationMs: 60 * MINUTE_MS,
    startedAgoMs: 12 * MINUTE_MS,
    credits: 14,
  });
  control.startDeployment('acme-storefront', { durationMs: 60 * MINUTE_MS, startedAgoMs: MINUTE_MS });
  control.crossCap(capped);
}
