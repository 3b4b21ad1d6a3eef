import type { Ask } from '../builder-api/client.ts';
import type { Delivery } from './subscriptions/webhook-service.ts';

/** Calls of the service for one sweep's facts; what is beyond shows without them. */
const CALLS_PER_SWEEP = 4;

/**
 * The service's record of a delivery has no body. Where the project's state still tells what the body told, that is asked:
 * how the deploy or the run ended, which cap was reached.
 */
export class ReconciledFacts {
  readonly #ask: Ask;
  #callsLeft = CALLS_PER_SWEEP;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  startSweep(): void {
    this.#callsLeft = CALLS_PER_SWEEP;
  }

  async of({ event, eventId, projectId }: Delivery): Promise<Record<string, unknown>> {
    if (projectId === null || this.#callsLeft === 0) return {};
    switch (event) {
      case 'deployment.finished':
        return this.#deployment(projectId, eventId ?? '');
      case 'agent.prompt.finished':
        return this.#run(projectId);
      case 'project.credit_limit.reached':
        return this.#limit(projectId);
      default:
        return {};
    }
  }

  async #deployment(projectId: string, eventId: string): Promise<Record<string, unknown>> {
    this.#callsLeft--;
    const answer = await this.#ask('getDeploymentStatus', { parameters: { projectId } });
    if (!answer.ok) return {};
    const { status, deploymentId } = answer.data;
    if (deploymentId && eventId !== `deploy:${deploymentId}`) return {};
    return status === 'success' || status === 'error'
      ? { status, ...(deploymentId && { deploymentId }) }
      : {};
  }

  async #run(projectId: string): Promise<Record<string, unknown>> {
    this.#callsLeft--;
    const answer = await this.#ask('getAgentStatus', { parameters: { projectId } });
    return answer.ok && answer.data.status && answer.data.status !== 'init'
      ? { status: answer.data.status }
      : {};
  }

  async #limit(projectId: string): Promise<Record<string, unknown>> {
    this.#callsLeft--;
    const answer = await this.#ask('getAtLimit');
    if (!answer.ok) return {};
    const found = answer.data.projects.find((p) => p.projectId === projectId);
    if (!found) return {};
    const category = found.atLimit.development ? 'development' : 'infrastructure';
    const { maxDevelopmentCreditsPerMonth, maxInfrastructureCreditsPerMonth } = found.creditLimits;
    const limit =
      category === 'development' ? maxDevelopmentCreditsPerMonth : maxInfrastructureCreditsPerMonth;
    return { category, spent: found.usedThisMonth?.[category], limit };
  }
}
