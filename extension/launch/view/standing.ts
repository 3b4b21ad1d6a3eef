import { computed } from '@preact/signals';
import { stored } from '../../popup/stored-model.ts';
import { type Obstacle, obstacleOf } from '../preflight/obstacle.ts';
import { type Preflight, preflight } from '../preflight/preflight.ts';
import type { LaunchModel } from './launch-model.ts';

/** What storage says of the account, for the pre-flight of a launch. */
export const snapshotNow = computed(() => stored.value?.snapshot?.snapshot ?? null);

/** The pre-flight of the draft on the screen, and the one thing in its way. */
export function lookOver(model: LaunchModel): { figures: Preflight; obstacle: Obstacle | null } | null {
  const draft = model.draft.value;
  if (!draft) return null;
  const figures = preflight(draft, snapshotNow.value);
  const standing = {
    role: stored.value?.connection?.role ?? null,
    keyRejected: stored.value?.health.failure?.kind === 'key-rejected',
  };
  return { figures, obstacle: obstacleOf(draft, model.withValue.value, figures, standing) };
}
