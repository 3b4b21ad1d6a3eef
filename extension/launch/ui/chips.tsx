import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import { runBudgetOf } from '../../../shared/spending/run-budget.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { Draft } from '../../storage/drafts.ts';
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
    openEditor.value = null;
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const problems = new Set(draftProblems(draft, form.withValue.value).map(({ field }) => field));
  // What is being typed is not wrong yet.
  const isBad = (field: 'attachments' | 'secrets') =>
    refused === field || (editor !== field && problems.has(field));
  return (
    <div class="chips-and-editor">
      <fieldset class="chips">
        <legend class="hidden-words">{t('console.view.settings')}</legend>
        <Chip opens="model">
          <strong>{modelWords(draft)}</strong>
        </Chip>
        <Chip opens="model" at="launch-effort">
          <EffortWords effort={draft.settings.effort} />
        </Chip>
        {isNew && (
          <Chip opens="caps" bad={refused === 'caps' || capOf(draft.settings.developmentCap) === 'invalid'}>
            <CapWords typed={draft.settings.developmentCap} />
          </Chip>
        )}
        {draft.settings.runBudget && (
          <Chip opens="caps" bad={runBudgetOf(draft.settings.runBudget) === 'invalid'}>
            {t('launch.chip.budget', { credits: draft.settings.runBudget })}
          </Chip>
        )}
        <Chip opens="attachments" bad={isBad('attachments')}>
          {countWords('file', draft.attachments.length)}
        </Chip>
        {isNew && (
          <Chip opens="secrets" bad={isBad('secrets')}>
            {countWords('secret', draft.secrets.length)}
          </Chip>
        )}
        {isNew && (
          <Chip opens="advanced" bad={refused !== null && ADVANCED.has(refused)}>
            {t('launch.chip.advanced')}
          </Chip>
        )}
      </fieldset>
      {editor && (
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
  model: () => <ModelEditor />,
  caps: () => <CapsEditor />,
  attachments: () => <AttachmentsEditor />,
  secrets: () => <SecretsEditor />,
  advanced: () => <AdvancedEditor />,
};

/** @param at the field of the editor that takes the focus; its first one if missing */
function Chip({
  opens,
  at,
  bad = false,
  children,
}: {
  opens: Editor;
  at?: string;
  bad?: boolean;
  children: ComponentChildren;
}) {
  const isOpen = openEditor.value === opens;
  return (
    <button
      type="button"
      class={bad ? 'chip bad' : 'chip'}
      aria-expanded={isOpen}
      aria-controls="launch-editor"
      onClick={() => {
        // Another chip may have opened its editor.
        openEditor.value = isOpen && !at ? null : opens;
        if (at) requestAnimationFrame(() => document.getElementById(at)?.focus());
      }}
    >
      {children}
    </button>
  );
}

function modelWords({ settings }: Draft): string {
  if (settings.model === 'sonnet') return t('launch.chip.sonnet');
  return settings.fastMode ? t('launch.chip.opusFast') : t('launch.chip.opus');
}

function EffortWords({ effort }: { effort: Draft['settings']['effort'] }) {
  if (!effort) return <>{t('launch.chip.effortNone')}</>;
  return (
    <WithStrong words={(level) => t('launch.chip.effort', { level })} part={t(`launch.level.${effort}`)} />
  );
}

function CapWords({ typed }: { typed: string }) {
  const cap = capOf(typed);
  if (cap === null) return <>{t('fact.noCap')}</>;
  return (
    <WithStrong
      words={(credits) => t('launch.chip.cap', { credits })}
      part={cap === 'invalid' ? typed : formatNumber(cap)}
    />
  );
}

function countWords(what: 'file' | 'secret', count: number): string {
  if (count === 0) return t(`launch.chip.${what}`);
  return t(`launch.chip.${what}s`, count);
}

const MARK = '\u0001';

/**
 * A message with one of its parts in bold, wherever the language puts it.
 * @param words formats the message around the part
 */
export function WithStrong({ words, part }: { words: (part: string) => string; part: string }): JSX.Element {
  const [before = '', after = ''] = words(MARK).split(MARK);
  return (
    <>
      {before}
      <strong>{part}</strong>
      {after}
    </>
  );
}
