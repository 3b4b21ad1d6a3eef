import { fitsParameter } from '../../shared/catalogues/address.ts';
import {
  type DataOperationName,
  dataCatalogue,
  dataOperationNames,
  qualified,
} from '../../shared/data-api/catalogue.ts';
import type { DataOperation } from '../../shared/data-api/operation.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import { isWithheld, WITHHELD_WORDS } from '../../shared/withheld.ts';
import { checkForm, type Matched, RouteTable } from '../gateway/whitelist.ts';
import { invalid, type Result } from '../http/result.ts';

/** A request for a project's data that passed the whitelist. */
export interface DataCall {
  projectId: string;
  operation: DataOperationName;
  role: Role;
  parameters: Record<string, string>;
  query: Record<string, string>;
  /** The checked body as JSON; null = none. */
  body: string | null;
}

/** A file name has one or two dots, never two in a row. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)+$/;
/** Filters are JSON in the query. */
const SEARCH_MAX = 8_000;

const routes = new RouteTable(
  dataOperationNames.map((name) => ({
    name,
    method: dataCatalogue[name].method,
    path: dataCatalogue[name].path,
  })),
  PLAIN_PATH,
  fitsParameter,
);

/** Finds the operation by method and path below `/data/:projectId`. */
export function matchDataOperation(
  request: { method: string; path: string; hasHeader: (name: string) => boolean },
  allowed: readonly string[] | null,
): Result<Matched<DataOperationName>> {
  return routes.match(request, (name) => allowed?.includes(qualified(name)) ?? true);
}

/** Checks query and body against the operation's schemas. */
export function checkDataRequest(
  projectId: string,
  { name, parameters }: Matched<DataOperationName>,
  request: { search: string; body: string | null },
): Result<DataCall> {
  const operation: DataOperation = dataCatalogue[name];
  if (isWithheld(parameters.propertyName ?? '')) return invalid('propertyName', WITHHELD_WORDS);
  const checked = checkForm(operation, request, SEARCH_MAX);
  if (!checked.ok) return checked;
  const isForOwner = removesFile(checked.value.body) || changesSeveral(name, checked.value.query);
  const role = isForOwner ? 'owner' : operation.role;
  return { ok: true, value: { projectId, operation: name, role, parameters, ...checked.value } };
}

/** A scan that removes the file permanently counts as deleting, which requires an owner. */
function removesFile(body: string | null): boolean {
  if (body === null || !body.includes('removeFileAfterScan')) return false;
  const { options } = JSON.parse(body) as { options?: { removeFileAfterScan?: unknown } };
  return options?.removeFileAfterScan === true;
}

/** Whether a call links a file to several records, which are not reviewed one by one. */
const changesSeveral = (name: DataOperationName, { limit }: Record<string, string>): boolean =>
  name === 'uploadAndLinkFile' && limit !== '1';
