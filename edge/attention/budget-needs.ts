import { happenedAt, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { doRow, mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';

const READ_EVERY_MS = 30 * MINUTE_MS;
const PROJECTS_A_RUN = 8;
const WIDTH = 4;

interface Parts {
  call: CallService;
  /** Projects of which a feature's budget or its warning is a need. */
  projects: () => readonly string[];
}

/**
 * Reads the budgets that hold a need, since the service's own page can change them without an event. The
 * answer is heard where every answer is (`Attention.onRead`), and ends what it shows to be over.
 */
export class BudgetNeeds {
  readonly #context: Pick<AccountContext, 'now'>;
  readonly #parts: Parts;
  /** In memory only: after a restart they are asked for once more. */
  #askedAt: ReadonlyMap<string, InstantMs> = new Map();

  constructor(context: Pick<AccountContext, 'now'>, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** At most once in half an hour of each project, the one that waits longest first. */
  async read(): Promise<void> {
    const now = this.#context.now();
    const asked = new Map(this.#parts.projects().map((id) => [id, this.#askedAt.get(id) ?? 0]));
    this.#askedAt = asked;
    const due = [...asked]
      .filter(([, at]) => now - happenedAt(at, now) >= READ_EVERY_MS)
      .toSorted(([, one], [, other]) => one - other)
      .slice(0, PROJECTS_A_RUN);
    await mapLimited(due, WIDTH, ([projectId]) => {
      asked.set(projectId, now);
      return doRow<unknown>(
        () => this.#parts.call('getFeatureLimits', { parameters: { projectId } }),
        () => null,
      );
    });
  }
}
