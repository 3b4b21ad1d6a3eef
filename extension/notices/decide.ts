import { type InstantMs, MINUTE_MS } from '../../shared/durations.ts';
import type { Settings } from '../settings/settings.ts';
import type { HeldReason, Notice } from './notice.ts';
import { inQuietHours } from './quiet-hours.ts';

export type Situation = {
  now: InstantMs;
  /** By the user's own clock, 0 to 1439. */
  minuteOfDay: number;
  /** A page of ours is in front of the user. */
  looking: boolean;
  /** The item is no longer open. */
  over: boolean;
};

/** Decides by the user's rules. @returns null when the notice is to be shown, else why not */
export function holdBack(notice: Notice, settings: Settings, situation: Situation): HeldReason | null {
  const { about, projectId, severity } = notice;
  if (situation.over) return 'over';
  if (settings.silencedTopics.includes(about.kind)) return 'topic-off';
  if (projectId !== null && settings.silencedProjects.includes(projectId)) return 'project-off';
  if (about.kind === 'run-finished' || about.kind === 'deploy-finished') {
    const long = (about.durationMs ?? 0) >= settings.longAfterMinutes * MINUTE_MS;
    if (situation.looking && !long) return 'looking';
  }
  if (severity === 'critical') return null;
  if (situation.now < settings.mutedUntil) return 'muted';
  if (inQuietHours(settings.quietHours, situation.minuteOfDay)) return 'quiet-hours';
  return null;
}
