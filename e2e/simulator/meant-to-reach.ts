import type { Probe } from '../../edge/object/probes.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';

/** Scenarios that are meant to reach each rare state of the edge, all of them in a few hundred seeds. */
export const MEANT_TO_REACH: Readonly<Record<Probe, readonly ScenarioName[]>> = {
  'call-lost-at-restart': ['launches', 'guards', 'confirmations'],
  'reserved-call-forgotten': ['launches'],
  'unknown-call-proved-by-search': ['launches', 'guards', 'confirmations'],
  'unknown-call-absent': ['launches', 'guards', 'confirmations'],
  'unknown-call-with-candidates': ['launches', 'confirmations'],
  'unknown-call-settled-by-user': ['launches'],
  'outbox-beyond-one-run': ['whole'],
  'outbox-drained-after-failures': ['whole', 'guards'],
  'event-under-another-id': ['whole', 'launches'],
  'event-reconciled': ['whole', 'launches'],
  'reconciled-event-delivered': ['whole', 'launches'],
  'subscription-found-again': ['launches', 'confirmations'],
  'override-found-at-start': ['guards'],
  'override-put-back': ['guards'],
  'override-left-alone': ['guards'],
  'override-could-not-be-set': ['guards'],
  'lost-cap-change-took-effect': ['guards'],
  'budget-lowered-after-correction': ['guards'],
  'launch-budget-adopted': ['guards'],
  'guard-stopped-run': ['guards'],
  'rows-lost-at-restart': ['imports'],
  'row-already-there': ['imports'],
  'row-proved-by-look-up': ['imports'],
  'row-with-candidates': ['imports'],
  'row-settled-by-candidate': ['imports'],
  'row-never-arrived': ['imports'],
  'refused-row-in-doubt': ['imports'],
  'taken-record-kept-by-undo': ['imports'],
  'import-of-another-app': ['imports'],
  'scanned-file-removed': ['imports'],
  'scanned-file-named': ['imports'],
  'alert-taken-after-failures': ['alerts'],
  'alert-over-while-it-waited': ['alerts'],
  'end-of-alert-told': ['alerts'],
  'channel-stopped': ['alerts'],
  'stopped-channel-started-again': ['alerts'],
  'link-used': ['links'],
  'link-used-again': ['links'],
  'link-differs': ['links'],
  'link-answer-lost': ['links'],
  'link-beyond-ceiling': ['links'],
  'job-retried': ['launches', 'imports', 'guards', 'confirmations', 'whole'],
  'job-asked-for-while-it-ran': ['launches', 'imports', 'guards', 'confirmations', 'whole'],
};

/** In how many seeds each rare state was reached. */
export type ReachedCounts = Partial<Record<Probe, number>>;

/** Adds up counts of several runs. */
export function addCounts(runs: readonly ReachedCounts[]): ReachedCounts {
  const sum: ReachedCounts = {};
  for (const run of runs)
    for (const [probe, seeds] of Object.entries(run) as [Probe, number][])
      sum[probe] = (sum[probe] ?? 0) + seeds;
  return sum;
}

/** What a scenario is meant to reach, with the seeds in which it did; what it never reached is first. */
export function reachOf(scenario: ScenarioName, counts: ReachedCounts): readonly [Probe, number][] {
  return (Object.keys(MEANT_TO_REACH) as Probe[])
    .filter((probe) => MEANT_TO_REACH[probe].includes(scenario))
    .map((probe): [Probe, number] => [probe, counts[probe] ?? 0])
    .sort(([, one], [, other]) => one - other);
}
