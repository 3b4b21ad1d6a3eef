import { requireSomeCredits } from '../account/no-credits.ts';
import { DAY_MS } from '../clock/calendar.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { wholeNumber } from '../http/values.ts';
import type { Project } from '../world/project.ts';
import { listedProject } from './view.ts';

const LARGEST_PAGE = 100;
const BARE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/;

/** GET `/projects` (List Projects): filter, sort, page; the paging is reported in headers. */
export function listProjects({ world, query, legacyHost }: Call): Answer {
  requireSomeCredits(world, legacyHost);
  const limit = wholeNumber(query.get('limit'), LARGEST_PAGE, 1, LARGEST_PAGE);
  const skip = wholeNumber(query.get('skip'), 0, 0, Number.MAX_SAFE_INTEGER);
  const found = sorted([...world.projects.values()].filter(matching(query)), query);
  return {
    data: found.slice(skip, skip + limit).map((project) => listedProject(world, project)),
    headers: {
      'X-Total-Count': String(found.length),
      'X-Limit': String(limit),
      'X-Skip': String(skip),
      'X-Has-More': String(skip + limit < found.length),
    },
  };
}

function matching(query: URLSearchParams): (project: Project) => boolean {
  const search = (query.get('search') ?? '').toLowerCase();
  const groupId = query.get('groupId') ?? '';
  const from = bound(query.get('createdFrom'), 0);
  const to = bound(query.get('createdTo'), DAY_MS - 1);
  return (project) =>
    (project.projectId.includes(search) || project.description.toLowerCase().includes(search)) &&
    (groupId === '' || (groupId === 'none' ? project.groupId === undefined : project.groupId === groupId)) &&
    (from === undefined || project.createdAt >= from) &&
    (to === undefined || project.createdAt <= to);
}

/** Reads a bare day as UTC, moved by `widenMs`, and an instant as given, in UTC if it names no zone. */
function bound(text: string | null, widenMs: number): number | undefined {
  if (text === null || text === '') return undefined;
  const at = Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text);
  if (Number.isNaN(at)) refuse(400, 'LIST_PROJECTS_ERROR', `${text} is not a date`);
  return BARE_DAY.test(text) ? at + widenMs : at;
}

function sorted(projects: Project[], query: URLSearchParams): Project[] {
  const value = (project: Project) =>
    query.get('sortField') === 'lastModified' ? project.lastModifiedAt : project.createdAt;
  const ascending = query.get('sortDirection') === 'asc';
  return projects
    .map((project, index) => ({ project, index }))
    .sort((a, b) => {
      const older = value(a.project) - value(b.project) || a.index - b.index;
      return ascending ? older : -older;
    })
    .map(({ project }) => project);
}
