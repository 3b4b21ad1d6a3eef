import type { Severity } from '../snapshot/attention.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { runningWork } from '../snapshot/work.ts';
import { committedCredits } from '../spending/runs.ts';
import { type InstantMs, utcDay } from '../time.ts';
import { attentionCount } from './open-items.ts';

/** GET `/status`: what a shell shows. Credits, null: not read. `lastsTo`: a UTC day, null: none foreseen. */
export interface Status {
  credits: number | null;
  committed: number | null;
  lastsTo: string | null;
  /** What needs somebody and was not seen; `count` null: not known. */
  needs: { count: number | null; worst: Severity | null };
  running: number | null;
  /** When the balance was read. */
  asOf: InstantMs | null;
  /** Sections that could not be read when they were last tried. */
  overdue: string[];
}

export function statusOf(snapshot: Snapshot): Status {
  const { account, projects } = snapshot.sections;
  const { attention } = snapshot;
  const seen = attention && attentionCount(attention as Parameters<typeof attentionCount>[0]);
  const lastsTo = snapshot.outlook?.balance?.at ?? null;
  return {
    credits: account.data?.credits ?? null,
    committed: projects.data === null ? null : committedCredits(snapshot).credits,
    lastsTo: lastsTo === null ? null : utcDay(lastsTo),
    needs: { count: seen?.unacknowledged ?? null, worst: seen?.worst ?? null },
    running: projects.data === null ? null : runningWork(snapshot, snapshot.at).length,
    asOf: account.readAt,
    overdue: Object.entries(snapshot.sections).flatMap(([name, { error }]) => (error === null ? [] : [name])),
  };
}

/** One line of what is known, `?` if account or projects are overdue: `412.5 credits · 2 need you · ?`. */
export function statusLine({ credits, needs, running, overdue }: Status): string {
  const parts = [
    credits === null ? 'credits not read' : `${Math.round(credits * 10) / 10} credits`,
    needs.count ? `${needs.count} need${needs.count === 1 ? 's' : ''} you` : null,
    running ? `${running} running` : null,
    overdue.includes('account') || overdue.includes('projects') ? '?' : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
