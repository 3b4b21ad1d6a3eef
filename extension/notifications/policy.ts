import { stopsBuilding } from '../../shared/attention/kinds/kinds.ts';
import { type Fate, topicOf } from '../../shared/attention/news.ts';
import { needsOf, raiseProposal } from '../../shared/attention/raise-proposal.ts';
import type { Outlook } from '../../shared/snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { Notice, Settled, ShownReason, SuppressedReason } from '../storage/notices.ts';
import type { Settings } from '../storage/settings-schema.ts';
import { isRaisable } from './show.ts';

export type Situation = {
  now: InstantMs;
  /** By the user's clock, 0 to 1439. */
  minuteOfDay: number;
  /** Whether one of our pages is in front of the user. */
  looking: boolean;
  /** What became of it; seen here, or by somebody else who may build. */
  fate: Fate;
  /** Whether this browser may raise caps. */
  mayRaise: boolean;
  /** The balance in credits; null while unknown. */
  balance: number | null;
  /** The forecasts of caps, if known. */
  outlook?: Outlook | undefined;
};

/** Decides by the user's rules whether a notification is shown, and why. */
export function applyPolicy(notice: Notice, settings: Settings, situation: Situation): Settled {
  const { about } = notice;
  const { looking } = situation;
  const held = (why: SuppressedReason): Settled => ({ is: 'held', why });
  const raiseTo =
    situation.mayRaise && isRaisable(about)
      ? raiseProposal({
          ...about,
          balance: situation.balance,
          needs: needsOf(situation.outlook, notice.projectId, about.category),
        })
      : null;
  const shown = (why: ShownReason): Settled => ({
    is: 'shown',
    why,
    ...(raiseTo !== null && { raise: true, raiseTo }),
  });
  if (situation.fate !== 'open') return held(situation.fate);
  if (settings.silencedTopics.includes(topicOf(about))) return held('topic-off');
  if (notice.projectId !== null && settings.silencedProjects.includes(notice.projectId))
    return held('project-off');
  const finished = about.kind === 'run-finished' || about.kind === 'deploy-finished';
  const long = finished && (about.durationMs ?? 0) >= settings.longAfterMinutes * MINUTE_MS;
  if (finished && looking && !long) return held('looking');
  const muted = situation.now < settings.mutedUntil;
  if (muted || inQuietHours(settings.quietHours, situation.minuteOfDay)) {
    return stopsBuilding(about) ? shown('critical') : held(muted ? 'muted' : 'quiet-hours');
  }
  return shown(finished ? (looking ? 'long' : 'unwatched') : 'wanted');
}

/**
 * Whether a wall-clock minute is in quiet hours, which may span midnight. Equal times mean none.
 * @param minuteOfDay 0 to 1439, by the user's clock
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
