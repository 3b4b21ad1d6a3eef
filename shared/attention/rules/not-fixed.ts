import { CHAIN_TOLD_FROM } from '../../work/chain.ts';
import { condition, type ProjectChain, type Rule } from '../rule.ts';

const KIND = 'not-fixed';

const idOf = ({ projectId, workId }: ProjectChain) => `${KIND}:${projectId}:${workId}`;

/** Runs that did not do what was asked, as somebody said, from the third on. After a day without a prompt nothing says whether it works. */
export const notFixedRule: Rule = {
  endsWithProject: true,
  read: ({ chains, at }) => {
    if (chains === undefined) return null;
    const works = new Set(chains.filter(({ end }) => end === 'works').map(idOf));
    return {
      readAt: at,
      complete: true,
      endedBy: (id) => (works.has(id) ? undefined : 'not-read'),
      conditions: chains
        .filter(({ end, count }) => end === null && count >= CHAIN_TOLD_FROM)
        .map((chain) => {
          const { projectId, since, count, credits, isAtLeast, lastAt, lastWorkId, told } = chain;
          const reason = { kind: KIND, count, credits, isAtLeast, lastAt, workId: lastWorkId, told } as const;
          return condition(idOf(chain), 'warning', projectId, since, reason);
        }),
    };
  },
};
