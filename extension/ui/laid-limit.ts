import type { CapOverride } from '../../shared/edge-api/guards.ts';
import { stored } from './stored-state.ts';

/** The limit that a guard has set over a project's development cap, from the snapshot. */
export const capOverrideOf = (projectId: string): CapOverride | null =>
  stored.value?.snapshot?.snapshot.guards?.laid.find((one) => one.projectId === projectId) ?? null;
