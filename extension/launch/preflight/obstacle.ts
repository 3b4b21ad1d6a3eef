import type { Role } from '../../../shared/edge/roles.ts';
import { mayActAs } from '../../../shared/edge/roles.ts';
import type { Draft } from '../draft/draft.ts';
import { draftProblems, type Problem } from '../draft/draft-problems.ts';
import type { Flag } from '../flags/flag.ts';
import { undecidedFlags } from '../flags/flag-lines.ts';
import type { Preflight } from './preflight.ts';

/** The one thing that would keep this launch from happening, the first that there is. */
export type Obstacle =
  | { kind: 'not-paired' }
  | { kind: 'role' }
  | { kind: 'key-rejected' }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'flags'; flags: Flag[] }
  | { kind: 'credits'; needed: number | null; balance: number };

export interface Standing {
  /** null while no edge is paired. */
  role: Role | null;
  keyRejected: boolean;
}

/**
 * Finds what would refuse a launch, before it is tried: what the user can't change here first, then the form from top to
 * bottom, then credits.
 * @param secretsWithValue ids of the secrets whose value is in memory
 */
export function obstacleOf(
  draft: Draft,
  secretsWithValue: ReadonlySet<string>,
  figures: Preflight,
  standing: Standing,
): Obstacle | null {
  if (standing.role === null) return { kind: 'not-paired' };
  if (!mayActAs(standing.role, 'builder')) return { kind: 'role' };
  if (standing.keyRejected) return { kind: 'key-rejected' };
  const [problem] = draftProblems(draft, secretsWithValue);
  if (problem) return { kind: 'problem', problem };
  const flags = draft.reference ? undecidedFlags(draft.reference.text, draft.keptLines) : [];
  if (flags.length > 0) return { kind: 'flags', flags };
  if (figures.fit === 'short' && figures.balance) {
    return { kind: 'credits', needed: figures.fixed?.credits ?? null, balance: figures.balance.credits };
  }
  return null;
}
