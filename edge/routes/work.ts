import * as z from 'zod/mini';
import { workMarkRequest } from '../../shared/edge-api/work.ts';
import { markRequest } from '../../shared/sites/site.ts';
import { atService, here } from '../account/route.ts';
import { fail, invalid, success } from '../http/result.ts';
import { journalQuery } from '../journal/asked.ts';
import { journalOf } from '../journal/journal.ts';
import { projectsQuery } from '../projects/projects.ts';
import { placeOf } from '../work/work-page.ts';

/** Rows of projects; what happened in all of them, one entry an act; one project's work and published app. */
export const workRoutes = [
  /** The query of List Projects, or `ids`; `days`, `fresh`. */
  atService(
    'GET /projects',
    'viewer',
    { query: projectsQuery, needs: 'listProjects' },
    ({ projects }, _, { query }) => projects.page(query),
  ),
  here('GET /journal', 'viewer', { query: journalQuery }, (has, who, { query }) =>
    success(journalOf(has, who, query)),
  ),
  /** `before`: the `next` of a page, or an instant with `.0`. */
  here(
    'GET /work/:projectId',
    'viewer',
    { query: z.object({ before: z.optional(z.string()) }) },
    ({ work, chains }, { role }, { projectId, query: { before } }) => {
      const place = before === undefined ? null : placeOf(before);
      return before !== undefined && place === null
        ? invalid('before', 'is none that a page gave')
        : success({ ...work.page(projectId, place, role), chain: chains.open(projectId) });
    },
  ),
  /** Marks a run: it did not do what was asked, or the thing works now. `id`: number of its row. */
  here(
    'POST /work/:id/mark',
    'builder',
    { body: workMarkRequest },
    ({ work, devices }, { deviceId }, { id, body: { mark } }) => {
      if (!Number.isSafeInteger(Number(id))) return invalid('id', 'is no number of a row');
      return work.mark(Number(id), mark, devices.nameOf(deviceId)) === null
        ? fail('EDGE_NOT_FOUND', 'There is no such run, or it did not succeed.')
        : success({ mark });
    },
  ),
  here('GET /sites/:projectId', 'viewer', {}, ({ sites }, _, { projectId }) => success(sites.of(projectId))),
  here('POST /sites/:projectId/looks', 'builder', {}, ({ sites }, _, { projectId }) =>
    sites.lookNow(projectId),
  ),
  here(
    'PUT /sites/:projectId/marks/:versionId',
    'builder',
    { body: markRequest },
    ({ sites }, _, { projectId, versionId, body: { madeAt } }) => sites.mark(projectId, versionId, madeAt),
  ),
  here('DELETE /sites/:projectId/marks/:versionId', 'builder', {}, ({ sites }, _, { projectId, versionId }) =>
    sites.mark(projectId, versionId, null),
  ),
];
