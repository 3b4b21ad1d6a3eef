import { computed } from '@preact/signals';
import { buildingNow } from '../../ui/building.ts';
import { stored } from '../../ui/stored-state.ts';
import { type LaunchBlocker, launchBlockerOf, type Preflight, preflight } from '../preflight.ts';
import type { FormModel } from './form-model.ts';

/** The stored snapshot for the pre-flight of a launch. */
export const snapshotNow = computed(() => stored.value?.snapshot?.snapshot ?? null);

/** The pre-flight of the draft on the screen, and its first blocker. */
export function preflightNow(form: FormModel): { figures: Preflight; blocker: LaunchBlocker | null } | null {
  const draft = form.draft.value;
  if (!draft) return null;
  const figures = preflight(draft, snapshotNow.value);
  const { blockers } = buildingNow('launch', null, { price: figures.fixed });
  const role = stored.value?.connection?.role ?? null;
  return { figures, blocker: launchBlockerOf(draft, form.withValue.value, blockers, role) };
}
