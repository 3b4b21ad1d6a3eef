import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import { fileOperations, scanOperations } from '../../shared/data-api/file-operations.ts';
import type { DataEffect, DataOperation } from '../../shared/data-api/operation.ts';
import { integrationOperations, projectOperations } from '../../shared/data-api/project-operations.ts';
import {
  historyOperations,
  queryOperations,
  recordOperations,
  referenceOperations,
} from '../../shared/data-api/record-operations.ts';
import { userOperations } from '../../shared/data-api/user-operations.ts';
import { DATA_PLACES } from './data-places.ts';
import { fieldsOf } from './operations-reference.ts';
import { DATA_SETTINGS, settingWords } from './options.ts';
import { placeWords } from './places.ts';

const EFFECT_WORDS: Record<DataEffect, string> = {
  read: 'reads',
  file: 'makes or reads a file; changes no record',
  change: 'changes data: only in write mode',
  delete: 'deletes data: only in write mode',
};

const HEAD = `# Data operations

Every call of the data backend of a project's app that Pilot Light knows, generated from \`shared/data-api\`; the edge forwards
nothing else. After a change there, \`npx vitest run e2e/docs -u\` generates this page.

The edge needs the variable \`DATA_API_URL\`, and each project a data key, which an owner writes with \`PUT /data-keys/PROJECT\`
and which is never returned. A paired browser then requests an operation at \`/data/PROJECT\` and the path below, with the
operation's own method, query and body. Viewers see no records. The response is \`{ errors, data }\`; the number of all results,
if requested, is in the header \`x-total-count\`.

- **Conditions** of a filter are the documented ones; no operator of a database can be named. A page has at most 500 records.
- **Passwords.** A column whose name contains \`password\`, \`passwd\`, \`passphrase\`, \`pwd\`, \`passwort\` or \`kennwort\` is left out of every
  response, and can't be filtered, sorted, grouped or computed upon. Where a table has such a column, no pipeline and no search of integrations reads that
  table, and no update history or search of a page is read in that app; the edge reads the tables' structure first.
- **Pipelines** only read: at most 30 stages in all, five of which may be \`$lookup\`, \`$graphLookup\`, \`$unionWith\` or \`$facet\`. Operators that make
  lists of any length (\`$range\`, \`$map\`, \`$reduce\`, \`$concatArrays\`), name fields by computed texts or take records as a whole are refused.
- **Write mode.** What changes or deletes data is refused with \`EDGE_WRITE_MODE_OFF\` until the browser enters it with
  \`POST /write-mode/PROJECT?place=app\`. It ends after ten minutes without a write, or with \`DELETE\` at the same address. It also
  applies to the rows of a project's database, and to SQL unless it certainly only reads: there the place is \`development\` (the preview's) or
  \`production\`, and each is entered separately.
- **What may cost** (scans, OCR, PDFs, AI) needs an \`Idempotency-Key\` header and is made at most once per key; when the response
  was lost, the edge responds with 202 and the record that \`/paid-calls/KEY\` also returns. A response is stored for an hour, for a
  browser that did not receive it. \`getFeatureLimits\` returns beforehand how many units of the named feature are left.
- **An upload** is the file itself, 20 MiB at most; the edge builds the form from it. One whose name says that it is an image or a PDF is one by its first bytes.
  \`uploadAndLinkFile\` links it to records in the same call, and needs write mode.
- **Imports**: \`POST /imports\` with an \`Idempotency-Key\` (\`{ projectId, table, rows: [{ values, recordId? }], duplicates?, removeFile?, source? }\`, at
  most 1,000 rows and 1 MiB), \`GET /imports\`, \`GET /imports/KEY?rows=all\`, \`POST /imports/KEY/stop\`, \`…/retry { rows: [{ row, values }] }\`,
  \`…/settle { row, recordId }\`, \`…/undo\` (its own browser, or an owner). They need no write mode: their rows were reviewed.
- **Watches**: \`GET /watches\`, \`PUT /watches/ID\` (\`{ kind: 'records' | 'count', projectId, table, filter?, label?, property?, within?, timeZone? }\`), \`DELETE /watches/ID\`.
  \`news\` counts what was new since the watch began: a browser announces what exceeds the number that it announced last. The snapshot's
  \`watches\` changes when there is something to read. Each is read once a minute while a view is open, else every five minutes; with more than 80 (400) less often.
- A path that neither reference of the service shows is marked; where it is missing, the response is \`EDGE_SERVICE_NOT_AVAILABLE\`.
`;

/** The page \`docs/data-operations.md\`. */
export function dataOperationsReference(): string {
  const areas = Object.entries(DATA_AREAS).map(
    ([title, operations]) => `## ${title}\n\n${Object.entries(operations).map(describe).join('\n')}`,
  );
  return `${HEAD}\n${areas.join('\n')}`;
}

