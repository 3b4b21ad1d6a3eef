import { isQualifiedDataName, type QualifiedDataName } from '../shared/data-api/catalogue.ts';
import { type AddressProblem, PAIRING_CODE_MAX, readAddress } from '../shared/edge-api/pairing.ts';
import { isOperationName, type OperationName } from '../shared/operations/catalogue.ts';
import type { InstantMs } from '../shared/time.ts';

/** The operator's checked settings. A missing secret is null; whatever does not need it still works. */
export interface Configuration {
  /** Origin and path of the service without a trailing slash; null when missing or invalid. */
  serviceUrl: string | null;
  /** Origin and path of the data backend; null when missing or invalid: everything about records is off. */
  dataApiUrl: string | null;
  publicUrl: string | null;
  /** The page where credits are bought; null when missing or invalid. */
  billingUrl: string | null;
  /** The service's own page of a project, with `{projectId}` in its place; null when missing or invalid. */
  projectUrl: string | null;
  apiKey: string | null;
  /** 32 bytes. */
  encryptionKey: Uint8Array<ArrayBuffer> | null;
  pairingCode: string | null;
  /** When that code expires; null = when it is used. */
  pairingCodeEndsAt: InstantMs | null;
  /** Whether every browser is signed out, once for this code. */
  pairingCodeLocks: boolean;
  /** null = every operation of the catalogue. */
  allowedOperations: readonly string[] | null;
  /** The highest monthly cap, in credits, that a builder may set in a launch. */
  builderCapMax: number;
  /** Whether published apps are looked at after a deployment. */
  liveCheck: boolean;
  /** The form of storage for which the operator lets go of what is stored in another; null = nothing is. */
  beginsAnewAt: number | null;
  /** One sentence per mistake, for the operator; never contains a value. */
  problems: readonly string[];
}

/** The service's own default for the development cap (service reference, Limits). */
const BUILDER_CAP_MAX_CREDITS = 5_000;
const ENCRYPTION_KEY_BYTES = 32;
const PAIRING_CODE_MIN = 8;
const SERVICE_PATH = /\/api\/v1(?:\/vcaas)?$/;
const ADDRESS_PROBLEMS: Record<AddressProblem, string> = {
  'not-an-address': 'is not an address.',
  'not-https': 'must start with https:// (http:// is for this machine only).',
  'extra-parts': 'must be an address without a user, a query or a fragment.',
};
/** A code, a space, an instant as `toISOString` writes it, and whether all browsers are signed out. */
const CODE_WITH_END = /^(.+) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)( lock)?$/;

/** Stands for the id while the address is read. */
const PROJECT_ID_HERE = 'project-id-here';

const cache = new WeakMap<object, Configuration>();

/** Reads and checks the environment, cached per environment object. */
export function configuration(env: Cloudflare.Env): Configuration {
  const known = cache.get(env);
  if (known) return known;
  const read = readConfiguration(env);
  cache.set(env, read);
  return read;
}

/** The first owner's code, unless it has expired. */
export function firstOwnerCode(
  { pairingCode, pairingCodeEndsAt }: Configuration,
  now: InstantMs,
): string | null {
  return pairingCodeEndsAt === null || now < pairingCodeEndsAt ? pairingCode : null;
}

export function mayUse(
  { allowedOperations }: Configuration,
  name: OperationName | QualifiedDataName,
): boolean {
  return allowedOperations?.includes(name) ?? true;
}

/** Reads and checks the environment. Pure. */
export function readConfiguration(env: Partial<Cloudflare.Env>): Configuration {
  const problems: string[] = [];
  const serviceUrl = readBaseUrl('SERVICE_URL', env.SERVICE_URL, problems);
  if (!env.SERVICE_URL) problems.push('SERVICE_URL is missing: the base address of the builder service.');
  const dataApiUrl = readBaseUrl('DATA_API_URL', env.DATA_API_URL, problems);
  const publicUrl = readUrl('PUBLIC_URL', env.PUBLIC_URL, problems);
  const apiKey = env.SERVICE_API_KEY?.trim() || null;
  if (!apiKey) problems.push("SERVICE_API_KEY is missing: the account's key of the builder service.");
  else if (!/^[\x21-\x7e]+$/.test(apiKey))
    problems.push('SERVICE_API_KEY holds characters that no header can carry.');
  const code = readPairingCode(env.PAIRING_CODE, problems);
  const encryptionKey = readEncryptionKey(env.ENCRYPTION_KEY, problems);
  return {
    serviceUrl,
    dataApiUrl,
    publicUrl,
    billingUrl: readPage('BILLING_URL', env.BILLING_URL, problems),
    projectUrl: readProjectPage(env.PROJECT_URL, problems),
    apiKey: apiKey && /^[\x21-\x7e]+$/.test(apiKey) ? apiKey : null,
    encryptionKey,
    pairingCode: code.code,
    pairingCodeEndsAt: code.endsAt,
    pairingCodeLocks: code.locks,
    allowedOperations: readOperations(env.ALLOWED_OPERATIONS, problems),
    builderCapMax: readBuilderCapMax(env.BUILDER_CAP_MAX, problems),
    beginsAnewAt: /^\d{1,6}$/.test(env.BEGINS_ANEW_AT ?? '') ? Number(env.BEGINS_ANEW_AT) : null,
    liveCheck: readSwitch('LIVE_CHECK', env.LIVE_CHECK, problems),
    problems,
  };
}

