import type { Role } from '../../shared/edge-api/roles.ts';
import { mayActAs } from '../../shared/edge-api/roles.ts';
import type { Draft } from './draft.ts';
import { draftProblems, type Problem } from './draft-problems.ts';
import type { Flag } from './flag.ts';
import { undecidedFlags } from './flag-lines.ts';
import type { Preflight } from './preflight.ts';

/** The one thing that would keep this launch from happening, the first that there is. */
export type Obstacle =
  | { kind: 'not-paired' }
  | { kind: 'role' }
  | { kind: 'key-rejected' }
  | { kind: 'unreachable' }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'flags'; flags: Flag[] }
  | { kind: 'credits'; needed: number | null; balance: number };

/** Who would send it, and whether it would arrive. */
export interface Sender {
  /** null while no edge is paired. */
  role: Role | null;
  keyRejected: boolean;
  /** Nothing that is sent now would arrive at the edge. */
  unreachable: boolean;
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
  sender: Sender,
): Obstacle | null {
  if (sender.role === null) return { kind: 'not-paired' };
  if (!mayActAs(sender.role, 'builder')) return { kind: 'role' };
  if (sender.unreachable) return { kind: 'unreachable' };
  if (sender.keyRejected) return { kind: 'key-rejected' };
  const [problem] = draftProblems(draft, secretsWithValue);
  if (problem) return { kind: 'problem', problem };
  const flags = draft.reference ? undecidedFlags(draft.reference.text, draft.keptLines) : [];
  if (flags.length > 0) return { kind: 'flags', flags };
  // A balance that could not be read anew may have grown since: the service itself knows.
  if (figures.fit === 'short' && figures.balance?.isCurrent) {
    return { kind: 'credits', needed: figures.fixed?.credits ?? null, balance: figures.balance.credits };
  }
  return null;
}
