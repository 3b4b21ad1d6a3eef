import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import { none, type Place, view } from './places.ts';

const RECORDS = 'console/pages/project/data/data-source.ts';
const REFERENCES = 'console/pages/project/data/record-references.tsx';
const APP = 'console/pages/project/data/app.tsx';
const ORGANIZATION = 'console/pages/project/data/organization.tsx';
const INTEGRATIONS = 'console/pages/project/data/integrations-source.ts';
const ACROSS = 'console/pages/project/data/nested-question.ts';
const TOOLS = 'console/pages/project/data/tools.tsx';
const USERS = 'console/pages/project/data/users.tsx';
const USER_FORM = 'console/pages/project/data/user-form.tsx';
const SCAN = 'console/pages/import/scanning.ts';
const DELETED = 'console/pages/project/data/deleted.tsx';

/** Where a user does it; apart from the catalogue, so that no shipped script carries it. */
export const DATA_PLACES: Record<DataOperationName, Place> = {
  getDataStructure: view(
    'Project › Data; the choice of a table in Save to a table',
    'console/pages/project/data/use-tables.ts',
  ),
  listRecords: none('the edge takes it where a backend has no `queryRecords`'),
  queryRecords: view('Project › Data, a table', RECORDS),
  getRecord: view('Project › Data, a record that is changed or deleted: it is compared first', RECORDS),
  createRecord: view('Project › Data, New record; Save to a table', RECORDS),
  editRecord: view('Project › Data, a record', RECORDS),
  deleteRecord: view('Project › Data, a record', RECORDS),
  deleteWithSubelements: view('Project › Data, a record', 'console/pages/project/data/sub-elements.tsx'),
  listReferencedRecords: view('Project › Data, a record', REFERENCES),
  addReference: view('Project › Data, a record, Link', REFERENCES),
  dropReference: view('Project › Data, a record, Unlink', REFERENCES),
  queryNested: view('Project › Data, App, Across tables', ACROSS),
  filterNested: view('Project › Data, App, Across tables; a record, what refers to it', ACROSS),
  filterPage: view('Project › Data, App, Search a page', 'console/pages/project/data/page-search.tsx'),
  aggregate: view('Project › Data, App, Aggregation', APP),
  getStatistic: view('Project › Data, App, Numbers', APP),
  getUpdateHistory: view(
    'Project › Data, a record, Changes of this record',
    'console/pages/project/data/record-history.tsx',
  ),
  listDeletedData: view('Project › Data, Deleted', DELETED),
  undoDelete: view('Project › Data, Deleted, Bring back', DELETED),
  uploadFile: view(
    'Save to a table, a file property; a scan; Project › Data, a record or Tools',
    'background/commands/imports.ts',
  ),
  downloadFile: view('Project › Data, a record, Download', 'console/pages/project/data/record-more.tsx'),
  deleteFile: view('Project › Data, Files', 'console/pages/project/data/files.tsx'),
  scanDocument: view('Save to a table, a picture or PDF', SCAN),
  scanInvoice: view('Save to a table, a picture or PDF, An invoice', SCAN),
  ocrImage: view('Project › Data, Tools, The text of a file', TOOLS),
  ocrPdf: view('Project › Data, Tools, The text of a file', TOOLS),
  generatePdf: view('Project › Data, Tools', TOOLS),
  createChatCompletion: view('Project › Data, Tools', TOOLS),
  createImage: view('Project › Data, Tools', TOOLS),
  listUsers: view('Project › Data, Users', USERS),
  createUser: view('Project › Data, Users, Add a user', USER_FORM),
  editUser: view('Project › Data, Users', USER_FORM),
  deleteUser: view('Project › Data, Users', USERS),
  getOrganization: view('Project › Data, App', ORGANIZATION),
  editOrganization: none('an app is named once, where it is built'),
  getBackup: view('Project › Data, App, Backup', APP),
  getTables: view('Project › Data, Integrations', 'console/pages/project/data/integrations.tsx'),
  getTableStructure: view(
    'Project › Data, Integrations, a table',
    'console/pages/project/data/integrations.tsx',
  ),
  uploadAndLinkFile: view(
    'Project › Data, a table, Attach a file to the rows found',
    'background/commands/imports.ts',
  ),
  getNewRecords: view('Project › Data, Integrations, Newest', INTEGRATIONS),
  searchRecords: view('Project › Data, Integrations, a table', INTEGRATIONS),
  getLastDeletedRecords: view('Project › Data, Integrations, Deleted last', INTEGRATIONS),
  updateRecords: view('Project › Data, Integrations, a record', INTEGRATIONS),
  deleteRecords: view('Project › Data, Integrations, a record', INTEGRATIONS),
};
