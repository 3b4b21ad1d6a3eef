import * as z from 'zod/mini';
import { instantMs } from '../../shared/time.ts';
import { candidate, captureKind, captureNote } from '../capture/page-capture.ts';

/** Longest values that the service takes (service reference, Launch Project and Limits). */
export const LABEL_MAX_CHARS = 80;
export const DESCRIPTION_MAX_CHARS = 500;
export const ATTACHMENTS_MAX = 10;
export const SECRETS_MAX = 50;
/** Largest file taken along; the service states 8 MB for one engine and nothing for the other. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

export const MODELS = ['opus', 'sonnet'] as const;
export const EFFORTS = ['low', 'medium', 'high', 'xhigh'] as const;
/** `account`: whatever the account's own switch says for new projects. */
export const ENGINES = ['account', 'v2', 'legacy'] as const;
export const ENVIRONMENTS = ['both', 'development', 'production'] as const;

export const draftReference = z.object({
  kind: captureKind,
  title: z.string(),
  url: z.string(),
  capturedAt: instantMs,
  /** As it will be sent: the user may edit it. */
  text: z.string(),
  notes: z.array(captureNote),
  candidates: z.array(candidate),
});
export type DraftReference = z.infer<typeof draftReference>;

export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  /** Read by the agent. */
  description: z.string(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('address'), url: z.string() }),
    /** The bytes lie in the attachment store under the attachment's id. */
    z.object({ kind: z.literal('file'), bytes: z.number(), mime: z.string() }),
  ]),
});
export type Attachment = z.infer<typeof attachment>;

/** A secret's name and reach. Its value is never part of a draft. */
export const secretSlot = z.object({ id: z.string(), name: z.string(), environment: z.enum(ENVIRONMENTS) });
export type SecretSlot = z.infer<typeof secretSlot>;

/** What is asked for anew with each launch, and remembered from the last one. */
export const launchSettings = z.object({
  model: z.enum(MODELS),
  /** null leaves it to the service. */
  effort: z.nullable(z.enum(EFFORTS)),
  fastMode: z.boolean(),
  groupId: z.string(),
  engine: z.enum(ENGINES),
  /** Monthly caps in credits, as typed; empty leaves the service's default. */
  developmentCap: z.string(),
  infrastructureCap: z.string(),
});
export type LaunchSettings = z.infer<typeof launchSettings>;

/** Everything the user has said about a project that does not exist yet. Stored on every keystroke, without secrets' values. */
export const draft = z.object({
  id: z.string(),
  createdAt: instantMs,
  updatedAt: instantMs,
  /** The user's own words. */
  words: z.string(),
  reference: z.nullable(draftReference),
  /** Flagged lines that the user has decided to send as they are. */
  keptLines: z.array(z.string()),
  name: z.string(),
  /** Whether the user typed the name; a suggestion follows the title until then. */
  nameTyped: z.boolean(),
  label: z.string(),
  description: z.string(),
  settings: launchSettings,
  attachments: z.array(attachment),
  secrets: z.array(secretSlot),
  templateId: z.nullable(z.string()),
});
export type Draft = z.infer<typeof draft>;

/** What a first draft asks for: a cap, because the first run is the most expensive thing that a project does. */
export const FIRST_SETTINGS: LaunchSettings = {
  model: 'opus',
  effort: 'high',
  fastMode: false,
  groupId: '',
  engine: 'account',
  developmentCap: '500',
  infrastructureCap: '',
};
