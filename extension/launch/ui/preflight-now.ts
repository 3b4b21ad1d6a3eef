import { computed } from '@preact/signals';
import { verdictWords } from '../../i18n/verdict-words.ts';
import { buildingNow } from '../../ui/building.ts';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { type LaunchBlocker, launchBlockerOf, type Preflight, preflight } from '../preflight.ts';
import type { FormModel } from './form-model.ts';

/** The stored snapshot for the pre-flight of a launch. */
export const snapshotNow = computed(() => stored.value?.snapshot?.snapshot ?? null);

/** The pre-flight of the shown draft, its first blocker, and in words what the verdict did not look at. */
export function preflightNow(
  form: FormModel,
): { figures: Preflight; blocker: LaunchBlocker | null; unlooked: string } | null {
  const draft = form.draft.value;
  if (!draft) return null;
  const figures = preflight(draft, snapshotNow.value);
  const { verdict, blockers } = buildingNow('launch', null, { price: figures.fixed });
  const role = stored.value?.connection?.role ?? null;
  const blocker = launchBlockerOf(draft, form.withValue.value, blockers, role);
  return { figures, blocker, unlooked: verdictWords(verdict, naming.value, edgeNow.value).unlooked };
}
