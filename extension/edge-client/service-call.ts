import type { catalogue } from '../../shared/operations/catalogue.ts';
import type { EdgeRequest } from './edge-client.ts';

type Catalogue = typeof catalogue;
type CallOf<Operation> = Operation extends { reach: 'edge' | 'launches' }
  ? never
  : Operation extends { method: infer Method; path: `/projects/:projectId/${infer Path}` }
    ? Path extends `${string}:${string}`
      ? never
      : { method: Method; path: Path }
    : never;

/**
 * What the gateway passes on for one project: method, and path below the project's. Made from the catalogue by the
 * compiler, so that nothing else can be asked for and no script of the extension carries the catalogue.
 */
export type ProjectCall = CallOf<Catalogue[keyof Catalogue]>;

export type ProjectRequest = ProjectCall & Omit<EdgeRequest, 'token' | 'method' | 'path'>;

/** A request to the service about a project, as the edge's gateway takes it. */
export function serviceCall(projectId: string, request: ProjectRequest): Omit<EdgeRequest, 'token'> {
  return { ...request, path: `/service/projects/${encodeURIComponent(projectId)}/${request.path}` };
}
