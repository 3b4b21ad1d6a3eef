import { signal } from '@preact/signals';
import { ASKED_PROJECTS_MAX, PROJECT_FRESH_MS } from '../../../../shared/edge-api/projects.ts';
import type { ProjectRow } from '../../../../shared/snapshot/projects-schema.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import { askRows, rowOf } from '../../../reads/project-rows.ts';
import { browserNow, edgeNow } from '../../../ui/page-state.ts';

/** Projects asked for at once, and per minute after that, also while a list is scrolled. */
const AT_ONCE = ASKED_PROJECTS_MAX;
export const A_MINUTE = 30;
const REFILL_MS = MINUTE_MS / A_MINUTE;
/** What an ask has not brought yet, as of many at once, is asked for again. */
const AGAIN_MS = 2 * SECOND_MS;
/** How often is looked whether something has become old. */
const LOOK_MS = 10 * SECOND_MS;
/** Rows that only pass by while scrolling are not asked for. */
const SOON_MS = SECOND_MS / 2;

/** Counts one more of a key. @returns takes it back */
export function countIn<K>(counts: Map<K, number>, key: K): () => void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return () => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };
}

type Asker = {
  /** Marks a project as visible, until the result is called. `isFirst`: asks for it before all others. */
  watch: (projectId: string, isFirst?: boolean) => () => void;
  /** Asks for these as well, whenever nothing visible is due. Replaces those given before. */
  askAlso: (projectIds: readonly string[]) => void;
  /** Asks for these soon again if they are visible, however new they are: something changed in them. */
  expire: (projectIds: readonly string[]) => void;
};

/**
 * Asks the edge for rows whose numbers are missing or old: of visible projects, the open one first, then of
 * others that are wanted; several at once, and so many a minute.
 * @param ask asks and shows; must not throw
 * @param dueAfterMs how long after it was asked for a project is due again; null: its row is good
 * @param isVisible whether the page is visible: nothing is asked for a hidden one
 */
export function createAsker({
  ask,
  dueAfterMs,
  isVisible,
  onPace,
  now,
  later,
}: {
  ask: (projectIds: readonly string[]) => Promise<unknown>;
  dueAfterMs: (projectId: string) => number | null;
  isVisible: () => boolean;
  /** Called with whether the next ones must wait: so many a minute were asked for. */
  onPace: (isHeld: boolean) => void;
  now: () => number;
  later: (run: () => void, ms: number) => void;
}): Asker {
  const inSight = new Map<string, number>();
  const askedAt = new Map<string, number>();
  const expired = new Set<string>();
  let open: string | null = null;
  let others: readonly string[] = [];
  let isAsking = false;
  let allowance = AT_ONCE;
  let refilledAt = now();

  const refill = () => {
    const steps = Math.floor((now() - refilledAt) / REFILL_MS);
    if (steps <= 0) return;
    allowance = Math.min(AT_ONCE, allowance + steps);
    refilledAt += steps * REFILL_MS;
  };

  const isDue = (projectId: string): boolean => {
    if (expired.has(projectId)) return true;
    const after = dueAfterMs(projectId);
    return after !== null && now() - (askedAt.get(projectId) ?? Number.NEGATIVE_INFINITY) >= after;
  };
  const due = (): string[] => {
    const visible = [...inSight.keys()].filter(isDue);
    const first = visible.filter((projectId) => projectId === open);
    return [...new Set([...first, ...visible, ...others.filter((one) => !askedAt.has(one) && isDue(one))])];
  };

  let turnAt = Number.POSITIVE_INFINITY;
  /** A sooner turn takes the place of a later one. */
  const wait = (ms: number) => {
    const at = now() + ms;
    if (at >= turnAt || (inSight.size === 0 && others.length === 0)) return;
    turnAt = at;
    later(() => {
      if (turnAt !== at) return;
      turnAt = Number.POSITIVE_INFINITY;
      void pump();
    }, ms);
  };

  const pump = async () => {
    if (isAsking || (inSight.size === 0 && others.length === 0)) return;
    refill();
    if (!isVisible()) return wait(REFILL_MS);
    const wanted = due();
    if (wanted.length === 0) return wait(LOOK_MS);
    onPace(wanted.length > allowance);
    const turn = wanted.slice(0, Math.min(allowance, ASKED_PROJECTS_MAX));
    if (turn.length === 0) return wait(REFILL_MS);
    allowance -= turn.length;
    for (const projectId of turn) {
      askedAt.set(projectId, now());
      expired.delete(projectId);
    }
    isAsking = true;
    await ask(turn);
    isAsking = false;
    wait(SOON_MS);
  };

  return {
    watch(projectId, isFirst = false) {
      if (isFirst) open = projectId;
      const leave = countIn(inSight, projectId);
      wait(SOON_MS);
      return leave;
    },
    askAlso(projectIds) {
      others = projectIds;
      wait(SOON_MS);
    },
    expire(projectIds) {
      for (const projectId of projectIds) if (inSight.has(projectId)) expired.add(projectId);
      wait(SOON_MS);
    },
  };
}

/** Whether so many projects were asked for that the next ones must wait for their minute. */
export const isHeld = signal(false);

export const rowsInSight = createAsker({
  ask: (projectIds) => askRows(projectIds),
  dueAfterMs: (projectId) => dueAfter(rowOf(projectId).peek()),
  onPace: (held) => (isHeld.value = held),
  isVisible: () => document.visibilityState === 'visible',
  now: () => browserNow.peek(),
  later: (run, ms) => void setTimeout(run, ms),
});

/** A part that failed is asked for again after a while, one that is overdue or was not read soon. */
export function dueAfter(row: ProjectRow | null): number | null {
  if (row === null) return AGAIN_MS;
  const parts = [row.limits, row.state];
  if (row.isGone || parts.some(({ error }) => error !== null)) return PROJECT_FRESH_MS;
  if (row.limits.isOverdue || parts.some(({ data }) => data === null)) return AGAIN_MS;
  return edgeNow.peek() - (row.limits.readAt ?? 0) >= PROJECT_FRESH_MS ? AGAIN_MS : null;
}
