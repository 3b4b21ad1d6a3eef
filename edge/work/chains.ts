import type { ProjectChain } from '../../shared/attention/rule.ts';
import type { WorkPage } from '../../shared/edge-api/work.ts';
import type { InstantMs } from '../../shared/time.ts';
import { chainOf, type KnownChain } from '../../shared/work/chain.ts';
import type { Sites } from '../sites/sites.ts';
import type { Work } from './work.ts';

/** Projects with runs that people marked as not doing what was asked. Reads no service, keeps nothing. */
export class Chains {
  readonly #work: Pick<Work, 'of' | 'markedProjects'>;
  readonly #starsOf: Sites['marksOf'];
  readonly #now: () => InstantMs;

  constructor(work: Pick<Work, 'of' | 'markedProjects'>, starsOf: Sites['marksOf'], now: () => InstantMs) {
    this.#work = work;
    this.#starsOf = starsOf;
    this.#now = now;
  }

  all(): ProjectChain[] {
    return this.#work.markedProjects().flatMap((projectId) => {
      const chain = this.#of(projectId);
      return chain === null ? [] : [{ ...chain, projectId }];
    });
  }

  /** The chain that still goes on. */
  open(projectId: string): WorkPage['chain'] {
    const chain = this.#of(projectId);
    if (chain?.end !== null) return null;
    const { end: _none, told: _times, ...known } = chain;
    return known;
  }

  #of(projectId: string): KnownChain | null {
    const stars = this.#starsOf(projectId).map(({ madeAt }) => madeAt);
    return chainOf(this.#work.of(projectId), stars, this.#now());
  }
}
