import { receiptsOf } from '../../../extension/console/parts/receipts-of.ts';
import { workKey } from '../../../shared/attention/news.ts';
import type { WorkPage } from '../../../shared/edge-api/work.ts';
import { runEndingOfEvent } from '../../../shared/endings/event-ending.ts';
import type { JournalPage } from '../../../shared/journal/journal.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { ProjectState } from '../../../shared/snapshot/project-state.ts';
import type { WorkRow } from '../../../shared/work/row.ts';
import type { BrowserActor } from '../actors/browser-actor.ts';
import type { World } from '../world.ts';

/** What one place says of a run; what it does not know is null. */
interface Drawing {
  readonly place: string;
  readonly ending: string | null;
  readonly credits: number | null;
  readonly cause?: string;
}

interface Announced {
  readonly key: string;
  readonly projectId: string | null;
  readonly about: { readonly kind: string; readonly outcome?: string; readonly credits?: number | null };
}

/**
 * A run's row (which the statement adds up), entry in Activity, line in Talk, recent work and announcement
 * agree on its ending, cost and cause, and tell each end once. Batches are left out: one announcement each.
 */
export async function drawingsAgree(world: World, browser: BrowserActor): Promise<string[]> {
  const read = async (path: string) => {
    const response = await world.until(browser.request(path));
    return ((await response.json()) as { data: unknown }).data;
  };
  const { sections } = (await read('/snapshot')) as {
    sections: { projects: { data: { items: readonly ProjectState[] } | null } };
  };
  const announced = world.edge.object.sql
    .exec<{ json: string }>('SELECT json FROM announcements')
    .toArray()
    .map(({ json }) => JSON.parse(json) as Announced);
  const problems: string[] = [];
  for (const projectId of world.service.world.projects.keys()) {
    const state = sections.projects.data?.items.find((one) => one.projectId === projectId) ?? null;
    const { entries } = (await read(`/journal?project=${projectId}&limit=100`)) as JournalPage;
    const talk = await read(`/service/projects/${projectId}/agent/full-conversation`);
    const { conversation: messages = [] } = (talk ?? {}) as { conversation?: never[] };
    const page = (await read(`/work/${projectId}`)) as WorkPage;
    const receipts = receiptsOf(page.rows, messages);
    const events = entries.flatMap((one) =>
      one.kind === 'event' ? [one.event, ...one.also] : one.kind === 'work' ? one.also : [],
    );
    for (const row of runsOf(world, projectId)) {
      const own = entries.filter((one) => one.kind === 'work' && one.row.id === row.id);
      const told = announced.filter(
        ({ key, about, projectId: of }) =>
          about.kind === 'run-finished' && of === projectId && key === workKey('run', projectId, row.id),
      );
      const shown = state?.run && state.run.startedAt === row.startedAt ? state.run : null;
      const reached = events.find(
        ({ event, work }) => event === 'project.credit_limit.reached' && work === row.id,
      );
      const drawings: Drawing[] = [
        {
          ...{ place: 'the row', ending: row.ending, credits: row.credits },
          ...(row.capped && { cause: String(row.capped.by) }),
        },
        ...own.flatMap((one) =>
          one.kind === 'work' && one.end !== null
            ? [{ place: 'the event', ending: runEndingOfEvent(one.end.facts), credits: creditsOf(one.end) }]
            : [],
        ),
        ...receipts
          .filter((one) => one.row?.id === row.id)
          .map(({ ending, credits }) => ({ place: 'Talk', ending, credits })),
        ...told.map(({ about }) => ({
          place: 'the alert',
          ending: about.outcome ?? null,
          credits: about.credits ?? null,
        })),
        ...(shown ? [{ place: 'Recent', ending: shown.ending, credits: shown.creditsSpent }] : []),
        ...(reached
          ? [{ place: 'its cap', ending: null, credits: null, cause: String(reached.facts.guard ?? null) }]
          : []),
      ];
      const about = `run ${row.id} of ${projectId}`;
      if (own.length !== 1) problems.push(`${about} stands ${own.length} times in Activity`);
      if (told.length > 1) problems.push(`${about} was announced ${told.length} times`);
      for (const [what, of] of WHAT) {
        const said = drawings.flatMap((one) => {
          const value = of(one);
          // An alert is told at its time, and Talk reads the conversation: either may know another part.
          const isApart = one.place === 'the alert' || one.place === 'Talk';
          if (value == null || (isApart && (value === 'not-known' || row.ending === 'not-known'))) return [];
          return [`${value} in ${one.place}`];
        });
        if (new Set(said.map((one) => one.split(' in ')[0])).size > 1)
          problems.push(`${about}: ${what} is ${said.join(', ')}`);
      }
    }
  }
  return problems;
}

const creditsOf = ({ facts: { creditsSpent } }: KeptEvent): number | null =>
  typeof creditsSpent === 'number' ? creditsSpent : null;

const WHAT: readonly (readonly [string, (one: Drawing) => string | number | null | undefined])[] = [
  ['its ending', ({ ending }) => ending],
  ['its cost', ({ credits }) => credits],
  ['its cause', ({ cause }) => cause],
];

/** Runs that are over, without those of a batch. */
function runsOf({ edge }: World, projectId: string): (WorkRow & { id: number })[] {
  return edge.object.sql
    .exec<{ id: number; row: string; evidence: string }>(
      "SELECT id, row, evidence FROM work WHERE project_id = ? AND kind = 'run'",
      projectId,
    )
    .toArray()
    .map(({ id, row, evidence }) => ({ ...JSON.parse(row), id, evidence: JSON.parse(evidence) }))
    .filter(({ over, batch }) => over !== null && batch === null);
}
