import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Draft, isUntouched, type Template } from '../../storage/drafts.ts';
import type { LaunchEntry } from '../../storage/launches.ts';
import { draftAgain, fillTemplate, isBlank, isForgotten, newDraft, withCapture } from '../draft.ts';
import { capOf } from '../draft-problems.ts';
import { activeEntryOf, launchedFrom, newestEntryOf, repeatedLaunch } from '../history.ts';
import { openEditor } from './focus-field.ts';
import { createForm, type FormModel } from './form-model.ts';
import type { LaunchModelDependencies, Screen, Unconfirmed } from './launch-model-dependencies.ts';
import { createMaterial } from './material.ts';

export type LaunchModel = ReturnType<typeof createLaunchModel>;

/**
 * State and actions of the launch view, in the parts its views read. Owns nothing that must outlive it:
 * drafts are stored on every change.
 */
export function createLaunchModel(dependencies: LaunchModelDependencies) {
  const screen = dependencies.screen ?? signal<Screen>('form');
  const drafts = signal<Draft[]>([]);
  const entries = signal<LaunchEntry[]>([]);
  /** The launch whose progress is shown instead of the form. */
  const followedKey = signal<string | null>(null);
  /** The existing project that the draft is for, until that is confirmed or canceled. */
  const existing = signal<string | null>(null);
  /** The draft that was left last, for who finds an empty form. */
  const left = signal<Draft | null>(null);
  const newestOf = (draftId: string) => newestEntryOf(entries.value, draftId)?.key ?? null;
  const form = createForm(dependencies, () => confirmation.reset());
  const { draft, edit } = form;
  const confirmation = createConfirmation(dependencies, form, {
    onSent: async () => {
      entries.value = await dependencies.entries.read();
    },
    newestOf,
    onLaunched: (key) => (followedKey.value = key),
  });
  const material = createMaterial(dependencies, draft, {
    edit,
    take: (capture) => draft.value && edit(withCapture(draft.value, capture)),
    keeping: form.keeping,
  });
  const { reading } = material;

  const templates = createTemplates(dependencies, form, () => (screen.value = 'form'));

  /** Puts a draft into the form, and leaves the screen as it is. */
  async function fill(next: Draft): Promise<void> {
    form.show(next, Object.keys(await dependencies.secrets.read(next.id)));
    followedKey.value = newestOf(next.id);
    confirmation.reset();
    existing.value = null;
    left.value = null;
    openEditor.value = null;
    reading.value = { kind: 'idle' };
  }

  async function show(next: Draft): Promise<void> {
    await fill(next);
    screen.value = 'form';
  }

  const blank = async () =>
    newDraft(dependencies.newId(), dependencies.now(), await dependencies.lastSettings.read());

  /** Shows what a menu entry or the shortcut prepared; else the draft of this page, else a new one. */
  async function open(): Promise<void> {
    await dependencies.draftCaptures();
    [entries.value, drafts.value, templates.all.value] = await Promise.all([
      dependencies.entries.read(),
      dependencies.drafts.list(),
      dependencies.templates.read(),
    ]);
    for (const one of drafts.value)
      if (isForgotten(one, dependencies.now())) await dependencies.drafts.remove(one.id);
    dependencies.entries.watch((changed) => {
      entries.value = changed;
      confirmation.settleLost();
    });
    dependencies.openRequest.watch(() => void takeRequest(show));
    // The user may be among the drafts before this is done, and stays there.
    if (!(await takeRequest(fill))) await openPage();
  }

  async function takeRequest(put: (prepared: Draft) => Promise<void>): Promise<boolean> {
    const request = await dependencies.openRequest.take();
    if (!request) return false;
    await dependencies.draftCaptures();
    const prepared = request.draftId ? await dependencies.drafts.read(request.draftId) : null;
    await put(prepared ?? (await blank()));
    if (request.block) reading.value = { kind: 'blocked', block: request.block };
    drafts.value = await dependencies.drafts.list();
    return true;
  }

  async function openPage(): Promise<void> {
    const begun = await blank();
    await fill(begun);
    const open = drafts.value.filter((one) => !activeEntryOf(entries.value, one.id));
    left.value = open.find((one) => !isUntouched(one)) ?? null;
    const capture = await material.read();
    const current = draft.value;
    if (!capture || current?.id !== begun.id) return;
    if (!isBlank(current)) return edit(withCapture(current, capture));
    const isSame = (one: Draft) => one.reference?.url === capture.url;
    const same = capture.kind === 'selection' ? undefined : open.find(isSame);
    if (same) return fill(same);
    const next = await dependencies.draftOf(capture);
    await fill(next);
    void form.write(next);
  }

  async function readDrafts(): Promise<void> {
    const all = await dependencies.drafts.list();
    drafts.value = all.filter((one) => !activeEntryOf(entries.value, one.id));
  }

  async function discard(id: string): Promise<void> {
    const gone = drafts.value.find((one) => one.id === id);
    await dependencies.drafts.remove(id);
    await dependencies.secrets.remove(id);
    await dependencies.files.remove(gone?.attachments.map((one) => one.id) ?? []);
    drafts.value = drafts.value.filter((one) => one.id !== id);
    if (left.value?.id === id) left.value = null;
    if (draft.value?.id === id) await fill(await blank());
  }

  async function again(entry: LaunchEntry): Promise<void> {
    const next = draftAgain(entry.draft, dependencies.newId(), dependencies.now());
    await show(next);
    void form.write(next);
  }

  /** Shows the progress of a launch. */
  function follow(entry: LaunchEntry): void {
    followedKey.value = entry.key;
    screen.value = 'form';
  }

  function backToForm(): void {
    confirmation.isShown.value = false;
    screen.value = 'form';
  }

  return {
    ...{ dependencies, screen, existing, left, form, material, confirmation, drafts },
    launches: { entries, ...launchesBeside(entries, draft, followedKey), follow },
    templates,
    openHistory: () => (screen.value = 'history'),
    ...{ open, readDrafts, backToForm, show, discard, again },
    startNew: async () => show(await blank()),
  };
}

