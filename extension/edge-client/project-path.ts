/** Where the edge takes what is asked of one project: the service's own path below it. */
export function projectPath(projectId: string, rest: string): string {
  return `/service/projects/${encodeURIComponent(projectId)}/${rest}`;
}
