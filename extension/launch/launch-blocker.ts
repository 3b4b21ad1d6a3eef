import type { Blocker } from '../../shared/spending/blocker.ts';
import type { CauseKind } from '../../shared/spending/cause.ts';
import { undecidedFlags } from '../capture/flag-lines.ts';
import type { Flag } from '../capture/flag-rules.ts';
import type { Draft } from '../storage/drafts.ts';
import { draftProblems, type Problem } from './draft-problems.ts';

/** The one thing that would keep this launch from happening, the first that there is. */
export type LaunchBlocker =
  | { kind: 'refused'; blocker: Blocker }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'flags'; flags: Flag[] };

/** What the account can be mended by while the form is filled in: said last. */
const MONEY: ReadonlySet<CauseKind> = new Set(['balance-used-up', 'daily-limit']);

/**
 * Finds what would refuse a launch, before it is tried: what the user can't change here first, then the form from top to
 * bottom, then credits.
 * @param secretsWithValue ids of the secrets whose value is in memory
 * @param found what is in the way of a launch, the worst first
 */
export function launchBlockerOf(
  draft: Draft,
  secretsWithValue: ReadonlySet<string>,
  found: readonly Blocker[],
): LaunchBlocker | null {
  const refusing = found.filter(({ effect }) => effect === 'refused');
  const fixed = refusing.find(({ cause }) => !MONEY.has(cause.kind));
  if (fixed) return { kind: 'refused', blocker: fixed };
  const [problem] = draftProblems(draft, secretsWithValue);
  if (problem) return { kind: 'problem', problem };
  const flags = draft.reference ? undecidedFlags(draft.reference.text, draft.keptLines) : [];
  if (flags.length > 0) return { kind: 'flags', flags };
  const [blocker] = refusing;
  return blocker ? { kind: 'refused', blocker } : null;
}
