/** Paths of the edge that views read and change, below its address. */
export const projectPath = (projectId: string, rest = ''): string =>
  `/service/projects/${encodeURIComponent(projectId)}${rest}`;
