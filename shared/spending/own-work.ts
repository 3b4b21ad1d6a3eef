import type * as z from 'zod/mini';
import type { pullStatus, rebuildStatus } from '../builder-api/publishing.ts';
import { parseInstant } from '../time.ts';
import type { ProjectFacts } from './blockers.ts';

/** A reading of one kind of work; `not-available`: the project's engine has none; null: not looked at. */
type Reading<T> = T | 'not-available' | null;

/**
 * Rebuild and pull of a project, as far as they were looked at: nothing but their own statuses shows them
 * (published reference, Logs, delete, domain, publish, files).
 */
export function ownWorkOf(
  rebuild: Reading<z.infer<typeof rebuildStatus>>,
  pull: Reading<z.infer<typeof pullStatus>>,
): Pick<ProjectFacts, 'rebuild' | 'pulling' | 'notLooked'> {
  const isRebuilding = rebuild !== null && rebuild !== 'not-available' && rebuild.status === 'rebuilding';
  const isPulling = pull !== null && pull !== 'not-available' && pull.status === 'pulling';
  return {
    rebuild: isRebuilding ? { startedAt: parseInstant(rebuild.startedAt) } : null,
    pulling: isPulling ? { startedAt: parseInstant(pull.createdAt) } : null,
    notLooked: [
      ...(rebuild === null ? ['rebuild' as const] : []),
      ...(pull === null ? ['pull' as const] : []),
    ],
  };
}
