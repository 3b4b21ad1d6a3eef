import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';

/**
 * Where options of an operation are set that the files of its place (`places.ts`) don't set themselves, and which options are always
 * sent as they are, and why. `options`: empty: all others. `source`: paths from the root; they name every one of the options.
 */
export type Setting =
  | { kind: 'control'; at: string; options: readonly string[]; source: readonly string[] }
  | { kind: 'fixed'; why: string; options: readonly string[]; source: readonly string[] };

/** The line of the reference. */
export const settingWords = (settings: readonly Setting[] = []): string | null =>
  settings.length === 0
    ? null
    : settings
        .map((setting) => {
          const options = setting.options.map((option) => `\`${option}\``).join(', ') || 'all others';
          return `${options}: ${setting.kind === 'control' ? setting.at : `always the same, ${setting.why}`}`;
        })
        .join('; ');

const control = (at: string, options: readonly string[], ...source: string[]): Setting => ({
  ...{ kind: 'control', at, options, source },
});
const fixed = (why: string, options: readonly string[], ...source: string[]): Setting => ({
  ...{ kind: 'fixed', why, options, source },
});

const LAUNCH = 'extension/launch/launch-request.ts';
const PROMPT = 'extension/console/pages/project/talk/prompt-request.ts';
const SERVICE_LIST = 'extension/console/kit/project-list.ts';
const DATABASE = 'extension/console/pages/project/data/database/query.ts';
const GRID_SOURCE = 'extension/console/grid/row-source.ts';
const INTEGRATIONS = 'extension/console/pages/project/data/integrations-source.ts';
const NESTED = 'extension/console/pages/project/data/nested-question.ts';

export const SETTINGS: Partial<Record<OperationName, readonly Setting[]>> = {
  getSpending: [
    fixed('the latest 45 days, of which all is computed', ['from', 'to'], 'shared/spending/spending-days.ts'),
  ],
  getCreditCosts: [
    fixed('both price lists are shown', ['engine'], 'extension/console/pages/settings/service.tsx'),
  ],
  launchProject: [
    control('Launch, the form and its settings', [], LAUNCH),
    control('Launch, Secrets, the environment', ['secrets.environment'], LAUNCH),
  ],
  listProjects: [
    control(
      'Projects: search, order, group, days of creation',
      ['search', 'sortField', 'sortDirection', 'groupId', 'createdFrom', 'createdTo'],
      SERVICE_LIST,
    ),
    control('Projects, the pages', ['skip'], SERVICE_LIST),
    fixed('as many as a page shows', ['limit'], SERVICE_LIST),
  ],
  listGroups: [
    fixed('all groups are read, page by page', ['limit', 'skip'], 'extension/console/kit/use-groups.ts'),
  ],
  startAgent: [
    control('Project › Talk, the form of the prompt', [], PROMPT),
    control('Project › Talk, files', ['inputFiles'], 'extension/background/paid-calls.ts'),
  ],
  deploy: [
    control(
      'Project › Ship, Deploy all the same…',
      ['confirmDestructive'],
      'extension/console/parts/destroying-deploy.tsx',
    ),
  ],
  getProductionLogs: [
    fixed(
      'without it only six hours are returned',
      ['from'],
      'extension/console/pages/project/ship/logs.tsx',
    ),
  ],
  listVersions: [
    control('Project › Ship, Versions, More', ['skip'], 'extension/console/pages/project/ship/versions.tsx'),
    fixed('as many as More adds', ['limit'], 'extension/reads/use-site.ts'),
  ],
  listDeliveries: [
    fixed(
      'the edge reads on from where it was',
      ['limit', 'cursor'],
      'edge/webhooks/subscriptions/webhook-service.ts',
    ),
  ],
  queryRows: [
    control('Project › Database, the headings of the rows', ['sort.column', 'sort.dir'], GRID_SOURCE),
    fixed('as many as a page shows', ['page.limit'], DATABASE),
  ],
};

export const DATA_SETTINGS: Partial<Record<DataOperationName, readonly Setting[]>> = {
  listRecords: [
    fixed(
      'the parts of a `queryRecords`, each as JSON',
      ['filter', 'sort', 'pagination', 'returnCount'],
      'edge/data-api/client.ts',
      'extension/console/pages/project/data/data-source.ts',
    ),
  ],
  queryRecords: [
    fixed(
      'the number of all is shown beside the pages',
      ['returnCount'],
      'extension/console/pages/project/data/data-source.ts',
    ),
  ],
  queryNested: [control('Project › Data, App, Across tables', [], NESTED)],
  getStatistic: [
    fixed(
      'of all records: nothing in the references says that it may be left out',
      ['query'],
      'extension/console/pages/project/data/app.tsx',
    ),
  ],
  generatePdf: [
    fixed(
      'the id of the path again (gaps page)',
      ['templateId'],
      'extension/console/pages/project/data/tools.tsx',
    ),
  ],
  getTableStructure: [
    fixed(
      'the fields that can be searched; those of a form are the same',
      ['usage'],
      'extension/console/pages/project/data/integrations.tsx',
    ),
  ],
  updateRecords: [fixed('one record at a time, by its id', ['limit', 'filter'], INTEGRATIONS)],
  deleteRecords: [fixed('one record at a time, by its id', ['limit', 'filter'], INTEGRATIONS)],
};
