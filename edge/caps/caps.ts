import { CAP_FIELD, type Category } from '../../shared/builder-api/limits.ts';
import {
  type BudgetRequest,
  CAP_EVENT,
  type CapRequest,
  type CapResponse,
} from '../../shared/edge-api/caps.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import type { CallService } from '../builder-api/client.ts';
import type { KnownDevice } from '../devices/devices.ts';
import type { KeepOwnEvent } from '../events/own-events.ts';
import { type Failed, fail, failedCall, type Result, success } from '../http/result.ts';
import { notAnswered } from '../http/service-failure.ts';
import { Turns } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';

/** Both caps of a project as just read; undefined = the service did not name it. */
export interface ReadCaps {
  caps: Readonly<Record<Category, number | null | undefined>>;
  /** Credits used this month; null = the service can't say. */
  used: Readonly<Record<Category, number>> | null;
}

/** A cap of the owner's: what it is expected to be, and what it is to become. */
export interface CapChange {
  projectId: string;
  category: Category;
  from: number | null;
  to: number | null;
}

/** `set`: it is `to` now, or was already. `changed`: somebody else had set it to `found`, which stays. */
type Compared =
  | { kind: 'agrees' }
  | { kind: 'set' }
  | { kind: 'changed'; found: number | null }
  /** Nothing was changed. */
  | { kind: 'not-read'; failure: ServiceFailure };

/** `failed`: refused, or the response was lost and the cap is not `to`. */
export type CapOutcome = Exclude<Compared, { kind: 'agrees' }> | { kind: 'failed'; failure: ServiceFailure };

export interface CapParts {
  callService: CallService;
  keepEvent: KeepOwnEvent;
  /** The owner's cap where a guard overrides it. @param stands the cap at the service */
  ownCap: (projectId: string, category: Category, stands: number | null) => number | null;
  /** What a browser is refused with that was signed out while it waited; null: it may go on. */
  refusalOf: (who: Pick<KnownDevice, 'deviceId'>) => Failed | null;
}

/**
 * The only place where the edge sets caps. The service has no conditional change, so changes of one project
 * run one after another, and nothing else of the edge happens between reading a cap and setting it.
 */
export class Caps {
  readonly #context: AccountContext;
  readonly #parts: CapParts;
  readonly #turns = new Turns();

  constructor(context: AccountContext, parts: CapParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Runs changes of one project in sequence. */
  inTurn<T>(projectId: string, act: () => Promise<T>): Promise<T> {
    return this.#turns.take(projectId, act);
  }

  /** The same for a browser, which may have been signed out while it waited. */
  inTurnOf<T>(
    who: Pick<KnownDevice, 'deviceId'>,
    projectId: string,
    act: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return this.inTurn(projectId, async () => this.#parts.refusalOf(who) ?? act());
  }

  async read(
    projectId: string,
  ): Promise<{ ok: true; value: ReadCaps } | { ok: false; failure: ServiceFailure }> {
    const result = await this.#parts.callService('getCreditLimits', { parameters: { projectId } });
    if (!result.ok) return result;
    const { creditLimits, usedThisMonth } = result.data;
    const caps = {
      development: creditLimits[CAP_FIELD.development],
      infrastructure: creditLimits[CAP_FIELD.infrastructure],
    };
    return { ok: true, value: { caps, used: usedThisMonth ?? null } };
  }

  /**
   * Sets a cap without comparing it; the caller has. Call within {@link inTurn}.
   * @returns null = it is set
   */
  async set(projectId: string, category: Category, to: number | null): Promise<ServiceFailure | null> {
    const result = await this.#parts.callService('setCreditLimits', {
      parameters: { projectId },
      body: JSON.stringify({ [CAP_FIELD[category]]: to }),
    });
    if (!result.ok) return result.failure;
    this.#context.emitter.emit('cap-changed', projectId);
    return null;
  }

