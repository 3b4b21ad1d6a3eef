import * as z from 'zod/mini';
import { parse, parseEach } from '../../shared/parse.ts';
import { instantMs } from '../../shared/time.ts';
import { candidate, captureKind, captureNote, leftOut } from '../capture/page-capture.ts';
import { localCollection, localItem } from './stored-item.ts';

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
  leftOut: z.optional(leftOut),
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
    /** The bytes lie in `attachments.ts` under the attachment's id. */
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
  /** Credits that the first run may use, as typed; empty: no budget. Absent in what older versions stored. */
  runBudget: z.optional(z.string()),
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

/** Whether the user has said nothing in it: the page that it is of can be read again. */
export const isUntouched = (one: Draft): boolean =>
  one.words.trim() === '' && !one.nameTyped && one.attachments.length === 0 && one.secrets.length === 0;

/** The ones that the user has said nothing in make room, the oldest first. */
const drafts = localCollection('draft:', (others) =>
  parseEach(
    draft,
    others.map(([, value]) => value),
  )
    .filter(isUntouched)
    .sort((a, b) => a.updatedAt - b.updatedAt)
    .map(({ id }) => id),
);

/** Drafts, each under a key of its own, so that two windows never write over each other's. */
export const draftStore = {
  /** Null when there is none, or none that this version can read. */
  async read(id: string): Promise<Draft | null> {
    return parse(draft, await drafts.read(id));
  },
  /** @throws StorageFull */
  write(value: Draft): Promise<void> {
    return drafts.write(value.id, value);
  },
  remove(id: string): Promise<void> {
    return drafts.remove(id);
  },
  /** Takes away ones that the user has said nothing in, until all together take no more bytes than that. */
  shrink: drafts.shrink,
  /** All drafts, the newest change first. */
  async list(): Promise<Draft[]> {
    const stored = (await drafts.list()).map(([, value]) => value);
    return parseEach(draft, stored).sort((a, b) => b.updatedAt - a.updatedAt);
  },
  /** Follows one draft; null when it is gone. */
  watch(id: string, onChange: (value: Draft | null) => void): () => void {
    return drafts.watch(id, (value) => onChange(parse(draft, value)));
  },
};

const lastSettingsItem = localItem<unknown>('launch-settings', null);

/**
 * The settings of the last launch, with which the next draft begins. Caps and a budget are not among them: one that nobody
 * chose for this launch could stop its run.
 */
export const lastSettings = {
  async read(): Promise<LaunchSettings> {
    const { developmentCap, infrastructureCap } = FIRST_SETTINGS;
    const settings = parse(launchSettings, await lastSettingsItem.getValue()) ?? FIRST_SETTINGS;
    return { ...settings, developmentCap, infrastructureCap, runBudget: '' };
  },
  write(value: LaunchSettings): Promise<void> {
    return lastSettingsItem.setValue(value);
  },
};

/** Words to start from, with placeholders that are filled from the page. */
export const template = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  /** Chosen by itself on pages of this address; empty: only by hand. See `matchesAddress`. */
  addressPattern: z.string(),
});
export type Template = z.infer<typeof template>;

const templatesItem = localItem<unknown>('launch-templates', []);

/** Templates, as the user ordered them. One that this version cannot read is left out. */
export const templateStore = {
  async read(): Promise<Template[]> {
    return parseEach(template, await templatesItem.getValue());
  },
  write(templates: Template[]): Promise<void> {
    return templatesItem.setValue(templates);
  },
};
