import type { LaidLimit } from '../../shared/edge-api/guards.ts';
import { stored } from './stored-state.ts';

/** What a guard has laid over the development cap of a project, as the snapshot tells it. */
export const laidOver = (projectId: string): LaidLimit | null =>
  stored.value?.snapshot?.snapshot.guards?.laid.find((one) => one.projectId === projectId) ?? null;
