import { computed, signal } from '@preact/signals';
import type { Draft, LaunchSettings } from '../../storage/drafts.ts';
import { latestWriter } from '../../storage/latest-writer.ts';
import { isBlank, nameOfWords } from '../draft.ts';
import type { LaunchModelDependencies } from './launch-model-dependencies.ts';

export type FormModel = ReturnType<typeof createForm>;

/** State and actions of the form: a draft, stored on every change; its secrets' values stay in memory. */
export function createForm(
  dependencies: Pick<LaunchModelDependencies, 'now' | 'drafts' | 'secrets'>,
  onEdit: () => void,
) {
  const draft = signal<Draft | null>(null);
  const saved = signal(true);
  /** The browser could not store the draft, or what belongs to it. */
  const notKept = signal(false);
  /** Ids of this draft's secrets whose value is in memory. */
  const withValue = signal<ReadonlySet<string>>(new Set());
  /** Set once the field was left with text in it, or a launch tried: only then is missing text reported. */
  const wordsDue = signal(false);
  /** Whether the draft has any input. */
  const touched = computed(() => draft.value !== null && !isBlank(draft.value));
  const { write } = latestWriter<Draft>(dependencies.drafts.write, (state) => {
    saved.value = state === 'written';
    notKept.value = state === 'failed';
  });
  let unwatch: () => void = () => undefined;

  /** @param valued ids of its secrets whose value is in memory */
  function show(next: Draft, valued: string[]): void {
    unwatch();
    draft.value = next;
    wordsDue.value = false;
    withValue.value = new Set(valued);
    unwatch = dependencies.drafts.watch(next.id, (changed) => {
      const current = draft.value;
      if (changed && current?.id === changed.id && changed.updatedAt > current.updatedAt)
        draft.value = changed;
    });
  }

  function edit(changes: Partial<Draft>): void {
    const current = draft.value;
    if (!current) return;
    const { words } = changes;
    // Without a typed name or a page, the name follows the text.
    const follows = words !== undefined && !current.nameTyped && !current.reference;
    const name = follows ? { name: nameOfWords(words) } : {};
    draft.value = { ...current, ...name, ...changes, updatedAt: dependencies.now() };
    onEdit();
    void write(draft.value);
  }

  function editSettings(changes: Partial<LaunchSettings>): void {
    if (draft.value) edit({ settings: { ...draft.value.settings, ...changes } });
  }

  /** Stores something besides the draft. @returns whether it is stored; a failure is shown */
  async function keeping(store: () => Promise<void>): Promise<boolean> {
    notKept.value = await store().then(
      () => false,
      () => true,
    );
    return !notKept.value;
  }

  /** Keeps a secret's value in memory; an empty one is deleted. */
  async function setSecret(id: string, value: string): Promise<void> {
    const current = draft.value;
    if (!current) return;
    const { [id]: _old, ...others } = await dependencies.secrets.read(current.id);
    const next = value === '' ? others : { ...others, [id]: value };
    if (await keeping(() => dependencies.secrets.write(current.id, next)))
      withValue.value = new Set(Object.keys(next));
  }

  return {
    ...{ draft, saved, notKept, withValue, wordsDue, touched },
    ...{ show, write, edit, editSettings, keeping, setSecret },
  };
}

/** Whether a missing name is reported: while the words are typed, it may still follow from them. */
export const isNameDue = ({ draft, wordsDue, touched }: FormModel): boolean =>
  touched.value && (wordsDue.value || draft.value?.nameTyped === true || draft.value?.reference !== null);
