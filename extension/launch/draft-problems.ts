import type { ServiceCode } from '../../shared/builder-api/codes.ts';
import type { EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import {
  ATTACHMENTS_MAX,
  attachmentAddress,
  attachmentName,
  creditCap,
  type NameProblem,
  nameProblem,
  projectDescription,
  projectLabel,
  SECRETS_MAX,
  secretName,
} from '../../shared/operations/new-project.ts';
import { runBudgetOf } from '../../shared/spending/run-budget.ts';
import { type Attachment, DESIGNTOOL_TOKEN, type Draft } from '../storage/drafts.ts';
import { unfilledIn } from './draft.ts';

/** Largest file attached; the service documents 8 MB for one engine and nothing for the other. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

/** Parts of the form that a problem or a refusal can refer to. */
export const FIELDS = [
  'words',
  'reference',
  'name',
  'label',
  'description',
  'group',
  'engine',
  'caps',
  'attachments',
  'secrets',
  'designtool',
] as const;
export type Field = (typeof FIELDS)[number];

export type ProblemCode =
  | 'words-empty'
  | 'words-unfilled'
  | `name-${NameProblem}`
  | 'label-long'
  | 'description-long'
  | 'cap-not-positive'
  | 'cap-needed'
  | 'budget-least'
  | 'attachments-many'
  | 'attachment-unnamed'
  | 'attachment-address'
  | 'attachment-large'
  | 'secrets-many'
  | 'secret-unnamed'
  | 'secret-valueless'
  | 'secret-twice'
  | 'designtool-valueless';

/** Why the service would refuse, found while typing; `item`: id of attachment or secret, or placeholder. */
export interface Problem {
  field: Field;
  code: ProblemCode;
  item: string | null;
}

/**
 * Checks a draft by the edge's rules for launches (service reference, Launch Project), in the form's order.
 * @param secretsWithValue ids of the secrets whose value is in memory
 * @param role of this browser; null where the edge alone decides by it
 */
export function draftProblems(
  draft: Draft,
  secretsWithValue: ReadonlySet<string>,
  role: Role | null = null,
): Problem[] {
  return [
    ...wordsProblems(draft),
    ...nameProblems(draft),
    ...lengthProblems(draft),
    ...capProblems(draft, role),
    ...attachmentProblems(draft),
    ...secretProblems(draft, secretsWithValue),
    ...(draft.designtool && !secretsWithValue.has(DESIGNTOOL_TOKEN)
      ? [problem('designtool', 'designtool-valueless')]
      : []),
  ];
}

/**
 * Parses a typed cap.
 * @returns credits, null if empty, or `invalid` (service reference, Launch Project: positive number or null)
 */
export function capOf(typed: string): number | null | 'invalid' {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  const credits = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return creditCap.safeParse(credits).success ? credits : 'invalid';
}

function problem(field: Field, code: ProblemCode, item: string | null = null): Problem {
  return { field, code, item };
}

function wordsProblems(draft: Draft): Problem[] {
  if (draft.words.trim() === '') return [problem('words', 'words-empty')];
  const blank = unfilledIn(draft);
  return blank === null ? [] : [problem('words', 'words-unfilled', blank)];
}

function nameProblems(draft: Draft): Problem[] {
  const found = nameProblem(draft.name);
  return found ? [problem('name', `name-${found}`)] : [];
}

function lengthProblems(draft: Draft): Problem[] {
  const found: Problem[] = [];
  if (!projectLabel.safeParse(draft.label).success) found.push(problem('label', 'label-long'));
  if (!projectDescription.safeParse(draft.description).success)
    found.push(problem('description', 'description-long'));
  return found;
}

/** Whether the launch needs a development cap: without one it has none, which only owners may choose. */
export const mustHaveCap = ({ settings }: Pick<Draft, 'settings'>, role: Role | null): boolean =>
  role === 'builder' && capOf(settings.developmentCap) === null;

function capProblems({ settings }: Draft, role: Role | null): Problem[] {
  const invalid = [settings.developmentCap, settings.infrastructureCap].some(
    (typed) => capOf(typed) === 'invalid',
  );
  if (invalid) return [problem('caps', 'cap-not-positive')];
  if (mustHaveCap({ settings }, role)) return [problem('caps', 'cap-needed')];
  return runBudgetOf(settings.runBudget ?? '') === 'invalid' ? [problem('caps', 'budget-least')] : [];
}

/** The problems of files and addresses alone. */
export function attachmentProblems({ attachments }: Pick<Draft, 'attachments'>): Problem[] {
  const found = attachments.flatMap((entry) => attachmentProblem(entry) ?? []);
  return attachments.length > ATTACHMENTS_MAX
    ? [problem('attachments', 'attachments-many'), ...found]
    : found;
}

function attachmentProblem(entry: Attachment): Problem | null {
  if (!attachmentName.safeParse(entry.name).success)
    return problem('attachments', 'attachment-unnamed', entry.id);
  if (entry.source.kind === 'file') {
    return entry.source.bytes > FILE_MAX_BYTES ? problem('attachments', 'attachment-large', entry.id) : null;
  }
  return attachmentAddress.safeParse(entry.source.url.trim()).success
    ? null
    : problem('attachments', 'attachment-address', entry.id);
}

function secretProblems({ secrets }: Draft, withValue: ReadonlySet<string>): Problem[] {
  const found: Problem[] = secrets.length > SECRETS_MAX ? [problem('secrets', 'secrets-many')] : [];
  const seen = new Set<string>();
  for (const slot of secrets) {
    const name = slot.name.trim();
    if (!secretName.safeParse(name).success) found.push(problem('secrets', 'secret-unnamed', slot.id));
    else if (seen.has(name)) found.push(problem('secrets', 'secret-twice', slot.id));
    if (!withValue.has(slot.id)) found.push(problem('secrets', 'secret-valueless', slot.id));
    seen.add(name);
  }
  return found;
}

/** The field that a refusal of a launch refers to; codes without a field are not listed. */
const FIELD_OF: Partial<Record<ServiceCode | EdgeErrorCode, Field>> = {
  MISSING_PROMPT: 'words',
  INVALID_FILES: 'attachments',
  TOO_MANY_FILES: 'attachments',
  INVALID_FILE_NAME: 'attachments',
  INVALID_FILE_SOURCE: 'attachments',
  INVALID_FILE_URL: 'attachments',
  INVALID_FILE_CONTENT: 'attachments',
  INVALID_SECRETS: 'secrets',
  TOO_MANY_SECRETS: 'secrets',
  MISSING_SECRET_FIELDS: 'secrets',
  DUPLICATE_SECRET_NAME: 'secrets',
  INVALID_SECRET_ENVIRONMENT: 'secrets',
  INVALID_DESIGNTOOL: 'designtool',
  MISSING_DESIGNTOOL_TOKEN: 'designtool',
  DESIGNTOOL_TOKEN_MALFORMED: 'designtool',
  DESIGNTOOL_TOKEN_INVALID: 'designtool',
  DESIGNTOOL_TOKEN_FORBIDDEN: 'designtool',
  DESIGNTOOL_RATE_LIMITED: 'designtool',
  DESIGNTOOL_UNREACHABLE: 'designtool',
  INVALID_CREDIT_LIMITS: 'caps',
  INVALID_LIMIT: 'caps',
  MISSING_PROJECT_ID: 'name',
  INVALID_PROJECT_NAME: 'name',
  INVALID_PROJECT_NAME_LENGTH: 'name',
  RESERVED_PROJECT_NAME: 'name',
  INVALID_PROJECT_GROUP: 'group',
  PROJECT_ALREADY_EXISTS: 'name',
  PROMPT_SECURITY_VIOLATION: 'words',
  PROJECT_CREDIT_LIMIT_REACHED: 'caps',
  ENGINE_NOT_SUPPORTED: 'engine',
  ENGINE_LEGACY_UNAVAILABLE: 'engine',
  PAYLOAD_TOO_LARGE: 'attachments',
  EDGE_BODY_TOO_LARGE: 'attachments',
};

/** The field that a refusal refers to; null for a code without a field, or an unknown one. */
export function fieldOfRefusal(code: string): Field | null {
  return Object.hasOwn(FIELD_OF, code) ? (FIELD_OF[code as ServiceCode] ?? null) : null;
}
