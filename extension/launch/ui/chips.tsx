import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import { formatFacts, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { Draft } from '../../storage/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { capOf, draftProblems, type Field } from '../draft-problems.ts';
import { AttachmentsEditor } from './attachments-editor.tsx';
import { type Editor, openEditor } from './focus-field.ts';
import { useModel } from './launch-model.ts';
import { SecretsEditor } from './secrets-editor.tsx';
import { AdvancedEditor, CapsEditor, ModelEditor } from './settings-editors.tsx';

/** All further settings of the project, as chips that open their editor. */
export function Chips({ refused }: { refused: Field | null }) {
  const { form, existing } = useModel();
  const draft = form.draft.value;
  if (!draft) return null;
  const isNew = existing.value === null;
  const editor = openEditor.value;
  const isAdding = editor !== null && editor !== 'caps';
  /** What opened the editor, to which Escape leads back. */
  const opener = useRef<Element | null>(null);
  const enter = useCallback((opened: HTMLElement | null) => {
    if (!opened) return;
    opener.current = document.activeElement;
    // It may be below the edge of a small window.
    opened.scrollIntoView({ block: 'nearest' });
    const fields = [...opened.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
    // A secret of an earlier launch has its name, and no value.
    const empty = fields.find((one) => one.value === '' && 'placeholder' in one && one.placeholder !== '');
    (empty ?? fields[0])?.focus({ preventScroll: true });
  }, []);
  const leave = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    openEditor.value = isAdding ? 'plus' : null;
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const problems = new Set(draftProblems(draft, form.withValue.value).map(({ field }) => field));
  // What is being typed is not wrong yet.
  const isBad = (field: 'attachments' | 'secrets') =>
    refused === field || (editor !== field && problems.has(field));
  const adds = [
    {
      opens: 'attachments' as const,
      words: countWords('file', draft.attachments.length),
      has: draft.attachments.length > 0,
      bad: isBad('attachments'),
    },
    {
      opens: 'secrets' as const,
      words: countWords('secret', draft.secrets.length),
      has: draft.secrets.length > 0,
      bad: isBad('secrets'),
    },
    {
      opens: 'advanced' as const,
      words: t('chip.advanced'),
      has: false,
      bad: refused !== null && ADVANCED.has(refused),
    },
  ].filter(({ opens, has, bad }) => (isNew || opens === 'attachments') && (isAdding || has || bad));
  return (
    <div class="chips-and-editor">
      <fieldset class="chips">
        <legend class="hidden-words">{t('view.settings')}</legend>
        <Chip opens="caps" bad={refused === 'caps' || problems.has('caps')}>
          {settingsWords(draft, isNew)} ▾
        </Chip>
        <Button
          class="chip"
          aria-label={t('verb.add')}
          title={t('verb.add')}
          aria-expanded={isAdding}
          onClick={() => (openEditor.value = isAdding ? null : 'plus')}
        >
          +
        </Button>
        {adds.map(({ opens, words, bad }) => (
          <Chip key={opens} opens={opens} bad={bad}>
            {words}
          </Chip>
        ))}
      </fieldset>
      {editor && editor !== 'plus' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from each of its fields
        <div class="editor" id="launch-editor" key={editor} ref={enter} onKeyDown={leave}>
          {EDITOR_VIEWS[editor]()}
        </div>
      )}
    </div>
  );
}

const ADVANCED: ReadonlySet<Field> = new Set(['group', 'engine', 'designtool']);

const EDITOR_VIEWS: Record<Editor, () => ComponentChildren> = {
  caps: () => (
    <>
      <ModelEditor />
      <CapsEditor />
    </>
  ),
  attachments: () => <AttachmentsEditor />,
  secrets: () => <SecretsEditor />,
  advanced: () => <AdvancedEditor />,
};

function Chip({
  opens,
  bad = false,
  children,
}: {
  opens: Editor;
  bad?: boolean;
  children: ComponentChildren;
}) {
  const isOpen = openEditor.value === opens;
  return (
    <Button
      class={bad ? 'chip bad' : 'chip'}
      aria-expanded={isOpen}
      aria-controls="launch-editor"
      onClick={() => (openEditor.value = !isOpen ? opens : opens === 'caps' ? null : 'plus')}
    >
      {children}
    </Button>
  );
}

/** "Opus high · cap 500". */
function settingsWords({ settings }: Draft, isNew: boolean): string {
  const { model, fastMode, effort, developmentCap, runBudget } = settings;
  const name = t(`chip.${model === 'opus' && fastMode ? 'opusFast' : model}`);
  const cap = capOf(developmentCap);
  return formatFacts(
    effort ? `${name} ${t(`level.${effort}`)}` : name,
    isNew &&
      (cap === null
        ? t('fact.noCap')
        : t('chip.cap', { credits: cap === 'invalid' ? developmentCap : formatNumber(cap) })),
    runBudget && t('chip.budget', { credits: runBudget }),
  );
}

function countWords(what: 'file' | 'secret', count: number): string {
  if (count === 0) return t(`chip.${what}`);
  return t(`chip.${what}s`, count);
}
