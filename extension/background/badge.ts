import { otherWorkIn } from '../../shared/attention/build-facts.ts';
import { attentionCount } from '../../shared/attention/open-items.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { runningWork } from '../../shared/snapshot/work.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { AttentionView } from '../attention/view.ts';
import type { ConnectionStatus } from '../connection/status.ts';
import type { Settings } from '../storage/settings-schema.ts';

/** Toolbar flame: lit; lit beside a count; outlined: all acknowledged; struck: something can't be read. */
export type FlameIcon = 'calm' | 'count' | 'outlined' | 'struck';

export type Badge = {
  text: string;
  /** Background of the badge; never the only sign: text, flame and title say the same. */
  color: string;
  look: FlameIcon;
  /** What the title starts with. */
  says: 'status' | 'asking' | 'acknowledged' | 'running' | 'credits' | 'calm';
  count: number;
};

export type BadgeInput = {
  status: ConnectionStatus;
  attention: AttentionView;
  snapshot: Snapshot | null;
  settings: Settings;
  /** The edge's clock. */
  now: InstantMs;
};

const COLOR = {
  critical: '#b3261e',
  warning: '#8a5a00',
  note: '#3d5a80',
  running: '#1f5fa8',
  quiet: '#5f5a52',
} as const;

/** Computes badge, color and flame from the popup's values. A connection problem never looks quiet. */
export function badgeOf(input: BadgeInput): Badge {
  const { unacknowledged, acknowledged, worst } = attentionCount(input.attention);
  if (input.status.kind !== 'fine') {
    const text =
      input.status.kind === 'not-paired' ? '' : unacknowledged > 0 ? `${short(unacknowledged)}?` : '?';
    return { text, color: COLOR.quiet, look: 'struck', says: 'status', count: unacknowledged };
  }
  if (unacknowledged > 0) {
    return {
      text: short(unacknowledged),
      color: COLOR[worst ?? 'note'],
      look: 'count',
      says: 'asking',
      count: unacknowledged,
    };
  }
  if (acknowledged > 0) {
    return { text: '', color: COLOR.quiet, look: 'outlined', says: 'acknowledged', count: acknowledged };
  }
  const running = input.settings.calmBadge === 'running' ? goingOn(input) : 0;
  if (running > 0) {
    return {
      text: `▸${short(running)}`,
      color: COLOR.running,
      look: 'calm',
      says: 'running',
      count: running,
    };
  }
  const credits = input.snapshot?.sections.account.data?.credits;
  if (input.settings.calmBadge === 'credits' && credits !== undefined && !input.settings.screenShare) {
    return { text: shortCredits(credits), color: COLOR.quiet, look: 'calm', says: 'credits', count: credits };
  }
  return { text: '', color: COLOR.quiet, look: 'calm', says: 'calm', count: 0 };
}

/** How much goes on, as the popup lists it: runs, deployments, and what else goes on in a project. */
const goingOn = ({ snapshot, now }: BadgeInput): number =>
  runningWork(snapshot, now).length +
  (snapshot?.sections.projects.data?.items ?? []).filter(
    ({ projectId }) => otherWorkIn(snapshot, projectId, now) !== null,
  ).length;

const short = (count: number): string => (count > 99 ? '99' : String(count));

function shortCredits(credits: number): string {
  if (credits < 1000) return String(Math.floor(credits));
  return credits < 100_000 ? `${Math.floor(credits / 1000)}k` : '99k';
}

/** Icon files of a flame style by size; the drawings are in `assets/looks`. */
export function flameIcon(look: FlameIcon): Record<number, string> {
  const lit = look === 'calm' || look === 'count';
  const file = (px: number) => (lit ? `/icons/${px}.png` : `/flame/${look}-${px}.png`);
  return { 16: file(16), 32: file(32) };
}
