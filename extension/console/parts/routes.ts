import { decodedUri } from '../../../shared/parse.ts';
import { consoleAddress, VIEWS, type ViewName } from '../../ui/open-page.ts';

/** The tabs of a project's page, in order. The database is shown as a part of the data. */
export const PROJECT_TABS = ['talk', 'ship', 'limits', 'data', 'database'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** Tabs whose rows have the whole width: the list of projects folds into their title. */
export const isGridTab = (tab: ProjectTab): boolean => tab === 'database' || tab === 'data';

/**
 * Console routes, each with one address, the same in the tab and in the side panel. `rest`: the address
 * within a view, such as a table and a record.
 */
export type Route =
  | { kind: 'view'; view: ViewName; rest: readonly string[] }
  | { kind: 'project'; projectId: string; tab: ProjectTab; rest: readonly string[] }
  /** The rail as a page of its own, where it does not fit beside the rest. */
  | { kind: 'menu' };

export const HOME: Route = { kind: 'view', view: 'now', rest: [] };

/** Parses an address such as `#/projects/shop/limits`; an unknown one leads home. */
export function parseRoute(hash: string): Route {
  const [first = '', ...parts] = hash
    .replace(/^#?\/*/, '')
    .split('/')
    .filter(Boolean)
    .map(decodedUri);
  if (first === 'menu') return { kind: 'menu' };
  if (first === 'projects' && parts[0] !== undefined) {
    const [projectId, tab, ...rest] = parts;
    const known = PROJECT_TABS.find((name) => name === tab);
    return { kind: 'project', projectId, tab: known ?? 'talk', rest: known ? rest : [] };
  }
  const view = VIEWS.find((name) => name === first);
  return view ? { kind: 'view', view, rest: parts } : HOME;
}

/** The address of a route, with its `#`. */
export function addressOf(route: Route): string {
  switch (route.kind) {
    case 'menu':
      return consoleAddress('menu');
    case 'view':
      return consoleAddress(route.view, ...route.rest);
    case 'project':
      return consoleAddress('projects', route.projectId, route.tab, ...route.rest);
  }
}

export const projectAddress = (projectId: string, tab: ProjectTab = 'talk', ...rest: string[]): string =>
  addressOf({ kind: 'project', projectId, tab, rest });

export const viewAddress = (view: ViewName, ...rest: string[]): string =>
  addressOf({ kind: 'view', view, rest });

/** Props of a view of the rail: the rest of its address. */
export type ViewProps = { rest: readonly string[] };

/** Props of a tab of a project's page. */
export type TabProps = { projectId: string; rest: readonly string[] };