function readUrl(name: string, text: string | undefined, problems: string[]): string | null {
  if (!text?.trim()) return null;
  const read = readAddress(text);
  if (read.ok) return read.address;
  problems.push(`${name} ${ADDRESS_PROBLEMS[read.problem]}`);
  return null;
}

/** A page for people, whose address may have a query and a fragment. */
function readPage(name: string, text: string | undefined, problems: string[]): string | null {
  if (!text?.trim()) return null;
  const url = URL.parse(text.trim());
  if (url?.protocol === 'https:' && !url.username && !url.password) return url.href;
  problems.push(`${name} must be an https address without a user.`);
  return null;
}

/** The page of a project: `{projectId}` stands once, where an id may stand. */
function readProjectPage(text: string | undefined, problems: string[]): string | null {
  const page = readPage('PROJECT_URL', text?.replace('{projectId}', PROJECT_ID_HERE), problems);
  if (page === null) return null;
  const { host, href } = new URL(page);
  if (!host.includes(PROJECT_ID_HERE) && href.split(PROJECT_ID_HERE).length === 2)
    return href.replace(PROJECT_ID_HERE, '{projectId}');
  problems.push('PROJECT_URL must name {projectId} once, behind the host.');
  return null;
}

/** On by default. What is neither switches it off: whoever set it did not want it as it is. */
function readSwitch(name: string, text: string | undefined, problems: string[]): boolean {
  const value = text?.trim().toLowerCase() || 'on';
  if (value !== 'on' && value !== 'off') problems.push(`${name} must be on or off.`);
  return value === 'on';
}

function readBuilderCapMax(text: string | undefined, problems: string[]): number {
  if (!text?.trim()) return BUILDER_CAP_MAX_CREDITS;
  const credits = Number(text);
  if (Number.isFinite(credits) && credits > 0) return credits;
  problems.push('BUILDER_CAP_MAX must be a number of credits above 0.');
  return BUILDER_CAP_MAX_CREDITS;
}

/** The edge appends API paths to the service's base address; if they are already in it, no call succeeds. */
function readBaseUrl(name: string, text: string | undefined, problems: string[]): string | null {
  const url = readUrl(name, text, problems);
  if (url === null || !SERVICE_PATH.test(url)) return url;
  problems.push(`${name} must be the base address of the service, without /api/v1 and what follows.`);
  return null;
}

/**
 * Rejects a code that can be guessed, because `/pair` is open to everybody, or that is longer than `/pair`
 * accepts; `/health` reports the problem.
 */
function readPairingCode(
  text: string | undefined,
  problems: string[],
): { code: string | null; endsAt: InstantMs | null; locks: boolean } {
  const trimmed = text?.trim() ?? '';
  const [, withEnd, end, lock] = CODE_WITH_END.exec(trimmed) ?? [];
  const code = withEnd ?? trimmed;
  const endsAt = end === undefined ? null : Date.parse(end);
  if (code === '') return { code: null, endsAt: null, locks: false };
  if (code.length > PAIRING_CODE_MAX)
    problems.push(
      `PAIRING_CODE is longer than ${PAIRING_CODE_MAX} characters and can't be entered: set a shorter one.`,
    );
  else if (code.length < PAIRING_CODE_MIN)
    problems.push(
      `PAIRING_CODE is shorter than ${PAIRING_CODE_MIN} characters and is not used: set a longer one.`,
    );
  else return { code, endsAt, locks: lock !== undefined };
  return { code: null, endsAt: null, locks: false };
}

function readEncryptionKey(text: string | undefined, problems: string[]): Uint8Array<ArrayBuffer> | null {
  if (!text?.trim()) {
    problems.push('ENCRYPTION_KEY is missing: 32 random bytes in base64 (openssl rand -base64 32).');
    return null;
  }
  const bytes = decodeBase64(text.trim());
  if (bytes?.length === ENCRYPTION_KEY_BYTES) return bytes;
  problems.push('ENCRYPTION_KEY must be exactly 32 bytes in base64 (openssl rand -base64 32).');
  return null;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** An empty list allows nothing: a typing mistake must not widen access. */
function readOperations(text: string | undefined, problems: string[]): readonly string[] | null {
  if (!text?.trim()) return null;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0)
    problems.push('ALLOWED_OPERATIONS names no operation, so none is allowed: leave it out to allow all.');
  const unknown = names.filter((name) => !isOperationName(name) && !isQualifiedDataName(name)).length;
  if (unknown > 0)
    problems.push(
      `ALLOWED_OPERATIONS holds names that are no operations (${unknown} of them); see docs/operations.md and docs/data-operations.md.`,
    );
  return names;
}
