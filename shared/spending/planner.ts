import type { Category } from '../builder-api/limits.ts';

/** A project in the planner. Credits of this month; `cap` null: none. */
export type PlannedProject = {
  projectId: string;
  used: number;
  cap: number | null;
  /** What it is expected to spend until the reset; null without enough history. */
  need: number | null;
};

/** One cap to change. */
export type CapChange = { projectId: string; category: Category; from: number | null; to: number };

export const SPREADS = ['need', 'evenly', 'hand'] as const;
export type Spread = (typeof SPREADS)[number];

/** Whole credits above what is used: with less, the cap would be reached at once. */
const lowestShare = ({ used }: Pick<PlannedProject, 'used'>): number => Math.floor(used) + 1;

export type Planned =
  | { kind: 'planned'; caps: ReadonlyMap<string, number> }
  /** The total is not above what the projects that it is spread over have used. */
  | { kind: 'below-used'; least: number; projects: number }
  | { kind: 'no-history' };

/**
 * Distributes `total` credits of caps over the projects: each keeps more than it has used, the rest is distributed by
 * expected need, or evenly. The caps are integers and add up to the total. By need, projects without history are left
 * out.
 */
export function spreadCaps(
  total: number,
  projects: readonly PlannedProject[],
  by: Exclude<Spread, 'hand'>,
): Planned {
  const taking = by === 'evenly' ? projects : projects.filter(({ need }) => need !== null);
  if (taking.length === 0) return { kind: 'no-history' };
  const least = taking.reduce((sum, project) => sum + lowestShare(project), 0);
  const rest = Math.floor(total) - least;
  if (rest < 0) return { kind: 'below-used', least, projects: taking.length };
  const needs = taking.map(({ need }) => (by === 'evenly' ? 1 : Math.max(0, need ?? 0)));
  const all = needs.reduce((sum, need) => sum + need, 0);
  const shares = needs.map((need) => (all > 0 ? need / all : 1 / needs.length) * rest);
  const caps = new Map(
    taking.map((project, at) => [project.projectId, lowestShare(project) + Math.floor(shares[at] ?? 0)]),
  );
  // Rounding leaves fewer credits than there are projects: those that lost most by it get one each.
  const byRemainder = taking
    .map(({ projectId }, at) => ({ projectId, lost: (shares[at] ?? 0) % 1 }))
    .sort((one, other) => other.lost - one.lost);
  let over = Math.floor(total) - [...caps.values()].reduce((sum, cap) => sum + cap, 0);
  for (const { projectId } of byRemainder) {
    if (over <= 0) break;
    caps.set(projectId, (caps.get(projectId) ?? 0) + 1);
    over -= 1;
  }
  return { kind: 'planned', caps };
}

/** The caps of a category that differ from the current ones. */
export function capChanges(
  category: Category,
  projects: readonly PlannedProject[],
  caps: ReadonlyMap<string, number>,
): CapChange[] {
  return projects.flatMap(({ projectId, cap }) => {
    const to = caps.get(projectId);
    return to === undefined || to === cap ? [] : [{ projectId, category, from: cap, to }];
  });
}
