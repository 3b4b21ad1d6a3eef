import type { Category } from '../../shared/builder-api/limits.ts';
import { type ChannelKind, KIND_NAMES } from '../../shared/edge-api/channel-kinds.ts';
import type { InstantMs } from '../../shared/time.ts';
import { success } from '../http/result.ts';
import { type CapOverrideRows, isChanged } from './cap-override-rows.ts';
import type { CapOverrides, ReadCap } from './cap-overrides.ts';
import { activeIn } from './layers.ts';

/** What a link of an alert asks for: its cap from what to what, credits, until when. */
export interface LinkRaise {
  projectId: string;
  category: Category;
  from: number;
  to: number;
  until: InstantMs;
  link: ChannelKind;
  /** Called in the step that records it, once the cap as read equals `from`; null: not allowed any more. */
  commit: (since: InstantMs) => true | null;
}

/**
 * `lost`: recorded, but no answer says whether it was set; the checks of overrides settle it. `ended`:
 * `commit` refused it. `differs`: the cap is not what the link says, or more than it allows is used already.
 */
export type LinkRaiseOutcome =
  | { kind: 'raised' | 'lost' | 'refused' | 'not-read' | 'ended' }
  | ({ kind: 'differs' } & ReadCap);

export interface LinkRaiseHands {
  now: () => InstantMs;
  canEdit: () => boolean | null;
  overrides: Pick<CapOverrides, 'apply'>;
  rows: Pick<CapOverrideRows, 'get'>;
}

/**
 * Reads the cap. In one synchronous step, compares it with the link, asks `commit` and records the raise.
 * Then sets it. Call within {@link Caps.inTurn}.
 */
export async function raiseByLink(
  { now, canEdit, overrides, rows }: LinkRaiseHands,
  { projectId, category, from, to, until, link, commit }: LinkRaise,
): Promise<LinkRaiseOutcome> {
  if (canEdit() === false) return { kind: 'refused' };
  const since = now();
  let outcome: LinkRaiseOutcome = { kind: 'not-read' };
  const applied = await overrides.apply(
    projectId,
    ({ cap, used }, own) => {
      const row = rows.get(projectId, category);
      const kept = activeIn(row?.layers ?? []);
      const isRaised = kept.some(({ kind }) => kind === 'raise');
      if (own !== from || isRaised || (used !== null && used >= to)) {
        outcome = { kind: 'differs', cap: isRaised ? cap : own, used };
        return success(null);
      }
      // The budget of a run in progress holds until it is over.
      if (kept.length > 0 && row !== null && isChanged(row)) return success(null);
      if (commit(since) === null) {
        outcome = { kind: 'ended' };
        return success(null);
      }
      outcome = { kind: 'lost' };
      const by = KIND_NAMES[link];
      const request = { kind: 'raise', credits: to - from, to, until, by, link, call: null } as const;
      return success({ ...request, since, endedAt: null });
    },
    category,
  );
  if (outcome.kind !== 'lost') return outcome;
  if (applied.ok) return { kind: 'raised' };
  const layer = rows.get(projectId, category)?.layers.find((one) => one.since === since && one.link === link);
  return { kind: layer === undefined || layer.endedAt !== null ? 'refused' : 'lost' };
}
