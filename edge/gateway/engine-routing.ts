import { catalogue, type OperationName } from '../../shared/operations/catalogue.ts';
import { ENGINE_TWINS } from '../../shared/operations/engine-twins.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import type { AccountContext } from '../account/context.ts';
import type { Schema } from '../account/schema.ts';
import { askOf } from '../account/sections/reader.ts';
import { type Refusal, refusal } from '../http/refusal.ts';
import type { ServiceAnswer } from '../service/answer.ts';

export type Engine = 'v2' | 'legacy';

const MISMATCH = 'PROJECT_ENGINE_MISMATCH';

export const enginesSchema: Schema = {
  capability: 'engines',
  migrations: ['CREATE TABLE project_engines (project_id TEXT PRIMARY KEY, engine TEXT NOT NULL)'],
};

/** Where a call of a database route goes. */
export type Routed = { to: OperationName } | { refusal: Refusal };

/**
 * The database routes of the two engines differ. The engine is asked for once per project and remembered; a read is led to
 * the route that its project has, anything else is told which one to use. What the service says corrects the memory.
 */
export class EngineRouting {
  readonly #context: AccountContext;

  constructor(context: AccountContext) {
    this.#context = context;
  }

  async route(name: OperationName, projectId: string | undefined): Promise<Routed> {
    const { engine: needed }: Operation = catalogue[name];
    if (needed === null || projectId === undefined) return { to: name };
    const engine = this.#remembered(projectId) ?? (await this.#ask(projectId));
    return engine === null || engine === needed ? { to: name } : leadOver(name, engine);
  }

  /** Learns from a refusal; @returns the route to take instead, null when there is none */
  correct(name: OperationName, projectId: string | undefined, answer: ServiceAnswer): OperationName | null {
    const { engine: used }: Operation = catalogue[name];
    if (answer.ok || answer.failure.code !== MISMATCH || used === null || projectId === undefined)
      return null;
    const told = answer.failure.details?.engine;
    const engine = told === 'legacy' || told === 'v2' ? told : used === 'v2' ? 'legacy' : 'v2';
    this.#remember(projectId, engine);
    const routed = leadOver(name, engine);
    return engine !== used && 'to' in routed ? routed.to : null;
  }

  #remembered(projectId: string): Engine | null {
    const [row] = this.#context.storage.sql.exec<{ engine: Engine }>(
      'SELECT engine FROM project_engines WHERE project_id = ?',
      projectId,
    );
    return row?.engine ?? null;
  }

  #remember(projectId: string, engine: Engine): void {
    this.#context.storage.sql.exec('INSERT OR REPLACE INTO project_engines VALUES (?, ?)', projectId, engine);
  }

  async #ask(projectId: string): Promise<Engine | null> {
    const asked = await askOf(this.#context.client)('getProject', { parameters: { projectId } });
    if (!asked.ok) return null;
    const engine = asked.data.engineVersion === 'v2' ? 'v2' : 'legacy';
    this.#remember(projectId, engine);
    return engine;
  }
}

function leadOver(name: OperationName, engine: Engine): Routed {
  const twin = ENGINE_TWINS[name];
  if (twin !== undefined && catalogue[name].method === 'GET') return { to: twin };
  const useEndpoint = twin === undefined ? null : `${catalogue[twin].method} ${catalogue[twin].path}`;
  const words = 'The project runs on the other engine, which has another route for this.';
  const details = { engine, useEndpoint };
  return { refusal: { ...refusal('EDGE_INVALID_REQUEST', words, { details }), code: MISMATCH } };
}
