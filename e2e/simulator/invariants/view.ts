import type { BrowserActor } from '../actors/browser-actor.ts';
import type { World } from '../world.ts';

interface View {
  readonly snapshot: {
    readonly sections: {
      readonly account: { readonly data: { readonly credits: number } | null; readonly error: unknown };
      readonly atLimit: { readonly data: { readonly total: number } | null };
      readonly projects: {
        readonly data: {
          readonly total: number | null;
          readonly items: readonly {
            readonly projectId: string;
            readonly run: { readonly phase: string } | null;
            readonly deploy: { readonly phase: string } | null;
          }[];
        } | null;
      };
    };
  };
}

/** A browser's stored state after the last refresh equals the service's. */
export function viewEqualsService({ service }: World, browser: BrowserActor): string[] {
  const view = browser.state.local.get('snapshot') as View | undefined;
  if (!view) return ['a browser has no snapshot'];
  const { account, atLimit, projects } = view.snapshot.sections;
  const { world } = service;
  const problems: string[] = [];
  const expect = (what: string, seen: unknown, real: unknown) => {
    if (seen !== real)
      problems.push(`${what}: the browser shows ${String(seen)}, the service says ${String(real)}`);
  };
  const credits = world.account.recurrentCredits + world.account.oneTimeCredits;
  expect('credits', account.data?.credits.toFixed(2), credits.toFixed(2));
  expect("the account's error", account.error, null);
  expect('projects', projects.data?.total, world.projects.size);
  const capped = [...world.projects.values()].filter(({ creditLimits, usage }) => {
    const month = usage.get(new Date().toISOString().slice(0, 7)) ?? { development: 0, infrastructure: 0 };
    const { maxDevelopmentCreditsPerMonth: cap, maxInfrastructureCreditsPerMonth: other } = creditLimits;
    return (cap !== null && month.development >= cap) || (other !== null && month.infrastructure >= other);
  });
  expect('projects at a cap', atLimit.data?.total, capped.length);
  for (const item of projects.data?.items ?? []) {
    const project = world.projects.get(item.projectId);
    const run = project?.runs.at(-1)?.outcome ?? null;
    const deployment = project?.deployments.at(-1)?.status ?? null;
    expect(`whether ${item.projectId} runs`, item.run?.phase === 'running', run === 'running');
    expect(
      `whether ${item.projectId} deploys`,
      item.deploy?.phase === 'deploying',
      deployment === 'deploying',
    );
  }
  return problems;
}
