import { deployEnding, deployPhaseOf } from '../../shared/endings/deploy-ending.ts';
import { runProgress } from '../../shared/endings/run-ending.ts';
import { type InstantMs, parseInstant } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import type { Delivery } from './subscriptions/webhook-service.ts';

/** Calls of the service per sweep; further events have no facts. */
const CALLS_PER_SWEEP = 4;

/**
 * Reads facts of events that were not delivered. The service's record of a delivery has no body, but the
 * project's state still shows how the deploy or the run ended, or which cap was reached.
 */
export class ReconciledFacts {
  readonly #call: CallService;
  #callsLeft = CALLS_PER_SWEEP;

  constructor(call: CallService) {
    this.#call = call;
  }

  startSweep(): void {
    this.#callsLeft = CALLS_PER_SWEEP;
  }

  async of({ event, eventId, projectId, at }: Delivery): Promise<Record<string, unknown>> {
    if (projectId === null || this.#callsLeft === 0) return {};
    switch (event) {
      case 'deployment.finished':
        return this.#deployment(projectId, eventId ?? '', parseInstant(at));
      case 'agent.prompt.finished':
        return this.#run(projectId);
      case 'project.credit_limit.reached':
        return this.#limit(projectId);
      default:
        return {};
    }
  }

  async #deployment(
    projectId: string,
    eventId: string,
    toldAt: InstantMs | null,
  ): Promise<Record<string, unknown>> {
    this.#callsLeft--;
    const response = await this.#call('getDeploymentStatus', { parameters: { projectId } });
    if (!response.ok) return {};
    const { status, deploymentId, createdAt } = response.data;
    // The status is of the latest deployment, which may have begun since.
    if ((parseInstant(createdAt) ?? 0) > (toldAt ?? Number.POSITIVE_INFINITY)) return {};
    if (deploymentId && eventId !== `deploy:${deploymentId}`) return {};
    return deployEnding({ phase: deployPhaseOf(status), finishedAt: null }) !== null
      ? { status, ...(deploymentId && { deploymentId }) }
      : {};
  }

  async #run(projectId: string): Promise<Record<string, unknown>> {
    this.#callsLeft--;
    const response = await this.#call('getAgentStatus', { parameters: { projectId } });
    if (!response.ok) return {};
    const { status } = response.data;
    return runProgress({ status }).kind === 'ended' ? { status } : {};
  }

  async #limit(projectId: string): Promise<Record<string, unknown>> {
    this.#callsLeft--;
    const response = await this.#call('getAtLimit');
    if (!response.ok) return {};
    const found = response.data.projects.find((p) => p.projectId === projectId);
    if (!found) return {};
    const category = found.atLimit.development ? 'development' : 'infrastructure';
    const { maxDevelopmentCreditsPerMonth, maxInfrastructureCreditsPerMonth } = found.creditLimits;
    const limit =
      category === 'development' ? maxDevelopmentCreditsPerMonth : maxInfrastructureCreditsPerMonth;
    return { category, spent: found.usedThisMonth?.[category], limit };
  }
}
