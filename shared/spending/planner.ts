import type { Category } from '../builder-api/limits.ts';
import { RUN_BUDGET_MIN_CREDITS } from '../edge-api/guards.ts';
import { isCapReached } from './effective-limit.ts';

/** A project in the planner. Credits of this month; `cap` null: none. */
export type PlannedProject = {
  projectId: string;
  used: number;
  cap: number | null;
};

export type CapChange = { projectId: string; category: Category; from: number | null; to: number };

export const SPREADS = ['evenly', 'hand'] as const;
export type Spread = (typeof SPREADS)[number];

/** Credits above what is used that a cap should leave: of development, as many as keep a run from being stopped as it begins. */
export const roomToLeave = (category: Category): number =>
  category === 'development' ? RUN_BUDGET_MIN_CREDITS : 0;

/** The lowest cap in whole credits that leaves `room`; with none, one that is not reached yet. */
const lowestCap = ({ used }: Pick<PlannedProject, 'used'>, room: number): number =>
  Math.max(Math.floor(used) + 1, Math.ceil(used + room));

/** The projects that a new cap stops at once, because as much is used already. */
export const stoppedAtOnce = <P extends PlannedProject>(
  projects: readonly P[],
  caps: ReadonlyMap<string, number>,
): P[] =>
  projects.filter(({ projectId, cap, used }) => {
    const to = caps.get(projectId);
    return to !== undefined && to !== cap && isCapReached(to, used) === true;
  });

export type Planned =
  | { kind: 'planned'; caps: ReadonlyMap<string, number> }
  /** The total is not above what the projects have used. */
  | { kind: 'below-used'; least: number };

/**
 * Distributes `total` credits of caps over the projects: each keeps more than it has used, the rest is distributed in equal parts;
 * each gets at least `room` where the total has it for all. The caps are integers and add up to the total.
 */
export function spreadCaps(total: number, projects: readonly PlannedProject[], room: number): Planned {
  const credits = Math.floor(total);
  const lowest = projects.map((project) => lowestCap(project, 0));
  const least = sumOf(lowest);
  if (credits < least) return { kind: 'below-used', least };
  const roomy = projects.map((project) => lowestCap(project, room));
  const sharing = new Set(projects.keys());
  const share = () => (credits - sumOf(lowest)) / sharing.size;
  // Whose share is less than the room gets the room, and the others share what is left.
  for (let more = sumOf(roomy) <= credits; more; ) {
    more = false;
    const each = share();
    for (const at of sharing) {
      const enough = roomy[at] ?? 0;
      if ((lowest[at] ?? 0) + Math.floor(each) >= enough) continue;
      lowest[at] = enough;
      more = sharing.delete(at);
    }
  }
  // Where all have got their room, all share what is left of it.
  const taking = sharing.size > 0 ? [...sharing] : [...projects.keys()];
  const left = credits - sumOf(lowest);
  const caps = projects.map(({ projectId }, at) => {
    const order = taking.indexOf(at);
    const part = order === -1 ? 0 : Math.floor(left / taking.length) + (order < left % taking.length ? 1 : 0);
    return [projectId, (lowest[at] ?? 0) + part] as const;
  });
  return { kind: 'planned', caps: new Map(caps) };
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

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
