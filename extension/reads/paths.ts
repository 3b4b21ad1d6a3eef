import type { Table } from '../../shared/data-api/records.ts';

/** Paths of the edge for views, below its address. */
export const projectPath = (projectId: string, rest = ''): string =>
  `/service/projects/${encodeURIComponent(projectId)}${rest}`;

/** The guards of a project, below the edge's address. */
export const guardsPath = (projectId: string): string => `/guards/${encodeURIComponent(projectId)}`;

/** What a project has published, and whether it answers, below the edge's address. */
export const sitePath = (projectId: string, rest = ''): string =>
  `/sites/${encodeURIComponent(projectId)}${rest}`;

/** The data of a project's app, below the edge's address. */
export const dataPath = (projectId: string, rest: string): string =>
  `/data/${encodeURIComponent(projectId)}${rest}`;

export const recordPath = (projectId: string, table: Table, id: string, rest = '') =>
  dataPath(projectId, `/crud/${encodeURIComponent(table.type)}/${encodeURIComponent(id)}${rest}`);
