import { SECOND_MS } from '../clock/calendar.ts';
import { Refusal } from '../http/refusal.ts';
import type { Feature } from '../world/features.ts';
import type { Project } from '../world/project.ts';
import type { Slots, World } from '../world/world.ts';

/** Longest queue; undocumented. */
export const LONGEST_QUEUE = 10;

/** Open calls at once, and how long one over the limit waits for its turn. */
function concurrencyOf(world: World, feature: Feature): { slots: number; waitMs: number } | undefined {
  switch (feature) {
    case 'browser':
      return { slots: world.account.plan.paid ? 3 : 1, waitMs: 60 * SECOND_MS };
    case 'web':
      return { slots: 1, waitMs: 10 * SECOND_MS };
    default:
      return undefined;
  }
}

/** Takes a slot of a feature with limited concurrency, with a fair queue; returns its release. */
export async function takeSlot(world: World, project: Project, feature: Feature): Promise<() => void> {
  const limit = concurrencyOf(world, feature);
  if (limit === undefined) return () => undefined;
  const key = `${project.projectId}:${feature}`;
  const slots = world.appSlots.get(key) ?? { taken: 0, queue: [] };
  world.appSlots.set(key, slots);
  if (slots.taken < limit.slots) slots.taken += 1;
  else await queued(world, slots, limit.waitMs);
  return () => {
    const next = slots.queue.shift();
    if (next === undefined) slots.taken -= 1;
    else next();
  };
}

function queued(world: World, slots: Slots, waitMs: number): Promise<void> {
  const details = { retryAfter: Math.ceil(waitMs / SECOND_MS) };
  if (slots.queue.length >= LONGEST_QUEUE) {
    throw new Refusal(429, 'CONCURRENCY_QUEUE_FULL', 'Too many calls wait already', details);
  }
  return new Promise((resolve, reject) => {
    const turn = () => {
      cancel();
      resolve();
    };
    const cancel = world.clock.after(waitMs, () => {
      slots.queue.splice(slots.queue.indexOf(turn), 1);
      reject(new Refusal(429, 'CONCURRENCY_QUEUE_TIMEOUT', 'No turn came in time', details));
    });
    slots.queue.push(turn);
  });
}
