import { type InstantMs, MINUTE_MS } from '../../shared/durations.ts';
import type { Settings } from '../storage/settings.ts';
import { isRaisable } from './buttons.ts';
import type { HeldReason, Notice, Settled, ShownReason } from './notice.ts';
import { isOwnDoing, type OwnDoing } from './own-doing.ts';
import { inQuietHours } from './quiet-hours.ts';

export type Situation = {
  now: InstantMs;
  /** By the user's own clock, 0 to 1439. */
  minuteOfDay: number;
  /** A page of ours is in front of the user. */
  looking: boolean;
  /** The item is no longer open. */
  over: boolean;
  /** This browser may raise caps. */
  mayRaise: boolean;
  /** What the user did last, on a page of ours, that opens an item again. */
  doing: OwnDoing | null;
};

/** Decides by the user's rules whether a notice is shown, and why. */
export function judge(notice: Notice, settings: Settings, situation: Situation): Settled {
  const { about } = notice;
  const { looking } = situation;
  const held = (why: HeldReason): Settled => ({ is: 'held', why });
  const shown = (why: ShownReason): Settled => ({
    is: 'shown',
    why,
    ...(situation.mayRaise && isRaisable(about) && { raise: true }),
  });
  if (situation.over) return held('over');
  if (isOwnDoing(situation.doing, notice.noticeId, notice.storedAt)) return held('looking');
  if (settings.silencedTopics.includes(about.kind)) return held('topic-off');
  if (notice.projectId !== null && settings.silencedProjects.includes(notice.projectId))
    return held('project-off');
  const finished = about.kind === 'run-finished' || about.kind === 'deploy-finished';
  const long = finished && (about.durationMs ?? 0) >= settings.longAfterMinutes * MINUTE_MS;
  if (finished && looking && !long) return held('looking');
  const muted = situation.now < settings.mutedUntil;
  if (muted || inQuietHours(settings.quietHours, situation.minuteOfDay)) {
    return notice.severity === 'critical' ? shown('critical') : held(muted ? 'muted' : 'quiet-hours');
  }
  return shown(finished ? (looking ? 'long' : 'unwatched') : 'wanted');
}
