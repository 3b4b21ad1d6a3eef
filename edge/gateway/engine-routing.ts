import { catalogue, ENGINE_TWINS, type OperationName } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { parsedCalls } from '../builder-api/client.ts';
import type { ServiceResponse } from '../builder-api/response.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';

export type Engine = 'v2' | 'legacy';

const MISMATCH = 'PROJECT_ENGINE_MISMATCH';

export const enginesSchema: Schema = {
  startAnew: ['DELETE FROM project_engines'],
  tables: ['CREATE TABLE project_engines (project_id TEXT PRIMARY KEY, engine TEXT NOT NULL) WITHOUT ROWID'],
};

/**
 * The database routes of the two engines differ. The engine is read once per project and cached; a read is
 * routed to the equivalent for it. Anything else is sent as requested, because the bodies differ too: on the
 * wrong engine the service refuses it at no cost and names the right route. Responses correct the cache.
 */
export class EngineRouting {
  readonly #context: AccountContext;

  constructor(context: AccountContext) {
    this.#context = context;
  }

  /** @returns the equivalent operation for the project's engine */
  async route(name: OperationName, projectId: string | undefined): Promise<OperationName> {
    const { engine: needed, method }: Operation = catalogue[name];
    const twin = ENGINE_TWINS[name];
    if (needed === null || method !== 'GET' || twin === undefined || projectId === undefined) return name;
    const engine = this.#remembered(projectId) ?? (await this.#ask(projectId));
    return engine === null || engine === needed ? name : twin;
  }

  /** Updates the cache from a refusal; @returns the route to take instead, null when there is none */
  correct(
    name: OperationName,
    projectId: string | undefined,
    response: ServiceResponse,
  ): OperationName | null {
    const { engine: used, method }: Operation = catalogue[name];
    if (response.ok || response.failure.code !== MISMATCH || used === null || projectId === undefined)
      return null;
    const named = response.failure.details?.engine;
    const engine = named === 'legacy' || named === 'v2' ? named : used === 'v2' ? 'legacy' : 'v2';
    this.#remember(projectId, engine);
    return engine !== used && method === 'GET' ? (ENGINE_TWINS[name] ?? null) : null;
  }

  #remembered(projectId: string): Engine | null {
    const [row] = this.#context.storage.sql.exec<{ engine: Engine }>(
      'SELECT engine FROM project_engines WHERE project_id = ?',
      projectId,
    );
    return row?.engine ?? null;
  }

  #remember(projectId: string, engine: Engine): void {
    insertRow(this.#context.storage.sql, 'project_engines', { project_id: projectId, engine }, 'WRITE OVER');
  }

  async #ask(projectId: string): Promise<Engine | null> {
    const result = await parsedCalls(this.#context.client)('getProject', { parameters: { projectId } });
    if (!result.ok) return null;
    const engine = result.data.engineVersion === 'v2' ? 'v2' : 'legacy';
    this.#remember(projectId, engine);
    return engine;
  }
}
