import { type Led, ledOf } from '../../extension/console/pages/operations/led.ts';
import { edgePathOf, isOfData } from '../../shared/catalogues/address.ts';
import { AREAS, type AreaName, LISTED, type ListedOperation } from '../../shared/catalogues/listed.ts';
import { formOf } from '../../shared/catalogues/request-form.ts';
import type { DataOperation } from '../../shared/data-api/operation.ts';
import { catalogue, ENGINE_TWINS, type OperationName } from '../../shared/operations/catalogue.ts';
import type { CostClass, Reach } from '../../shared/operations/operation.ts';
import { isPriced, PRICE_NAMES } from '../../shared/spending/price.ts';

const AREA_TITLES: Record<AreaName, string> = {
  records: 'Tables and records',
  deleted: 'History and deleted data',
  files: 'Files, scans, PDFs and AI',
  users: 'Users',
  app: 'App and integrations',
  database: 'Database',
  projects: 'Projects',
  work: 'Runs, deployments and servers',
  publishing: 'Publishing, versions and secrets',
  limits: 'Limits',
  webhooks: 'Webhooks',
  account: 'Account',
};

const COST_WORDS: Record<CostClass, string> = {
  free: 'free',
  credits: 'uses credits',
  unstated: 'cost not stated',
};

const REACH_WORDS: Record<Reach, string | null> = {
  gateway: null,
  launches: 'at `/launches` only',
  caps: 'at `/caps` only, where it is compared before it is set',
  edge: 'the edge only: the response contains a secret',
};

const HEAD = `# Operations

Every call of the service that Pilot Light knows, a list made of the rows of \`shared/operations\`; the gateway forwards nothing
else. After a change there, \`npx vitest run e2e/docs -u\` generates this page. The console's page Operations runs each of them, or
leads to its form.

A paired browser or command line (\`docs/api.md\`) requests an operation at the path below, with the operation's own method, query
and body, if its role permits it. One that uses credits needs an \`Idempotency-Key\` header and is made at most once per key; when the
response was lost, the edge responds with 202 and the record that \`/paid-calls/:key\` also returns. A price is the name
of one in the service's table of fixed prices.

Rows of a project's database come without columns whose names contain \`password\`, \`passwd\`, \`passphrase\`, \`pwd\`, \`passwort\` or
\`kennwort\`, which can't be filtered or sorted by either. Only a statement of SQL, which owners alone may run, returns them.
`;

const UNREACHED = `## Documented, and not reached

- \`headers\` of a webhook subscription: stored by the service, and often a credential. The edge accepts none and shows their names only.
- \`secretPrefix\` of a project's webhook: the beginning of a secret tells nobody anything, so the edge removes it.
- \`POST /projects/:projectId/database/records/bulk\`: neither its body nor its response is documented, so of a lost one nobody could say
  which rows were written. Imports write many rows, each at most once.
- \`designtool.account\` in the answer of a launch: a launch has its own form, and its answer is kept without the account of another
  service. \`getDesigntoolStatus\` reads it.
- Export and import codes of a project: their endpoints are not documented. Their prices are in \`getCreditCosts\`.
- Monthly hosting fees, which older projects don't pay: no operation reads them apart. \`getSpending\` has what was spent by type.
- Column values of a page of an app: neither their method nor their path is documented.
`;

const DATA_HEAD = `# Data operations

Every call of the data backend of a project's app that Pilot Light knows, a list made of the rows of \`shared/data-api\`; the
edge forwards nothing else. After a change there, \`npx vitest run e2e/docs -u\` generates this page. The console's page Operations runs each of them.

The edge needs the variable \`DATA_API_URL\`, and each project a data key, which an owner writes with \`PUT /data-keys/PROJECT\`
and which is never returned. A paired browser then requests an operation at the path below, with the
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
- A path that neither reference of the service shows is marked; where it is missing, the response is \`EDGE_SERVICE_NOT_AVAILABLE\`.
`;

/** The page `docs/operations.md`. */
export const operationsReference = (): string =>
  `${HEAD}\n${listOf((one) => !isOfData(one.operation))}\n${UNREACHED}`;

/** The page `docs/data-operations.md`. */
export const dataOperationsReference = (): string =>
  `${DATA_HEAD}\n${listOf((one) => isOfData(one.operation))}`;

function listOf(isListed: (one: ListedOperation) => boolean): string {
  const areas = AREAS.map(
    (area) => [area, LISTED.filter((one) => one.area === area && isListed(one))] as const,
  );
  return areas
    .filter(([, listed]) => listed.length > 0)
    .map(([area, listed]) => `## ${AREA_TITLES[area]}\n\n${listed.map(describe).join('\n')}`)
    .join('\n');
}

function describe({ name, operation }: ListedOperation): string {
  const { method, does, role, cost } = operation;
  const led = ledOf(name);
  const price = isPriced(name) ? ` (\`${PRICE_NAMES[name]}\`)` : '';
  const facts = [
    role,
    isOfData(operation) && cost === 'credits' ? 'may use credits' : `${COST_WORDS[cost]}${price}`,
    ...(isOfData(operation) ? factsOfData(operation) : factsOfService(name as OperationName)),
    led && `its form: ${placeOf(led)}`,
  ];
  const fields = formOf(operation).filter(({ id }) => !id.startsWith('path.'));
  const lines = fields.map(({ id, isRequired, about, shape, choices }) => {
    const words = [about, choices.length > 0 ? choices.join(' | ') : shape].filter(Boolean).join(': ');
    return `- \`${id}${isRequired ? '' : '?'}\`${words && ` ${words}`}`;
  });
  const head = `### ${name.replace('data.', '')}\n\n\`${method} ${edgePathOf(operation)}\`\n\n${does}.`;
  return (
    [head, facts.filter(Boolean).join(' · '), ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n') +
    '\n'
  );
}

function factsOfService(name: OperationName): (string | null)[] {
  const { reach, engine, redacted, changesRows } = catalogue[name];
  const twin = ENGINE_TWINS[name];
  return [
    REACH_WORDS[reach],
    engine && `\`${engine}\` only${twin ? `; the other engine has \`${twin}\`` : ''}`,
    changesRows ? 'only in write mode' : null,
    redacted.length > 0 ? `without ${redacted.map((field) => `\`${field}\``).join(', ')}` : null,
  ];
}

function factsOfData({ effect, feature, assumed }: DataOperation): (string | null)[] {
  return [
    effect === 'change' || effect === 'delete' ? 'only in write mode' : null,
    feature && `units of \`${feature}\``,
    assumed ? 'path not documented' : null,
  ];
}

const placeOf = (led: Led): string => ('view' in led ? titled(led.view) : `Project › ${titled(led.tab)}`);
const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
