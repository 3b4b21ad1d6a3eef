import { MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';

/** Projects read at once, and per minute after that, also while a list is scrolled. */
const AT_ONCE = 20;
export const A_MINUTE = 30;
const REFILL_MS = MINUTE_MS / A_MINUTE;
/** How long a read is valid; a failed one is retried then. */
const FRESH_FOR_MS = 3 * MINUTE_MS;
/** Cache size; projects that left the view first are evicted. */
const REMEMBERED_MAX = 10_000;
const READERS = 2;

/** Counts one more of a key. @returns takes it back */
export function countIn<K>(counts: Map<K, number>, key: K): () => void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return () => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };
}

export type FactsReader = {
  /** Marks a project as visible. @param isFirst it is read before all others @returns marks it as hidden */
  watch: (projectId: string, isFirst?: boolean) => () => void;
  /** Reads these as well, each once, whenever nothing visible is due. Replaces those given before. */
  readAlso: (projectIds: readonly string[]) => void;
  /** Reads a visible project again soon: its facts have changed since. */
  expire: (projectId: string) => void;
};

/**
 * Reads visible projects, the open one first, then unread ones, then others that are wanted; a few at a time and so many a minute.
 * @param read reads one project and shows it; must not throw
 * @param forget called with a project that is evicted
 * @param isLooking whether the page is visible: nothing is read for a hidden one
 */
export function createFactsReader({
  read,
  forget,
  isLooking,
  onPace,
  now,
  later,
}: {
  read: (projectId: string) => Promise<void>;
  forget: (projectId: string) => void;
  isLooking: () => boolean;
  /** Called with whether the next ones must wait: so many a minute were read. */
  onPace: (isHeld: boolean) => void;
  now: () => number;
  later: (run: () => void, ms: number) => void;
}): FactsReader {
  const inSight = new Map<string, number>();
  let open: string | null = null;
  let others: readonly string[] = [];
  const readAt = new Map<string, number>();
  const reading = new Set<string>();
  let allowance = AT_ONCE;
  let refilledAt = now();

  const refill = () => {
    const steps = Math.floor((now() - refilledAt) / REFILL_MS);
    if (steps <= 0) return;
    allowance = Math.min(AT_ONCE, allowance + steps);
    refilledAt += steps * REFILL_MS;
  };

  const next = (): string | undefined => {
    if (open !== null && inSight.has(open) && !readAt.has(open) && !reading.has(open)) return open;
    let oldest: string | undefined;
    let oldestAt = now() - FRESH_FOR_MS;
    for (const projectId of inSight.keys()) {
      if (reading.has(projectId)) continue;
      const at = readAt.get(projectId);
      if (at === undefined) return projectId;
      if (at <= oldestAt) {
        oldest = projectId;
        oldestAt = at;
      }
    }
    return oldest ?? others.find((projectId) => !readAt.has(projectId) && !reading.has(projectId));
  };

  const isWanted = () => inSight.size > 0 || others.length > 0;

  /** @returns what calls `pump` later, once however often that is asked before */
  const pumpLater = () => {
    let isSet = false;
    return (ms: number) => {
      if (isSet || !isWanted()) return;
      isSet = true;
      later(() => {
        isSet = false;
        pump();
      }, ms);
    };
  };
  const wait = pumpLater();

  const pump = () => {
    if (!isWanted()) return;
    refill();
    if (!isLooking()) return wait(REFILL_MS);
    while (reading.size < READERS) {
      const projectId = next();
      if (projectId === undefined) return wait(FRESH_FOR_MS / 6);
      onPace(allowance === 0);
      if (allowance === 0) return wait(REFILL_MS);
      allowance -= 1;
      reading.add(projectId);
      void read(projectId).finally(() => {
        reading.delete(projectId);
        readAt.delete(projectId);
        readAt.set(projectId, now());
        for (const old of readAt.keys()) {
          if (readAt.size <= REMEMBERED_MAX) break;
          if (inSight.has(old)) continue;
          readAt.delete(old);
          forget(old);
        }
        pump();
      });
    }
  };

  const pumpAfter = pumpLater();
  // Rows that only pass by while scrolling are not read.
  const pumpSoon = () => pumpAfter(SECOND_MS / 2);

  return {
    watch(projectId, isFirst = false) {
      if (isFirst) open = projectId;
      const leave = countIn(inSight, projectId);
      pumpSoon();
      return leave;
    },
    readAlso(projectIds) {
      others = projectIds;
      if (others.length > 0) pumpSoon();
    },
    expire(projectId) {
      readAt.delete(projectId);
      pumpSoon();
    },
  };
}
