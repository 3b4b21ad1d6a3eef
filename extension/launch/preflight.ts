import { RUN_BUDGET_MIN_CREDITS } from '../../shared/edge-api/guards.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { UsualRange } from '../../shared/snapshot/project-state.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Blocker } from '../../shared/spending/blocker.ts';
import type { CauseKind } from '../../shared/spending/cause.ts';
import { engineOfNew, launchPrice, type Price, RUN_START_CREDITS } from '../../shared/spending/price.ts';
import { runBudgetOf } from '../../shared/spending/run-budget.ts';
import { type CommittedCredits, committedCredits, nothingCommitted } from '../../shared/spending/runs.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { Flag } from '../capture/flag-rules.ts';
import { undecidedFlags } from '../capture/flag-rules.ts';
import type { Draft } from '../storage/drafts.ts';
import { capOf, draftProblems, type Problem } from './draft-problems.ts';

/** Immediate cost of a launch by the price list. `uploads` counts attachments that are sent as files. */
export interface FixedPrice extends Price {
  uploads: number;
}

export type Fit =
  /** The balance without committed credits covers the usual maximum. */
  | 'fits'
  /** It covers the fixed price, but possibly not the first run. */
  | 'tight'
  /** It covers the fixed price, but perhaps not what the first run takes as it begins. */
  | 'no-start'
  /** It does not cover the fixed price: the service would refuse. */
  | 'short'
  | 'unknown';

/** Whether the monthly cap or the budget, whichever is less, is enough for the first run. */
export type CapFit =
  | { kind: 'none' | 'unknown' }
  | { kind: 'leaves-room' | 'may-stop-run' | 'stops-run'; by: 'cap' | 'budget'; credits: number };

/**
 * Whether to ask before a launch: the price or the usual credits are not known, the run would be stopped as
 * it begins, or flagged text of a page goes along.
 */
export const asksFirst = ({ fixed, runCredits, fit, capFit }: Preflight, { keptLines }: Draft): boolean =>
  fixed === null ||
  runCredits === null ||
  fit === 'no-start' ||
  capFit.kind === 'stops-run' ||
  keptLines.length > 0;

/** What is known about a launch before it is confirmed; unknown figures are null. */
export interface Preflight {
  fixed: FixedPrice | null;
  runCredits: UsualRange | null;
  runDurationMs: UsualRange | null;
  /** `readAt` by the edge's clock; `isCurrent`: its last read succeeded, and the next one is not overdue. */
  balance: { credits: number; readAt: InstantMs | null; isCurrent: boolean } | null;
  committed: CommittedCredits;
  fit: Fit;
  capFit: CapFit;
}

/** Evaluates a launch from stored data: prices, the account's history, balance, running runs and the cap. */
export function preflight(draft: Draft, snapshot: Snapshot | null): Preflight {
  if (!snapshot) return { ...NOTHING_KNOWN, capFit: capFitOf(draft, null, null) };
  const { account, history } = snapshot.sections;
  const fixed = fixedPrice(draft, snapshot);
  const runCredits = history.data?.runCredits ?? null;
  const balance = account.data && {
    credits: account.data.credits,
    readAt: account.readAt,
    isCurrent: account.error === null && !account.isOverdue,
  };
  const committed = committedCredits(snapshot);
  const capFit = capFitOf(draft, fixed, runCredits);
  return {
    fixed,
    runCredits,
    runDurationMs: history.data?.runDurationMs ?? null,
    balance,
    committed,
    fit: fitOf(balance?.credits ?? null, fixed, runCredits && mostOf(runCredits, capFit), committed),
    capFit,
  };
}

const NOTHING_KNOWN: Preflight = {
  fixed: null,
  runCredits: null,
  runDurationMs: null,
  balance: null,
  committed: nothingCommitted,
  fit: 'unknown',
  capFit: { kind: 'unknown' },
};

function fixedPrice({ attachments, settings }: Draft, snapshot: Snapshot): FixedPrice | null {
  const prices = snapshot.sections.prices.data;
  const uploads = attachments.filter(({ source }) => source.kind === 'file').length;
  const chosen = settings.engine === 'account' ? null : settings.engine;
  const found = launchPrice(uploads, engineOfNew(chosen, prices), prices);
  return found && { ...found, uploads };
}

function fitOf(
  credits: number | null,
  fixed: FixedPrice | null,
  most: number | null,
  committed: CommittedCredits,
): Fit {
  if (credits === null) return 'unknown';
  if (credits <= 0 || (fixed && credits < fixed.least)) return 'short';
  if (credits - (committed.most ?? 0) < (fixed?.most ?? 0) + RUN_START_CREDITS) return 'no-start';
  if (!fixed || most === null || committed.most === null) return 'unknown';
  return credits - committed.most >= fixed.most + most ? 'fits' : 'tight';
}

/** What the first run takes at most: its usual maximum, or what stops it before. */
const mostOf = (run: UsualRange, fit: CapFit): number =>
  'credits' in fit ? Math.min(run.high, Math.max(fit.credits, RUN_START_CREDITS)) : run.high;

function capFitOf(draft: Draft, fixed: FixedPrice | null, run: UsualRange | null): CapFit {
  const cap = capOf(draft.settings.developmentCap);
  const budget = runBudgetOf(draft.settings.runBudget ?? '');
  if (cap === 'invalid' || budget === 'invalid') return { kind: 'unknown' };
  const stop =
    typeof budget === 'number' && (cap === null || budget < cap)
      ? { by: 'budget' as const, credits: budget }
      : cap !== null && { by: 'cap' as const, credits: cap };
  if (!stop) return { kind: 'none' };
  // The reference does not say whether the price of the project counts as well.
  const price = fixed?.most ?? 0;
  if (stop.credits < RUN_BUDGET_MIN_CREDITS + price) return { kind: 'stops-run', ...stop };
  if (!run) return { kind: 'unknown' };
  const isEnough = stop.credits >= run.high + price;
  return { kind: isEnough ? 'leaves-room' : 'may-stop-run', ...stop };
}

/** The first reason why this launch would fail. */
export type LaunchBlocker =
  | { kind: 'refused'; blocker: Blocker }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'flags'; flags: Flag[] };

/** Causes that the user can fix in the account while filling in the form: listed last. */
const MONEY: ReadonlySet<CauseKind> = new Set(['balance-used-up', 'daily-limit']);

/**
 * Finds what would refuse a launch: what can't be changed here, then the form downwards, then credits.
 * @param secretsWithValue ids of the secrets whose value is in memory
 * @param found blockers of a launch, worst first
 * @param role of this browser
 */
export function launchBlockerOf(
  draft: Draft,
  secretsWithValue: ReadonlySet<string>,
  found: readonly Blocker[],
  role: Role | null,
): LaunchBlocker | null {
  const refusing = found.filter(({ effect }) => effect === 'refused');
  const fixed = refusing.find(({ cause }) => !MONEY.has(cause.kind));
  if (fixed) return { kind: 'refused', blocker: fixed };
  const [problem] = draftProblems(draft, secretsWithValue, role);
  if (problem) return { kind: 'problem', problem };
  const flags = draft.reference ? undecidedFlags(draft.reference.text, draft.keptLines) : [];
  if (flags.length > 0) return { kind: 'flags', flags };
  const [blocker] = refusing;
  return blocker ? { kind: 'refused', blocker } : null;
}
