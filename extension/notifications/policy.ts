import { raiseProposal } from '../../shared/attention/raise-proposal.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { Notice, Settled, ShownReason, SuppressedReason } from '../storage/notices.ts';
import type { SelfInflicted } from '../storage/session.ts';
import type { Settings } from '../storage/settings.ts';
import { isRaisable } from './show.ts';

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
  /** What the account has, in credits; null while it is not known. */
  balance: number | null;
  /** What the user did last, on a page of ours, that opens an item again. */
  selfInflicted: SelfInflicted | null;
};

/** Decides by the user's rules whether a notice is shown, and why. */
export function applyPolicy(notice: Notice, settings: Settings, situation: Situation): Settled {
  const { about } = notice;
  const { looking } = situation;
  const held = (why: SuppressedReason): Settled => ({ is: 'held', why });
  const raiseTo =
    situation.mayRaise && isRaisable(about) ? raiseProposal({ ...about, balance: situation.balance }) : null;
  const shown = (why: ShownReason): Settled => ({
    is: 'shown',
    why,
    ...(raiseTo !== null && { raise: true, raiseTo }),
  });
  if (situation.over) return held('over');
  if (isSelfInflicted(situation.selfInflicted, notice.noticeId, notice.storedAt)) return held('looking');
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

/** Word of what the user did may take the alarm's minute to come back. */
const FOLLOWS_WITHIN_MS = 2 * MINUTE_MS;

/** Whether what is told now about an item is only what the user did: nobody needs to be told that. */
export const isSelfInflicted = (change: SelfInflicted | null, itemId: string, now: InstantMs): boolean =>
  change?.itemId === itemId && Math.abs(now - change.at) < FOLLOWS_WITHIN_MS;

/**
 * Whether a wall-clock minute lies in quiet hours; they may run over midnight. From a time to the same one are none.
 * @param minuteOfDay 0 to 1439, by the user's own clock
 */
export function inQuietHours(hours: { on: boolean; from: string; to: string }, minuteOfDay: number): boolean {
  if (!hours.on) return false;
  const from = minutesOf(hours.from);
  const to = minutesOf(hours.to);
  return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
}

function minutesOf(wallClock: string): number {
  const [hours = '0', minutes = '0'] = wallClock.split(':');
  return Number(hours) * 60 + Number(minutes);
}
