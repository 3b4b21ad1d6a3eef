import { join } from 'node:path';

/** The part of a stored launch that the simulation reads. */
export interface StoredLaunch {
  readonly key: string;
  readonly draft: { readonly id: string; readonly words: string };
  readonly record: {
    readonly projectId: string | null;
    readonly warnings: readonly { readonly step: string }[];
  } | null;
  readonly retries: Readonly<
    Record<string, { readonly key: string; readonly state: 'going' | 'done' | 'failed' }>
  >;
}

export interface ShownStatus {
  readonly kind: 'launching' | 'launched' | 'refused' | 'unknown' | 'absent' | 'not-sent';
}

/** Input of a form. */
export interface FormWords {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  readonly label: string;
  readonly secrets: readonly { readonly id: string; readonly name: string; readonly environment: 'both' }[];
}

/** The launch view's model. */
interface LaunchModel {
  show(draft: object): Promise<void>;
  readonly form: {
    edit(changes: object): void;
    setSecret(id: string, value: string): Promise<void>;
    readonly saved: { readonly value: boolean };
  };
  readonly confirmation: { confirm(insteadOf: string | null): Promise<void> };
  readonly launches: {
    readonly followed: { readonly value: StoredLaunch | null };
    readonly entries: { value: readonly StoredLaunch[] };
  };
}

interface ModelDeps {
  readonly drafts: { read(id: string): Promise<object | null> };
  readonly entries: { read(): Promise<readonly StoredLaunch[]> };
  retry(key: string, step: string): Promise<void>;
}

/** Types of the extension's modules used here; their own need a browser's types. */
interface Modules {
  readonly background: { startBackground(dependencies: object, lookNow: boolean): void };
  readonly client: { sendMessage(name: string, request: object): Promise<{ ok: boolean }> };
  readonly status: { launchStatus(entry: StoredLaunch): ShownStatus };
  readonly model: { createLaunchModel(deps: ModelDeps): LaunchModel };
  readonly modelDeps: { browserDependencies: ModelDeps };
  readonly drafts: { FIRST_SETTINGS: object };
  readonly newDraft: { newDraft(id: string, now: number, settings: object): object };
}

const FILES: Readonly<Record<keyof Modules, string>> = {
  background: 'background/start.ts',
  client: 'messaging/client.ts',
  status: 'launch/history.ts',
  model: 'launch/ui/launch-model.ts',
  modelDeps: 'launch/ui/launch-model-dependencies.ts',
  drafts: 'storage/drafts.ts',
  newDraft: 'launch/draft.ts',
};

const EXTENSION = join(import.meta.dirname, '..', '..', '..', 'extension');
const loaded = Promise.all(
  Object.entries(FILES).map(async ([name, file]) => [
    name,
    await import(/* @vite-ignore */ `${EXTENSION}/${file}`),
  ]),
).then((modules) => Object.fromEntries(modules) as Modules);

/** Storage keys that the simulation reads. */
export const STORED = {
  token: 'device-token',
  connection: 'connection',
  launches: 'launches',
  draft: (id: string) => `draft:${id}`,
  secrets: (owner: string) => `secret-values:${owner}`,
} as const;

export type ExtensionModules = Awaited<ReturnType<typeof loadExtension>>;

/** The extension's own modules, behind the calls that the simulation makes. */
export async function loadExtension() {
  const modules = await loaded;
  const { browserDependencies } = modules.modelDeps;

  /** Opens a launch page with this form. */
  async function openForm(id: string): Promise<LaunchModel | null> {
    const draft = await browserDependencies.drafts.read(id);
    if (!draft) return null;
    const model = modules.model.createLaunchModel(browserDependencies);
    model.launches.entries.value = await browserDependencies.entries.read();
    await model.show(draft);
    return model;
  }

  return {
    /** @param watches whether it refreshes by itself from now on */
    startBackground: (dependencies: object, watches: boolean) =>
      modules.background.startBackground(dependencies, watches),
    sendMessage: modules.client.sendMessage,
    /** Fills in a new form in a page. */
    async fillIn({ secrets, ...words }: FormWords, typed: string): Promise<void> {
      const model = modules.model.createLaunchModel(browserDependencies);
      await model.show(modules.newDraft.newDraft(words.id, Date.now(), modules.drafts.FIRST_SETTINGS));
      for (const { id } of secrets) await model.form.setSecret(id, typed);
      model.form.edit({ ...words, secrets, nameTyped: true });
      // The page shows "Saved" then.
      while (!model.form.saved.value) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    /**
     * Opens a page with a form and clicks its button.
     * @returns the launch that the page then follows; null when there is none
     */
    async press(id: string, insteadOf: string | null): Promise<string | null> {
      const model = await openForm(id);
      if (!model) return null;
      await model.confirmation.confirm(insteadOf);
      return model.launches.followed.value?.key ?? null;
    },
    retry: (key: string, step: string) => browserDependencies.retry(key, step),
    statusOf: (entry: StoredLaunch): ShownStatus => modules.status.launchStatus(entry),
  };
}
