import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Flag, undecidedFlags, withoutLine } from '../../capture/flag-rules.ts';
import type { CaptureBlock, CaptureResult, PageCapture } from '../../capture/page-capture.ts';
import type { CaptureTarget } from '../../capture/read-tab.ts';
import type { Attachment, attachmentStore, Draft } from '../../storage/drafts.ts';

/** What goes along with words: the text of a page, its flagged lines that are sent as they are, and files. */
export type Material = Pick<Draft, 'reference' | 'keptLines' | 'attachments'>;

/** Progress of reading the page. */
export type Reading = { kind: 'idle' } | { kind: 'reading' } | { kind: 'blocked'; block: CaptureBlock };

/** External dependencies of what goes along, replaced in tests. */
export interface MaterialDependencies {
  newId(): string;
  /** Reads a tab; by default the active one. */
  capture(tab?: CaptureTarget): Promise<CaptureResult>;
  /** Screenshot of the tab as base64 PNG; null where the browser does not allow it. */
  screenshot(): Promise<string | null>;
  files: Pick<typeof attachmentStore, 'write' | 'remove'>;
}

export type MaterialModel = ReturnType<typeof createMaterial>;

/**
 * State and actions of what goes along with a launch or with a project's prompt, whose drafts store it.
 * @param now null while there is no draft
 */
export function createMaterial(
  dependencies: MaterialDependencies,
  now: ReadonlySignal<Material | null>,
  {
    edit,
    take,
    keeping,
  }: {
    edit: (changes: Partial<Material>) => void;
    /** Puts a page's text into the draft. */
    take: (capture: PageCapture) => void;
    /** Stores something besides the draft. @returns whether it is stored */
    keeping: (write: () => Promise<void>) => Promise<boolean>;
  },
) {
  const reading = signal<Reading>({ kind: 'idle' });
  const flags = computed<Flag[]>(() => {
    const { reference, keptLines } = now.value ?? {};
    return reference ? undecidedFlags(reference.text, keptLines ?? []) : [];
  });

  async function read(tab?: CaptureTarget): Promise<PageCapture | null> {
    reading.value = { kind: 'reading' };
    const result = await dependencies.capture(tab);
    reading.value = result.block ? { kind: 'blocked', block: result.block } : { kind: 'idle' };
    return result.capture;
  }

  /** Reads the page, by default the active tab's, into the draft. */
  async function readPage(tab?: CaptureTarget): Promise<void> {
    const capture = await read(tab);
    if (capture && now.peek()) take(capture);
  }

  function keepLine(flag: Flag): void {
    if (now.value) edit({ keptLines: [...now.value.keptLines, flag.text] });
  }

  function removeLine(flag: Flag): void {
    const reference = now.value?.reference;
    if (reference) edit({ reference: { ...reference, text: withoutLine(reference.text, flag) } });
  }

  /** @param base64 content of a file; null: of an address */
  async function attach(attachment: Omit<Attachment, 'id'>, base64: string | null): Promise<void> {
    const id = dependencies.newId();
    if (base64 !== null && !(await keeping(() => dependencies.files.write(id, base64)))) return;
    if (now.value) edit({ attachments: [...now.value.attachments, { id, ...attachment }] });
  }

  async function detach(id: string): Promise<void> {
    if (now.value) edit({ attachments: now.value.attachments.filter((one) => one.id !== id) });
    await dependencies.files.remove([id]);
  }

  const { screenshot } = dependencies;
  return { now, reading, flags, edit, read, readPage, keepLine, removeLine, attach, detach, screenshot };
}

const Context = createContext<MaterialModel | null>(null);
export const MaterialProvider = Context.Provider;

/** What goes along with the launch or the prompt around it. */
export function useMaterial(): MaterialModel {
  const material = useContext(Context);
  if (!material) throw new Error('Used outside of a launch and of a prompt');
  return material;
}