const Context = createContext<LaunchModel | null>(null);
export const ModelProvider = Context.Provider;

export function useModel(): LaunchModel {
  const model = useContext(Context);
  if (!model) throw new Error('Used outside of the launch view');
  return model;
}

/** The form of this page's launch. */
export const useForm = (): FormModel => useModel().form;

/** The stored launches that matter to what is shown. @param followedKey of the one whose progress is shown */
function launchesBeside(
  entries: ReadonlySignal<LaunchEntry[]>,
  draft: ReadonlySignal<Draft | null>,
  followedKey: ReadonlySignal<string | null>,
) {
  const followed = computed(() => entries.value.find((entry) => entry.key === followedKey.value) ?? null);
  /** An identical launch, if there is one: confirming would create a second project. */
  const repeated = computed(() => (draft.value ? repeatedLaunch(entries.value, draft.value) : null));
  /** The newest launch from the same page. */
  const earlier = computed(() => {
    const address = draft.value?.reference?.url;
    return address ? launchedFrom(entries.value, address) : null;
  });
  return { followed, repeated, earlier };
}

/** The user's templates. @param onUsed the form has the words of one */
function createTemplates(
  dependencies: Pick<LaunchModelDependencies, 'templates' | 'today'>,
  { draft, edit, keeping }: FormModel,
  onUsed: () => void,
) {
  const all = signal<Template[]>([]);
  const state = signal<'unchanged' | 'saving' | 'saved' | 'failed'>('unchanged');

  function use(template: Template): void {
    const current = draft.value;
    if (!current) return;
    edit({
      words: fillTemplate(template.text, current.reference, dependencies.today()),
      templateId: template.id,
    });
    onUsed();
  }

  async function set(next: Template[]): Promise<void> {
    all.value = next;
    state.value = 'saving';
    const isKept = await keeping(() => dependencies.templates.write(next));
    if (all.value === next) state.value = isKept ? 'saved' : 'failed';
  }

  return { all, state, set, use };
}

/** State of the confirmation: whether it is shown, whether it is being sent, and why it failed. */
function createConfirmation(
  dependencies: Pick<LaunchModelDependencies, 'confirm' | 'lastSettings'>,
  form: FormModel,
  on: {
    /** The background has responded, or ended before it could. */
    onSent: () => Promise<void>;
    /** Key of a draft's newest launch, as far as it was read; null: none. */
    newestOf: (draftId: string) => string | null;
    onLaunched: (key: string) => void;
  },
) {
  const isShown = signal(false);
  const isSending = signal(false);
  const failed = signal<Unconfirmed | null>(null);
  /** The background ended before it responded: it may have stored the launch all the same. */
  let lost: { draftId: string; before: string | null } | null = null;

  /**
   * Launches the current form.
   * @param insteadOf the unknown launch whose repetition was confirmed
   * @param isUndoable whether it can be taken back for a moment
   */
  async function confirm(insteadOf: string | null, isUndoable = false): Promise<void> {
    const current = form.draft.value;
    if (!current || isSending.value) return;
    isSending.value = true;
    const before = on.newestOf(current.id);
    try {
      const response = await send(current, insteadOf, isUndoable).catch(() => 'no-background' as const);
      if (typeof response !== 'string') return on.onLaunched(response.key);
      failed.value = response;
      if (response !== 'no-background') return;
      lost = { draftId: current.id, before };
      await on.onSent().catch(() => undefined);
      settleLost();
    } finally {
      isShown.value = false;
      isSending.value = false;
    }
  }

  async function send(
    current: Draft,
    insteadOf: string | null,
    isUndoable: boolean,
  ): Promise<{ key: string } | Unconfirmed> {
    if (!(await form.write(current))) return 'not-kept';
    // Only a default for the next form; this launch does not depend on it.
    if (capOf(current.settings.developmentCap) !== 'invalid')
      await dependencies.lastSettings.write(current.settings).catch(() => undefined);
    const response = await dependencies.confirm(current.id, insteadOf, isUndoable);
    await on.onSent();
    return response;
  }

  /** Follows a launch whose response was lost, once it is among those that are stored. */
  function settleLost(): void {
    const newest = lost && on.newestOf(lost.draftId);
    if (newest === null || newest === lost?.before) return;
    lost = null;
    failed.value = null;
    on.onLaunched(newest);
  }

  function reset(): void {
    lost = null;
    isShown.value = false;
    failed.value = null;
  }

  function request(): void {
    form.wordsDue.value = true;
    isShown.value = true;
  }

  return { isShown, isSending, failed, request, confirm, settleLost, reset };
}
