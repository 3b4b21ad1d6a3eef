import { remarksIn } from '../../shared/builder-api/agent.ts';
import type { Category } from '../../shared/builder-api/limits.ts';
import { launchedProject } from '../../shared/builder-api/projects.ts';
import { bytesIn } from '../../shared/bytes.ts';
import type { PaidServiceName } from '../../shared/catalogues/paid.ts';
import { shownLabel } from '../../shared/one-line.ts';
import type { LaunchRefusal } from '../../shared/snapshot/launches.ts';
import type { Engine, Prices } from '../../shared/snapshot/prices.ts';
import { engineOfNew, isPriced, launchPrice, type Price, price } from '../../shared/spending/price.ts';
import type { RunCount } from '../../shared/spending/runs.ts';
import type { ServiceResponse } from '../builder-api/response.ts';
import { apiErrorOf, fail, type Result } from '../http/result.ts';
import type { Effect } from './launch-ledger.ts';
import { isNameOrSuffixed } from './resolution.ts';

/** A paid call that passed the whitelist, with what is needed to settle it later. */
export interface PaidCall {
  /** The idempotency key from the browser. */
  key: string;
  operation: PaidServiceName;
  parameters: Record<string, string>;
  /**
   * The checked body as JSON in UTF-8; null = none. It is sent and not stored, because it may hold secrets.
   * Bytes, because one character beyond Latin-1 doubles a string's size in the RPC to the object, which is
   * limited to 32 MiB.
   */
  body: Uint8Array | null;
  /** Keyed digest of operation, parameters and body. */
  fingerprint: string;
  requestedProjectId: string;
  label: string | null;
  /** The beginning of its prompt; null without one. */
  prompt: string | null;
  /** Digest of the prompt (`prompts.ts`); null without one. */
  promptDigest: string | null;
  /** Files whose content is uploaded, each at a fixed price. */
  uploads: number;
  /** The runs that it starts; null: none. */
  runs: RunCount | null;
  /** The engine requested for a new project; null when not given, and for work on an existing project. */
  engine: Engine | null;
  /**
   * The caller's choice for the run, null = none. `credits` null: no budget, whatever the project's default.
   */
  budget: { credits: number | null } | null;
  /** The caps that a launch names, which its project keeps; null = no cap. */
  caps: NamedCaps;
}

export type NamedCaps = Readonly<Partial<Record<Category, number | null>>>;

/** Cost of a call at fixed prices; null if a price list that may apply was not read. A run has none. */
export function fixedPrice(
  { operation, uploads, engine: chosen }: Pick<PaidCall, 'operation' | 'uploads' | 'engine'>,
  /** Of the existing project; null when unknown. */
  engine: Engine | null,
  prices: Prices | null,
): Price | null {
  if (operation === 'launchProject') return launchPrice(uploads, engineOfNew(chosen, prices), prices);
  if (operation === 'createProject') return price(operation, engineOfNew(chosen, prices), prices);
  return isPriced(operation) ? price(operation, engine, prices) : { least: 0, most: 0 };
}

/**
 * Refuses calls that exceed the device's daily limit; an unknown price counts as too much. A run counts with
 * its usual cost; without history it is refused once the limit is reached, and always when the limit is 0.
 */
export function guardSpending(
  limitCredits: number | null,
  spentCredits: number,
  priceCredits: number | null,
): Result<null> {
  if (limitCredits === null) return { ok: true, value: null };
  if (priceCredits === null)
    return fail('EDGE_SPEND_GUARD', 'The price is not known just now, and this browser has a daily limit.', {
      details: { limitCredits, spentCredits, priceCredits },
    });
  if (spentCredits < limitCredits && spentCredits + priceCredits <= limitCredits)
    return { ok: true, value: null };
  return fail('EDGE_SPEND_GUARD', 'This would take the browser over what it may spend a day.', {
    details: { limitCredits, spentCredits, priceCredits },
  });
}

/** Outcome of a paid call according to its response. */
export type Interpretation =
  | { kind: 'launched'; effect: Effect }
  | { kind: 'refused'; refusal: LaunchRefusal }
  | { kind: 'unknown' };

const ANSWER_KEPT_MAX_BYTES = 16_384;

/** Interprets the response to a paid call: done, refused, or unknown, which is all that is not certain. */
export function interpretResponse(
  operation: PaidServiceName,
  requestedProjectId: string,
  response: ServiceResponse,
): Interpretation {
  if (response.ok) {
    const effect =
      operation === 'launchProject'
        ? launchEffect(response.data, requestedProjectId)
        : workEffect(response.data, requestedProjectId);
    if (effect === null) return { kind: 'unknown' };
    const kept = operation !== 'launchProject' && bytesIn(response.text) <= ANSWER_KEPT_MAX_BYTES;
    return {
      kind: 'launched',
      effect: { ...effect, answer: kept ? { status: response.status, text: response.text } : null },
    };
  }
  if (!response.failure.isCertain) return { kind: 'unknown' };
  const { code, message, status, details } = apiErrorOf(response.failure);
  return { kind: 'refused', refusal: { code, message, httpStatus: status, details } };
}

/** A project of another name was not requested: the outcome of the call has to be checked. */
function launchEffect(data: unknown, requestedProjectId: string): Omit<Effect, 'answer'> | null {
  const parsed = launchedProject.safeParse(data);
  if (!parsed.success || !isNameOrSuffixed(parsed.data.projectId, requestedProjectId)) return null;
  const { projectId, label, agent, warnings } = parsed.data;
  return {
    projectId,
    label: shownLabel(label),
    agentStarted: agent?.started ?? null,
    begunAt: null,
    warnings: [
      ...(warnings ?? []).map(({ step, errorCode, errorMessage }) => ({ step, errorCode, errorMessage })),
      ...(agent?.warnings ?? []).map((words) => ({ step: 'agent', errorCode: '', errorMessage: words })),
    ],
  };
}

function workEffect(data: unknown, requestedProjectId: string): Omit<Effect, 'answer'> {
  const named = typeof data === 'object' && data !== null && 'projectId' in data ? data.projectId : null;
  const isOfName = typeof named === 'string' && isNameOrSuffixed(named, requestedProjectId);
  return {
    projectId: isOfName ? named : requestedProjectId,
    label: null,
    agentStarted: null,
    begunAt: null,
    warnings: remarksIn(data).map((words) => ({ step: 'agent', errorCode: '', errorMessage: words })),
  };
}
