import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import { none, type Place, view } from './places.ts';

const RECORDS = 'console/project/data/data-source.ts';
const REFERENCES = 'console/project/data/record-references.tsx';
const APP = 'console/project/data/app.tsx';
const ACROSS = 'console/project/data/across.tsx';
const TOOLS = 'console/project/data/tools.tsx';
const USERS = 'console/project/data/users.tsx';
const USER_FORM = 'console/project/data/user-form.tsx';
const SCAN = 'console/import/scanning.ts';
const DELETED = 'console/project/data/deleted.tsx';

/** Where a user does it; apart from the catalogue, so that no shipped script carries it. */
export const DATA_PLACES: Record<DataOperationName, Place> = {
  getDataStructure: view(
    'Project › Data; the choice of a table in Save to a table',
    'console/project/data/use-tables.ts',
  ),
  listRecords: none('`queryRecords` does the same, and has room for any filter'),
  queryRecords: view('Project › Data, a table', RECORDS),
  getRecord: view('Project › Data, a record that is changed or deleted: it is compared first', RECORDS),
  createRecord: view('Project › Data, New row; Save to a table', RECORDS),
  editRecord: view('Project › Data, a record', RECORDS),
  deleteRecord: view('Project › Data, a record', RECORDS),
  deleteWithSubelements: view('Project › Data, a record', 'console/project/data/sub-elements.tsx'),
  listReferencedRecords: view('Project › Data, a record', REFERENCES),
  addReference: view('Project › Data, a record, Link', REFERENCES),
  dropReference: view('Project › Data, a record, Unlink', REFERENCES),
  queryNested: view('Project › Data, App, Across tables', ACROSS),
  filterNested: view('Project › Data, App, Across tables; a record, what refers to it', ACROSS),
  filterPage: none('pages of an app are named by no answer'),
  getColumnValues: none('pages of an app are named by no answer'),
  aggregate: view('Project › Data, App, Aggregation', APP),
  getStatistic: view('Project › Data, App, Numbers', APP),
  getUpdateHistory: view(
    'Project › Data, a record, Changes of this record',
    'console/project/data/record-history.tsx',
  ),
  listDeletedData: view('Project › Data, Deleted', DELETED),
  getDeletedData: none('the list of what is deleted holds each record'),
  undoDelete: view('Project › Data, Deleted, Bring back', DELETED),
  uploadFile: view(
    'Save to a table, a file property; a scan; Project › Data, a record or Tools',
    'background/commands/imports.ts',
  ),
  downloadFile: view('Project › Data, a record, Download', 'console/project/data/record-more.tsx'),
  deleteFile: none('a file belongs to its record, and goes with it'),
  scanDocument: view('Save to a table, a picture or PDF', SCAN),
  scanInvoice: view('Save to a table, a picture or PDF, An invoice', SCAN),
  ocrImage: view('Project › Data, Tools, The text of a file', TOOLS),
  ocrPdf: view('Project › Data, Tools, The text of a file', TOOLS),
  generatePdf: view('Project › Data, Tools', TOOLS),
  createChatCompletion: view('Project › Data, Tools', TOOLS),
  createImage: view('Project › Data, Tools', TOOLS),
  listUsers: view('Project › Data, Users', USERS),
  getCurrentUser: none('the app that the key opens is shown with it; the key never is'),
  getUser: none('the list of users holds each'),
  createUser: view('Project › Data, Users, Let somebody sign in', USER_FORM),
  editUser: view('Project › Data, Users', USER_FORM),
  deleteUser: view('Project › Data, Users', USERS),
  getOrganization: view('Project › Data, App', APP),
  editOrganization: none('what the app is called is left to the app'),
  getBackup: view('Project › Data, App, Backup', APP),
  getTables: none('`getDataStructure` returns the same'),
  getTableStructure: none('`getDataStructure` returns the same'),
  uploadAndLinkFile: view(
    'Project › Data, a table, Attach a file to the rows found',
    'background/commands/imports.ts',
  ),
  getNewRecords: none('`queryRecords` does the same'),
  searchRecords: none('`queryRecords` does the same'),
  getLastDeletedRecords: none('`listDeletedData` does the same'),
  updateRecords: none('changing many records in one call is not reviewed row by row'),
  deleteRecords: none('deleting many records in one call is not reviewed row by row'),
};
