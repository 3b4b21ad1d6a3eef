import * as z from 'zod/mini';
import { isPathParameter } from '../../shared/catalogues/address.ts';
import type { CapOverride } from '../../shared/edge-api/guards.ts';
import { ASKED_PROJECTS_MAX } from '../../shared/edge-api/projects.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { projectOfItem, projectOfRecord } from '../../shared/snapshot/project-reading.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import { withWork } from '../../shared/snapshot/project-work.ts';
import type { ListedProject, ProjectRow, ProjectsPage } from '../../shared/snapshot/projects-schema.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import { nearestCap } from '../../shared/spending/nearest-cap.ts';
import type { CallService, OnRead } from '../builder-api/client.ts';
import { totalOf } from '../builder-api/response.ts';
import { mayUse } from '../configuration.ts';
import { failedCall, type Result, success } from '../http/result.ts';
import { notSent } from '../http/service-failure.ts';
import type { AccountContext } from '../object/context.ts';
import type { Sections } from '../sections/sections.ts';
import type { Work } from '../work/work.ts';
import { ProjectReadings } from './readings.ts';

const areIds = (text: string): boolean => {
  const ids = text.split(',');
  return ids.length <= ASKED_PROJECTS_MAX && ids.every(isPathParameter);
};
const flag = z.optional(z.literal('1', 'must be 1'));

/**
 * Query of GET `/projects`: that of the service's list, or `ids`. `days`: with spending by day; `fresh`:
 * reads again what is older than a few seconds.
 */
export const projectsQuery = z.strictObject({
  ...catalogue.listProjects.query.shape,
  ids: z.optional(
    z.string().check(z.refine(areIds, `must be up to ${ASKED_PROJECTS_MAX} ids of projects, with commas`)),
  ),
  days: flag,
  fresh: flag,
});
export type ProjectsQuery = z.output<typeof projectsQuery>;

interface Sources {
  call: CallService;
  sections: Pick<Sections, 'stateOf'>;
  work: Pick<Work, 'of'>;
  guards: { now: () => { overrides: readonly CapOverride[] } };
}

/** The rows of projects that Projects and Money draw: one reading of each, whoever asks. */
export class Projects {
  readonly #sources: Sources;
  readonly #readings: ProjectReadings;

  constructor({ configuration, now, waitUntil }: AccountContext, sources: Sources) {
    this.#sources = sources;
    const call: CallService = async (name, request) =>
      mayUse(configuration, name)
        ? sources.call(name, request)
        : { ok: false, failure: notSent('not-available', `The operator does not allow ${name}.`) };
    this.#readings = new ProjectReadings({ now, waitUntil, call });
  }

  readonly onRead: OnRead = (...read) => this.#readings.onRead(...read);

  /** Something has happened in a project, or its cap was set. */
  onChanged(projectId: string | null): void {
    if (projectId !== null) this.#readings.onChanged(projectId);
  }

  /** Lists projects with what is held of them; reads those named by `ids` first if missing or old. */
  async page({ ids, days, fresh, ...query }: ProjectsQuery): Promise<Result<ProjectsPage>> {
    const withDays = days !== undefined;
    if (ids === undefined) {
      const listed = await this.#sources.call('listProjects', { query });
      if (!listed.ok) return failedCall(listed.failure);
      return success({ rows: this.#rows(listed.data, withDays), total: totalOf(listed.paging) });
    }
    const projectIds = [...new Set(ids.split(','))];
    await this.#readings.read(
      projectIds,
      (projectId) => [
        'limits',
        ...(withDays ? (['days'] as const) : []),
        ...(this.#sources.sections.stateOf(projectId).data === null ? (['record'] as const) : []),
      ],
      fresh !== undefined,
    );
    return success({ rows: this.#rows(projectIds, withDays), total: null });
  }

  /** @param of as the service lists them, or their ids */
  #rows(of: readonly (ListedProject | string)[], withDays: boolean): ProjectRow[] {
    const overrides = this.#sources.guards.now().overrides;
    return of.map((one) => {
      const listed = typeof one === 'string' ? null : listedIn(one);
      return this.#row(typeof one === 'string' ? one : one.projectId, listed, overrides, withDays);
    });
  }

  #row(
    projectId: string,
    listed: ListedProject | null,
    overrides: readonly CapOverride[],
    withDays: boolean,
  ): ProjectRow {
    const { isGone, ...limits } = this.#readings.get(projectId, 'limits');
    const overrideOf = (category: CapOverride['category']) =>
      overrides.find((one) => one.projectId === projectId && one.category === category) ?? null;
    const { isGone: _, ...days } = this.#readings.get(projectId, 'days');
    return {
      projectId,
      listed,
      isGone,
      state: this.#stateOf(projectId),
      limits,
      nearest: limits.data && nearestCap(limits.data, overrideOf),
      ...(withDays && { days }),
    };
  }

  #stateOf(projectId: string): Section<ProjectState> {
    const followed = this.#sources.sections.stateOf(projectId);
    if (followed.data !== null) return followed;
    const { data: record, isGone: _, ...read } = this.#readings.get(projectId, 'record');
    if (record === null) return { ...read, data: null };
    const state = projectOfRecord(record, projectOfItem(record, null));
    return { ...read, data: withWork(state, this.#sources.work.of(projectId), read.readAt ?? 0) };
  }
}

const listedIn = ({ projectId, label, description, groupId, createdAt, lastModifiedAt }: ListedProject) => ({
  ...{ projectId, label, description, groupId, createdAt, lastModifiedAt },
});
