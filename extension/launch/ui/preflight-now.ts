import { computed } from '@preact/signals';
import { standingOf } from '../../connection/standing.ts';
import type { ApiErrorKind } from '../../edge-client/api-error.ts';
import { browserNow, online } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { type Obstacle, obstacleOf, type Sender } from '../obstacle.ts';
import { type Preflight, preflight } from '../preflight.ts';
import type { LaunchModel } from './launch-model.ts';

/** What storage says of the account, for the pre-flight of a launch. */
export const snapshotNow = computed(() => stored.value?.snapshot?.snapshot ?? null);

/** The pre-flight of the draft on the screen, and the one thing in its way. */
export function preflightNow(model: LaunchModel): { figures: Preflight; obstacle: Obstacle | null } | null {
  const draft = model.draft.value;
  if (!draft) return null;
  const figures = preflight(draft, snapshotNow.value);
  return { figures, obstacle: obstacleOf(draft, model.withValue.value, figures, currentSender()) };
}

/** What keeps this browser from sending anything. */
function currentSender(): Sender {
  const state = stored.value;
  if (!state?.connection) return { role: null, keyRejected: false, unreachable: false };
  const standing = standingOf(state, online.value, browserNow.value);
  const failing = standing.is === 'failing' ? standing.kind : null;
  return {
    role: failing === 'revoked' ? null : state.connection.role,
    keyRejected: failing === 'key-rejected',
    unreachable: standing.is === 'offline' || (failing !== null && UNREACHABLE.has(failing)),
  };
}

const UNREACHABLE: ReadonlySet<ApiErrorKind> = new Set(['edge-unreachable', 'edge-timeout', 'not-an-edge']);
