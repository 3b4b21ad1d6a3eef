import * as z from 'zod/mini';
import { instantMs } from '../../shared/time-schema.ts';
import { candidate, captureKind, captureNote, leftOut } from '../capture/page-capture.ts';
import { StorageFull } from './bounds.ts';
import {
  done,
  indexedTable,
  localCollection,
  localItem,
  owedList,
  parsed,
  sessionCollection,
} from './stored-item.ts';

export const MODELS = ['opus', 'sonnet'] as const;
export const EFFORTS = ['low', 'medium', 'high', 'xhigh'] as const;
/** `account`: the account's own default for new projects. */
export const ENGINES = ['account', 'v2', 'legacy'] as const;
export const ENVIRONMENTS = ['both', 'development', 'production'] as const;

export const draftReference = z.object({
  kind: captureKind,
  title: z.string(),
  url: z.string(),
  capturedAt: instantMs,
  /** As it will be sent; the user may edit it. */
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
    /** The bytes are in `attachmentStore` under the attachment's id. */
    z.object({ kind: z.literal('file'), bytes: z.number(), mime: z.string() }),
  ]),
});
export type Attachment = z.infer<typeof attachment>;

/** A secret's name and scope. Its value is never part of a draft. */
const secretSlot = z.object({ id: z.string(), name: z.string(), environment: z.enum(ENVIRONMENTS) });
export type SecretSlot = z.infer<typeof secretSlot>;

/** Id of the design tool's token among the values of secrets. */
export const DESIGNTOOL_TOKEN = 'designtool';

const secretValues = z.record(z.string(), z.string());
export type SecretValues = z.infer<typeof secretValues>;

/** Values of secrets, owned by a draft or by a launch in progress. */
export const secretStore = sessionCollection('secret-values:', secretValues, {});

/** Settings of a launch; the last ones are the defaults of the next draft. */
export const launchSettings = z.object({
  model: z.enum(MODELS),
  /** null leaves it to the service. */
  effort: z.nullable(z.enum(EFFORTS)),
  fastMode: z.boolean(),
  groupId: z.string(),
  engine: z.enum(ENGINES),
  /** Monthly caps in credits, as typed; empty for the service's default. */
  developmentCap: z.string(),
  infrastructureCap: z.string(),
  /** Credits that the first run may use, as typed; empty: no budget. */
  runBudget: z.string(),
});
export type LaunchSettings = z.infer<typeof launchSettings>;

/** All input for a project that does not exist yet. Stored on every keystroke, without values of secrets. */
export const draft = z.object({
  id: z.string(),
  createdAt: instantMs,
  updatedAt: instantMs,
  /** The user's own text. */
  words: z.string(),
  reference: z.nullable(draftReference),
  /** Flagged lines that the user has decided to send. */
  keptLines: z.array(z.string()),
  name: z.string(),
  /** Whether the user typed the name; until then it is suggested from the title. */
  nameTyped: z.boolean(),
  label: z.string(),
  description: z.string(),
  settings: launchSettings,
  attachments: z.array(attachment),
  secrets: z.array(secretSlot),
  /** Whether a design tool is connected. Its token is kept as a secret's value is, as `DESIGNTOOL_TOKEN`. */
  designtool: z.boolean(),
  templateId: z.nullable(z.string()),
});
export type Draft = z.infer<typeof draft>;

/** Defaults of the first draft, with a cap, because the first run is the most expensive part of a project. */
export const FIRST_SETTINGS: LaunchSettings = {
  model: 'opus',
  effort: 'high',
  fastMode: false,
  groupId: '',
  engine: 'account',
  developmentCap: '500',
  infrastructureCap: '',
  runBudget: '',
};

/** Whether the draft has no input, so that its page can simply be read again. */
export const isUntouched = (one: Draft): boolean =>
  one.words.trim() === '' &&
  !one.nameTyped &&
  one.attachments.length === 0 &&
  one.secrets.length === 0 &&
  !one.designtool;

/** Drafts without input are evicted, oldest first. */
const drafts = localCollection('draft:', draft, (others) =>
  others
    .flatMap(([, one]) => (one !== null && isUntouched(one) ? [one] : []))
    .sort((a, b) => a.updatedAt - b.updatedAt)
    .map(({ id }) => id),
);

/** Drafts, each under its own key, so that two windows never overwrite each other. */
export const draftStore = {
  ...drafts,
  /** @throws StorageFull */
  write: (value: Draft): Promise<void> => drafts.write(value.id, value),
  /** All drafts, newest change first. */
  list: async (): Promise<Draft[]> =>
    (await drafts.list()).flatMap(([, one]) => one ?? []).sort((a, b) => b.updatedAt - a.updatedAt),
};

const lastSettingsItem = localItem('launch-settings', FIRST_SETTINGS, parsed(launchSettings));

/**
 * The settings of the last launch, used as defaults of the next draft. Without caps and budget: one that was
 * not chosen for a launch could stop its run.
 */
export const lastSettings = {
  async read(): Promise<LaunchSettings> {
    const { developmentCap, infrastructureCap } = FIRST_SETTINGS;
    return { ...(await lastSettingsItem.getValue()), developmentCap, infrastructureCap, runBudget: '' };
  },
  write: lastSettingsItem.setValue,
};

/** A text to start from, with placeholders that are filled from the page. */
export const template = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  /** Applied automatically on pages with this address; empty: only by hand. See `matchesAddress`. */
  addressPattern: z.string(),
});
export type Template = z.infer<typeof template>;

const templatesItem = owedList('launch-templates', parsed(template));

/** Templates in the user's order. */
export const templateStore = { read: templatesItem.getValue, write: templatesItem.setValue };

const DATABASE = 'launch-attachments';
const within = indexedTable(DATABASE, 'contents');
/** Files of at most 8 MiB, 11 MiB as base64: below 440 MiB of a disk, well within browsers' quotas. */
const FILES_MAX = 40;

/** Contents of attached files as base64, by attachment id; in IndexedDB: extension storage is too small. */
export const attachmentStore = {
  async read(ids: string[]): Promise<Record<string, string>> {
    if (ids.length === 0) return {};
    return within('readonly', async (table) => {
      const found: Record<string, string> = {};
      for (const id of ids) {
        const content: unknown = await done(table.get(id));
        if (typeof content === 'string') found[id] = content;
      }
      return found;
    });
  },
  /** @throws StorageFull */
  async write(id: string, base64: string): Promise<void> {
    await within('readwrite', async (table) => {
      if ((await done(table.count())) >= FILES_MAX) throw new StorageFull(DATABASE);
      await done(table.put(base64, id));
    });
  },
  async remove(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await within('readwrite', async (table) => {
      for (const id of ids) await done(table.delete(id));
    });
  },
  async clear(): Promise<void> {
    await within('readwrite', (table) => done(table.clear()));
  },
};