  /** Reads a cap of the owner's and compares it with `from`, and with `to`. Call within {@link inTurn}. */
  async #compare({ projectId, category, from, to }: CapChange): Promise<Compared> {
    const read = await this.read(projectId);
    if (!read.ok) return { kind: 'not-read', failure: read.failure };
    const stands = read.value.caps[category];
    if (stands === undefined) return { kind: 'not-read', failure: notNamed() };
    const own = this.#parts.ownCap(projectId, category, stands);
    if (own === to) return { kind: 'set' };
    return own === from ? { kind: 'agrees' } : { kind: 'changed', found: own };
  }

  /** Sets a cap of the owner's that was just compared. Call within {@link inTurn}. */
  async #setOwn({ projectId, category, to }: CapChange): Promise<CapOutcome> {
    const failure = await this.set(projectId, category, to);
    const isSet = failure === null || (!failure.isCertain && (await this.#is(projectId, category, to)));
    if (!isSet) return { kind: 'failed', failure };
    this.#context.emitter.emit('own-cap-changed', projectId, category, to);
    return { kind: 'set' };
  }

  /** PUT `/caps/:projectId`. @param by the browser */
  async put(
    projectId: string,
    request: CapRequest | BudgetRequest,
    by: { deviceId: string; name: string | null },
  ): Promise<Result<CapResponse>> {
    if (request.category === 'feature') return this.#putBudget(projectId, request, by.deviceId);
    const { category, expected, to } = request;
    const change = { projectId, category, from: expected, to };
    const outcome = await this.inTurn(projectId, async () => {
      const refusal = this.#parts.refusalOf(by);
      if (refusal !== null) return { kind: 'refused' as const, refusal };
      const compared = await this.#compare(change);
      if (compared.kind !== 'agrees') return compared;
      const set = await this.#setOwn(change);
      if (set.kind === 'set')
        this.#parts.keepEvent(CAP_EVENT, projectId, { category, from: expected, to, by: by.name });
      return set;
    });
    switch (outcome.kind) {
      case 'set':
        return success({ cap: to });
      case 'refused':
        return outcome.refusal;
      case 'changed':
        return changed(outcome.found);
      case 'not-read':
      case 'failed':
        return failedCall(outcome.failure);
    }
  }

  /**
   * The same for a feature's budget; that of all features sets the infrastructure cap as well (service
   * reference, Feature limits).
   */
  #putBudget(projectId: string, request: BudgetRequest, deviceId: string): Promise<Result<CapResponse>> {
    const { emitter } = this.#context;
    const { feature, field, expected, to } = request;
    const { parameters, body } = changeOf(projectId, request);
    return this.inTurnOf({ deviceId }, projectId, async () => {
      const read = () => this.#parts.callService('getFeatureLimits', { parameters });
      const before = await read();
      if (!before.ok) return failedCall(before.failure);
      const { [field]: stands = null, planCeiling, unit } = before.data.features[feature] ?? {};
      if (stands === to) return success({ cap: to });
      // Without a budget of its own, the plan's counts, which is what an event names.
      const isSeen = stands === expected || (stands === null && planCeiling?.[field] === expected);
      if (!isSeen) return changed(stands);
      const set = await this.#parts.callService('setFeatureLimits', { parameters, body });
      if (!set.ok) {
        // After a lost response: whether it was set.
        const after = set.failure.isCertain ? null : await read();
        if (!after?.ok || (after.data.features[feature]?.[field] ?? null) !== to)
          return failedCall(set.failure);
      }
      emitter.emit('cap-changed', projectId);
      if (feature === 'all') emitter.emit('own-cap-changed', projectId, 'infrastructure', to);
      emitter.emit('setting-changed', deviceId, projectId, {
        ...{ setting: 'limit', did: 'changed', feature, part: field, from: stands, to },
        ...(field === 'monthlyUnitCap' && unit != null && { unit }),
      });
      return success({ cap: to });
    });
  }

  /** After a lost response: whether the cap was set. */
  async #is(projectId: string, category: Category, cap: number | null): Promise<boolean> {
    const read = await this.read(projectId);
    return read.ok && read.value.caps[category] === cap;
  }
}

/** What a request changes at the service. */
export function changeOf(projectId: string, request: CapRequest | BudgetRequest) {
  const parameters = { projectId };
  if (request.category !== 'feature') {
    const body = JSON.stringify({ [CAP_FIELD[request.category]]: request.to });
    return { operation: 'setCreditLimits', parameters, body } as const;
  }
  const body = JSON.stringify({ features: { [request.feature]: { [request.field]: request.to } } });
  return { operation: 'setFeatureLimits', parameters, body } as const;
}

const changed = (found: number | null) =>
  fail('EDGE_CAP_CHANGED', 'Somebody has set another cap; nothing was changed.', { details: { found } });

export const notNamed = (): ServiceFailure => notAnswered('unexpected-answer', 'The service returns no cap.');
