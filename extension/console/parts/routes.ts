import { decodedUri } from '../../../shared/parse.ts';
import { consoleAddress } from '../../ui/open-page.ts';

/** The tabs of a project's page, in order. The database is shown as a part of the data. */
export const PROJECT_TABS = ['talk', 'ship', 'limits', 'data', 'database'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** Tabs whose rows have the whole width: the list of projects folds into their title. */
export const isGridTab = (tab: ProjectTab): boolean => tab === 'database' || tab === 'data';

/** The views of the rail, in order; then those that begin something new. */
export const DOORS = ['now', 'projects', 'money', 'activity', 'settings'] as const;
export const BEGINNINGS = ['launch', 'import'] as const;
export const VIEWS = [...DOORS, ...BEGINNINGS] as const;
export type ViewName = (typeof VIEWS)[number];

/** Where views and tabs of earlier versions are now: bookmarks and notices lead to their old addresses. */
const MOVED_VIEWS: Readonly<Record<string, readonly string[]>> = { account: [], webhooks: ['webhooks'] };
const MOVED_TABS: Readonly<Record<string, ProjectTab>> = { webhook: 'ship' };

/**
 * Routes of the console. Each has one address, the same in the tab and in the side panel. `rest`: the address within
 * a view, such as a table and a record.
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
    const moved = MOVED_TABS[tab ?? ''];
    if (moved) return { kind: 'project', projectId, tab: moved, rest: [] };
    const known = PROJECT_TABS.find((name) => name === tab);
    return { kind: 'project', projectId, tab: known ?? 'talk', rest: known ? rest : [] };
  }
  const moved = MOVED_VIEWS[first];
  if (moved) return { kind: 'view', view: 'settings', rest: [...moved, ...parts] };
  const view = VIEWS.find((name) => name === first);
  return view ? { kind: 'view', view, rest: parts } : HOME;
}

/** The address of a route, with its `#`. */
export function addressOf(route: Route): string {
  const parts =
    route.kind === 'menu'
      ? ['menu']
      : route.kind === 'view'
        ? [route.view, ...route.rest]
        : ['projects', route.projectId, route.tab, ...route.rest];
  return consoleAddress(...parts);
}

export const projectAddress = (projectId: string, tab: ProjectTab = 'talk', ...rest: string[]): string =>
  addressOf({ kind: 'project', projectId, tab, rest });

export const viewAddress = (view: ViewName, ...rest: string[]): string =>
  addressOf({ kind: 'view', view, rest });
