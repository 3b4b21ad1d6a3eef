import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow } from '../object/database.ts';
import type { Layer } from './layers.ts';

/** The budget of a launch in progress, whose project may not exist yet. */
export interface LaunchBudget {
  /** Key of the launch. */
  key: string;
  /** The cap that the project keeps after its first run; null = none. */
  own: number | null;
  layer: Layer;
}

/** The first look-up, unless its response arrives. */
const FIRST_AFTER_MS = MINUTE_MS / 2;

interface Row extends Record<string, SqlStorageValue> {
  launch_key: string;
  own: number | null;
  layer: string;
}

/** Budgets that launches carry in their bodies, until the launch is settled. */
export class LaunchBudgets {
  readonly #context: AccountContext;
  /** When a launch is looked up next, in memory, so that looking alone writes nothing. */
  readonly #next = new Map<string, InstantMs>();

  constructor(context: AccountContext) {
    this.#context = context;
  }

  all(): LaunchBudget[] {
    return this.#context.storage.sql
      .exec<Row>('SELECT * FROM launch_budgets ORDER BY launch_key')
      .toArray()
      .map(({ launch_key, own, layer }) => ({ key: launch_key, own, layer: JSON.parse(layer) as Layer }));
  }

  get(key: string): LaunchBudget | null {
    return this.all().find((one) => one.key === key) ?? null;
  }

  store({ key, own, layer }: LaunchBudget): void {
    this.#context.jobs.schedule('guards', this.#context.now() + FIRST_AFTER_MS);
    const row = { launch_key: key, own, layer: JSON.stringify(layer) };
    insertRow(this.#context.storage.sql, 'launch_budgets', row, 'OR REPLACE');
  }

  forget(key: string): void {
    this.#context.storage.sql.exec('DELETE FROM launch_budgets WHERE launch_key = ?', key);
    this.#next.delete(key);
  }

  /** When the launch is looked up next. */
  dueAt({ key, layer }: LaunchBudget): InstantMs {
    return this.#next.get(key) ?? layer.since + FIRST_AFTER_MS;
  }

  postpone(key: string, ms: number): void {
    this.#next.set(key, this.#context.now() + ms);
  }
}
