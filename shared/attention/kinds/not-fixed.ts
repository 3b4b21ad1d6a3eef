import { DAY_MS, type InstantMs } from '../../time.ts';
import { CHAIN_TOLD_FROM } from '../../work/chain.ts';
import type { Kind } from '../kind.ts';
import { condition, type ProjectChain, type Rule } from '../rule.ts';

/** Runs and credits from the first that somebody said did not do what was asked; `workId`: the last run. */
export type NotFixed = {
  kind: 'not-fixed';
  count: number;
  credits: number;
  isAtLeast: boolean;
  lastAt: InstantMs;
  workId: number;
  told: number;
};

export const notFixed: Kind<NotFixed> = {
  nature: 'need',
  action: 'talk',
  numbers: ({ credits, isAtLeast }, say) =>
    credits === 0
      ? null
      : say.sentence(isAtLeast ? 'item.tookAtLeast' : 'item.took', { credits: say.number(credits) }),
  facts: () => ({ form: null }),
};

const idOf = ({ projectId, workId }: ProjectChain) => `not-fixed:${projectId}:${workId}`;

/**
 * Three runs or more, of which somebody said that the first did not do what was asked. After a day without a
 * prompt nothing says whether it works.
 */
export const notFixedRule: Rule<NotFixed> = {
  told: { place: 'talk', alerts: ['failures', 'money'], by: null, isNameless: true },
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
          const { projectId, since, count, credits, isAtLeast, lastAt, lastWorkId: workId, told } = chain;
          const reason = { kind: 'not-fixed', count, credits, isAtLeast, lastAt, workId, told } as const;
          return condition(idOf(chain), 'warning', projectId, since, reason);
        }),
    };
  },
  ends: { at: ({ reason }) => reason.lastAt + DAY_MS, isUnresolved: true, withProject: true },
  // Its cost has doubled.
  worse: ({ told }) => told,
  asksWhenWorse: true,
};
