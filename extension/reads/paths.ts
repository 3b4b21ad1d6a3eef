import { type AnyOperation, filledPath } from '../../shared/catalogues/address.ts';
import type { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import type { Table } from '../../shared/data-api/records.ts';
import type { catalogue } from '../../shared/operations/catalogue.ts';
import type { Operation, Reach } from '../../shared/operations/operation.ts';
import type { InstantMs } from '../../shared/time.ts';

/** An operation that the gateway passes on: the others have routes of their own, or are the edge's alone. */
export type Passed<O extends AnyOperation> = O extends { reach: Exclude<Reach, 'gateway'> } & Operation
  ? Reach extends O['reach']
    ? O
    : never
  : O;
type OfService = Passed<(typeof catalogue)[keyof typeof catalogue]>['path'];
type Below<Path, Prefix extends string> = Path extends `${Prefix}${infer Rest}` ? Rest : never;
type OfProject = Below<OfService, '/projects/:projectId'>;
type OfData = (typeof dataCatalogue)[keyof typeof dataCatalogue]['path'];

/** Parameters of a path, such as `secretId` of `/secrets/:secretId`. */
export type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;
/** Nothing more where a path has no parameters. */
type Given<Path extends string> = unknown extends PathParameters<Path> ? [] : [given: PathParameters<Path>];

const filled = (path: string, [given = {}]: readonly unknown[]): string =>
  filledPath(path, given as Record<string, string>);

/**
 * Paths of operations, below the edge's address and without their query. A path that the catalogues don't
 * have, or one without its parameters, does not compile.
 */
export const servicePath = <P extends OfService>(path: P, ...given: Given<P>): string =>
  `/service${filled(path, given)}`;

/** Of an operation on a project. */
export const projectPath = <R extends OfProject>(
  projectId: string,
  rest: R = '' as R,
  ...given: Given<R>
): string => `/service/projects/${encodeURIComponent(projectId)}${filled(rest, given)}`;

/** Of an operation on the data of a project's app. */
export const dataPath = <P extends OfData>(projectId: string, path: P, ...given: Given<P>): string =>
  `/data/${encodeURIComponent(projectId)}${filled(path, given)}`;

/** What all paths of a project's database begin with. */
export const allDatabaseOf = (projectId: string): string => `${projectPath(projectId)}/database`;

/** What all paths of the data of a project's app begin with. */
export const allDataOf = (projectId: string): string => `/data/${encodeURIComponent(projectId)}/`;

export const recordPath = (projectId: string, { type }: Table, id: string) =>
  dataPath(projectId, '/crud/:typeId/:id', { typeId: type, id });

/** The guards of a project, below the edge's address. */
export const guardsPath = (projectId: string): string => `/guards/${encodeURIComponent(projectId)}`;

/** What a project has published, and whether it answers, below the edge's address. */
export const sitePath = (projectId: string, rest = ''): string =>
  `/sites/${encodeURIComponent(projectId)}${rest}`;

/** A project's rows of work that began before `before`, below the edge's address; null: the latest. */
export const workPath = (projectId: string, before: InstantMs | null = null): string =>
  `/work/${encodeURIComponent(projectId)}${before === null ? '' : `?before=${before}.0`}`;

/** Rows of projects, below the edge's address: of a list, or of these. */
export const projectRowsPath = (query: URLSearchParams): string => `${PROJECT_ROWS}?${query}`;
/** What their paths begin with. */
export const PROJECT_ROWS = '/projects';

/** What a change of a project or of a group changes: the lists of both, and what is read of each project. */
export const PROJECT_LISTS = [PROJECT_ROWS, servicePath('/projects'), servicePath('/project-groups')];