function describe([name, operation]: [string, DataOperation]): string {
  const { method, path, cost, role, effect, takes, feature, assumed, query, body } = operation;
  const facts: [string, string | null][] = [
    ['Who', role],
    ['Where a user does it', placeWords(DATA_PLACES[name as DataOperationName])],
    ['Does', EFFECT_WORDS[effect]],
    ['Cost', cost === 'free' ? null : cost === 'credits' ? 'may use credits' : 'not stated'],
    ['Units of', feature && `\`${feature}\``],
    ['Query', fieldsOf(query)],
    ['Body', takes === 'file' ? 'the file' : fieldsOf(body)],
    ['Options', settingWords(DATA_SETTINGS[name as DataOperationName])],
    ['Path', assumed ? 'not documented' : null],
  ];
  const rows = facts.flatMap(([title, words]) => (words === null ? [] : [`- ${title}: ${words}`]));
  return `### ${name}\n\n\`${method} ${path}\`\n\n${DATA_ABOUT[name as DataOperationName]}\n\n${rows.join('\n')}\n`;
}

/**
 * Areas in the order of the reference of data operations; separate from the catalogue so that no shipped script
 * contains them.
 */
export const DATA_AREAS = {
  'Tables and records': { ...recordOperations, ...referenceOperations },
  'Reads over several records': queryOperations,
  'History and deleted data': historyOperations,
  Files: fileOperations,
  'Scans, PDFs and AI': scanOperations,
  Users: userOperations,
  App: projectOperations,
  Integrations: integrationOperations,
};

/** What each operation does, for the reference; separate from the catalogue so that no shipped script contains it. */
export const DATA_ABOUT: Record<DataOperationName, string> = {
  getDataStructure: 'Reads all tables with their properties.',
  listRecords:
    'Reads a page of records; `filter`, `sort` and `pagination` are JSON, `returnCount` adds the number of all.',
  queryRecords: 'The same, with the query in the body.',
  getRecord: 'Reads one record.',
  createRecord: 'Makes a record of a map of properties.',
  editRecord: 'Changes the properties that are sent.',
  deleteRecord: 'Deletes a record; it is kept in the deleted data.',
  deleteWithSubelements: 'Deletes a record and what hangs below it on a page of the app.',
  listReferencedRecords: 'Reads the records that a property references.',
  addReference: 'Links two records by a many-to-many property.',
  dropReference: 'Takes such a link away; both records stay.',
  queryNested: 'Reads records with the ones they reference inside.',
  filterNested: 'Reads records of one table by conditions on others.',
  filterPage: 'Searches the records of a page of the app.',
  aggregate: 'Runs an aggregation pipeline that only reads.',
  getStatistic: 'Counts records, or adds up one of their numbers.',
  getUpdateHistory: 'Reads all changes of a record.',
  listDeletedData: 'Lists what was deleted.',
  undoDelete: 'Brings a deleted record back.',
  uploadFile: 'Uploads a file and answers its file name id.',
  downloadFile: 'Answers an address from which the file can be downloaded for a while.',
  deleteFile: 'Removes a file.',
  scanDocument: 'Extracts the described properties from an uploaded image or PDF.',
  scanInvoice: 'Extracts the fields of an invoice from an uploaded image or PDF.',
  ocrImage: 'Reads the text of an uploaded image.',
  ocrPdf: 'Reads the text of an uploaded PDF.',
  generatePdf: 'Makes a PDF from a template of the app.',
  createChatCompletion: 'Asks a language model, in the provider’s own form.',
  createImage: 'Makes an image from a description.',
  listUsers: 'Lists the people who can sign in to the app.',
  createUser: 'Lets a person sign in.',
  editUser: 'Changes name, address, password, role or access of a person.',
  deleteUser: 'Takes a person’s sign-in away.',
  getOrganization: 'Returns the app to which the data key belongs.',
  editOrganization: 'Changes what the app is called, and how it greets.',
  getBackup: 'Answers an address from which a backup can be downloaded for a while.',
  getTables: 'Lists ids and labels of the tables.',
  getTableStructure: 'Reads the properties of a table for one use.',
  uploadAndLinkFile:
    'Uploads a file and links it to the records that match, `limit` at most; more than one require an owner.',
  getNewRecords: 'Reads the newest records of a table.',
  searchRecords: 'Reads records whose properties have the given values.',
  getLastDeletedRecords: 'Reads the records of a table that were deleted last.',
  updateRecords: 'Sets the same values on all records that match.',
  deleteRecords: 'Deletes all records that match.',
};
