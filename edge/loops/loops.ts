import type { ProjectLoop } from '../../shared/attention/rule.ts';
import { goingInCircles, LOOP_MIN, type LoopEvent } from '../../shared/loops/going-in-circles.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { unescaped } from '../../shared/work/evidence.ts';
import type { KnownWork } from '../../shared/work/rows.ts';
import type { AccountContext } from '../object/context.ts';
import type { Sites } from '../sites/sites.ts';
import type { Work } from '../work/work.ts';

/** Prompts of other projects by which it is known which words are common in this account. */
const OTHERS_READ = 200;

type WorkSource = Pick<Work, 'of' | 'projectsSince' | 'runsOfOthers'>;
type Found = Map<string, { from: string; loop: ProjectLoop | null }>;

/** Which projects go in circles, as rows of work tell. Nothing is read from the service, and nothing is kept. */
export class Loops {
  readonly #work: WorkSource;
  readonly #marks: Sites['marksOf'];
  readonly #now: () => InstantMs;
  /** By project, with what it was found from; null before the first look. */
  #known: Found | null = null;
  readonly #stale = new Set<string>();

  constructor(
    { now, emitter }: Pick<AccountContext, 'now' | 'emitter'>,
    work: WorkSource,
    marksOf: Sites['marksOf'],
  ) {
    this.#work = work;
    this.#marks = marksOf;
    this.#now = now;
    emitter.on('work-changed', (projectId) => this.#stale.add(projectId));
  }

  now(): ProjectLoop[] {
    const since = this.#now() - DAY_MS;
    const known: Found = this.#known ?? new Map();
    const due = this.#known === null ? this.#work.projectsSince(since) : [...this.#stale];
    for (const projectId of due) this.#look(known, projectId);
    this.#stale.clear();
    this.#known = known;
    return [...known.values()].flatMap(({ loop }) => (loop !== null && loop.lastAt > since ? [loop] : []));
  }

  #look(known: Found, projectId: string): void {
    const rows = this.#work.of(projectId);
    const found = new Map(rows.flatMap((row) => eventOf(row).map((event) => [event, row] as const)));
    // What somebody marked as good worked when it was made, whenever they say so.
    const marks = this.#marks(projectId).map(
      ({ madeAt: at }): LoopEvent => ({ kind: 'progress', projectId, at }),
    );
    const events = [...found.keys(), ...marks].toSorted((one, other) => one.at - other.at);
    const from = JSON.stringify(events);
    if (known.get(projectId)?.from === from) return;
    if (events.filter(({ kind }) => kind === 'prompt').length < LOOP_MIN) {
      known.delete(projectId);
      return;
    }
    const others = this.#work.runsOfOthers(projectId, OTHERS_READ).flatMap(eventOf);
    const all = [...others, ...events].toSorted((one, other) => one.at - other.at);
    const loop = goingInCircles(all, projectId);
    const [first, last] = [loop?.prompts[0], loop?.prompts.at(-1)];
    const row = first && found.get(first);
    known.set(projectId, {
      from,
      loop:
        !loop || !first || !last || !row
          ? null
          : {
              projectId,
              workId: row.id,
              since: first.at,
              lastAt: last.at,
              count: loop.prompts.length,
              credits: loop.credits,
            },
    });
  }
}

/** A prompt, a deployment that succeeded, or a restore that was accepted; nothing of other work. */
function eventOf(row: Omit<KnownWork, 'evidence'> & Partial<Pick<KnownWork, 'evidence'>>): LoopEvent[] {
  const { projectId, prompt, refunded, credits, callKey, begunAt } = row;
  switch (row.kind) {
    case 'run':
      return prompt === null
        ? []
        : [
            {
              kind: 'prompt',
              projectId,
              at: begunAt,
              prompt: callKey === null ? unescaped(prompt) : prompt,
              credits: refunded ? 0 : credits,
            },
          ];
    case 'deploy':
      return row.ending === 'succeeded' ? [{ kind: 'deployed', projectId, at: row.endedAt ?? begunAt }] : [];
    case 'restore':
      return row.evidence?.some((one) => one.from === 'ledger' && one.state === 'launched')
        ? [{ kind: 'restored', projectId, at: begunAt }]
        : [];
    case 'rebuild':
    case 'server':
      return [];
  }
}
