import type { Category } from '../builder-api/limits.ts';
import { RUN_BUDGET_MIN_CREDITS } from '../edge-api/guards.ts';
import { isCapReached } from './effective-limit.ts';

/** A project in the planner. Credits of this month; `cap` null: none. */
export type PlannedProject = {
  projectId: string;
  used: number;
  cap: number | null;
  /** What it is expected to spend until the reset; null without enough history. */
  need: number | null;
};

export type CapChange = { projectId: string; category: Category; from: number | null; to: number };

export const SPREADS = ['need', 'evenly', 'hand'] as const;
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

export const leavingTooLittle = <P extends PlannedProject>(
  category: Category,
  projects: readonly P[],
  caps: ReadonlyMap<string, number>,
): P[] =>
  projects.filter((project) => {
    const cap = caps.get(project.projectId);
    const left = (cap ?? 0) - project.used;
    return cap !== undefined && cap !== project.cap && left > 0 && left < roomToLeave(category);
  });

export type Planned =
  | { kind: 'planned'; caps: ReadonlyMap<string, number> }
  /** The total is not above what the projects that it is spread over have used. */
  | { kind: 'below-used'; least: number; projects: number }
  | { kind: 'no-history' };

/**
 * Distributes `total` credits of caps over the projects: each keeps more than it has used, the rest is distributed by
 * expected need, or evenly; each gets at least `room` where the total has it for all. The caps are integers and add up to
 * the total. By need, projects without history are left out.
 */
export function spreadCaps(
  total: number,
  projects: readonly PlannedProject[],
  by: Exclude<Spread, 'hand'>,
  room: number,
): Planned {
  const taking = by === 'evenly' ? projects : projects.filter(({ need }) => need !== null);
  if (taking.length === 0) return { kind: 'no-history' };
  const lowest = taking.map((project) => lowestCap(project, 0));
  const least = sumOf(lowest);
  if (Math.floor(total) < least) return { kind: 'below-used', least, projects: taking.length };
  const needs = taking.map(({ need }) => (by === 'evenly' ? 1 : Math.max(0, need ?? 0)));
  const roomy = taking.map((project) => lowestCap(project, room));
  let shares = sharesOf(Math.floor(total) - sumOf(lowest), needs);
  // Whose share is less than the room gets the room, and the others share what is left.
  for (let more = sumOf(roomy) <= Math.floor(total); more; ) {
    more = false;
    for (const [at, enough] of roomy.entries()) {
      if ((lowest[at] ?? 0) + Math.floor(shares[at] ?? 0) >= enough) continue;
      lowest[at] = enough;
      needs[at] = 0;
      more = true;
    }
    if (more) shares = sharesOf(Math.floor(total) - sumOf(lowest), needs);
  }
  const caps = new Map(
    taking.map(({ projectId }, at) => [projectId, (lowest[at] ?? 0) + Math.floor(shares[at] ?? 0)]),
  );
  // Rounding leaves fewer credits than there are projects: those that lost most by it get one each.
  const byRemainder = taking
    .map(({ projectId }, at) => ({ projectId, lost: (shares[at] ?? 0) % 1 }))
    .sort((one, other) => other.lost - one.lost);
  let over = Math.floor(total) - sumOf([...caps.values()]);
  for (const { projectId } of byRemainder) {
    if (over <= 0) break;
    caps.set(projectId, (caps.get(projectId) ?? 0) + 1);
    over -= 1;
  }
  return { kind: 'planned', caps };
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

/** `rest` in proportion to the needs; in equal parts where there is none. */
function sharesOf(rest: number, needs: readonly number[]): number[] {
  const all = sumOf(needs);
  return needs.map((need) => (all > 0 ? need / all : 1 / needs.length) * rest);
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
