import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameProblem } from '../../../shared/operations/new-project.ts';
import { formatAgo } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { Draft } from '../../storage/drafts.ts';
import type { LaunchEntry } from '../../storage/launches.ts';
import { circumstancesNow } from '../../ui/building.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { mask, naming } from '../../ui/page-state.ts';
import { useOutcomeSeen } from '../../ui/paid-calls.ts';
import { unfilledIn } from '../draft.ts';
import { type Field, fieldOfRefusal } from '../draft-problems.ts';
import { launchStatus } from '../history.ts';
import { assemblePrompt } from '../launch-request.ts';
import { markupIn } from '../markup.ts';
import { suggestName } from '../project-name.ts';
import { Chips } from './chips.tsx';
import { focusField } from './focus-field.ts';
import { isNameDue } from './form-model.ts';
import { LaunchFooter } from './launch-footer.tsx';
import { useModel } from './launch-model.ts';
import { keyPart, refusedWords } from './launch-words.ts';
import { snapshotNow } from './preflight-now.ts';
import { ReferenceCard } from './reference-card.tsx';

export function DraftForm() {
  const { form, launches, existing } = useModel();
  const words = useRef<HTMLTextAreaElement>(null);
  const draft = form.draft.value;
  const draftId = draft?.id;
  // Focus the text whenever another draft is shown.
  useLayoutEffect(() => words.current?.focus(), [draftId]);
  if (!draft) return <div class="launch-body" aria-busy="true" />;
  const refused = refusedField(launches.followed.value, draft);

  return (
    <div class="launch-form">
      <div class="launch-body">
        <RefusalNotice />
        <EarlierLaunch />
        <LeftDraft />
        <label class="field">
          <span class="meta">{t('launch.words')}</span>
          <textarea
            ref={words}
            id="launch-words"
            class="input words"
            rows={3}
            placeholder={t('launch.wordsPlaceholder')}
            value={draft.words}
            aria-invalid={refused === 'words' || unfilledIn(draft) !== null}
            onInput={(event) => form.edit({ words: event.currentTarget.value })}
            onBlur={() => {
              if (draft.words.trim() !== '') form.wordsDue.value = true;
            }}
          />
        </label>
        <ReferenceCard />
        <MarkupNote text={assemblePrompt(draft.words, draft.reference)} />
        <Chips refused={refused} />
      </div>
      {/* Nothing new is launched while it is for a project that exists. */}
      {existing.value === null && <LaunchFooter onShow={focusField} />}
    </div>
  );
}

/** Shows that this page has created a project before. */
export function EarlierLaunch() {
  const { launches, dependencies } = useModel();
  const entry = launches.earlier.value;
  const status = entry ? launchStatus(entry) : null;
  if (!entry || status?.kind !== 'launched') return null;
  return (
    <p class="launch-note">
      <span>
        {t('launch.earlier', {
          name: naming.value.project(status.projectId),
          ago: formatAgo(entry.confirmedAt, dependencies.now()),
        })}
      </span>
      <Button class="link" onClick={() => launches.follow(entry)}>
        {t('verb.open')}
      </Button>
    </p>
  );
}

/** Leads an empty form to the draft that was left. Stays while typing, so that nothing below it moves. */
function LeftDraft() {
  const { left, show, dependencies } = useModel();
  const draft = left.value;
  if (!draft) return null;
  return (
    <p class="launch-note">
      <span class="clip">
        {t('launch.left', {
          ago: formatAgo(draft.updatedAt, dependencies.now()),
          words: mask(draft.words.trim() || draft.name || t('fact.untitled')),
        })}
      </span>
      <Button class="link" onClick={() => void show(draft)}>
        {t('launch.goOn')}
      </Button>
    </p>
  );
}

/** The project's name, the form's title, checked by the service's rules while typing. */
export function NameField() {
  const { form, launches } = useModel();
  const draft = form.draft.value;
  const name = draft?.name ?? '';
  const refused = draft !== null && refusedField(launches.followed.value, draft) === 'name';
  const problem = nameProblem(name);
  // It follows what is typed above it.
  const quiet = problem === 'empty' && !isNameDue(form);
  const taken = problem === null && isTaken(name, launches.entries.value);
  const words = problem ? t(`problem.${keyPart(`name-${problem}`)}`) : taken ? t('launch.nameTaken') : '';
  return (
    <div class="launch-name">
      <label class="hidden-words" for="launch-name">
        {t('fact.name')}
      </label>
      <input
        id="launch-name"
        placeholder={t('fact.name')}
        value={name}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={refused || (problem !== null && !quiet)}
        title={t('launch.nameHint')}
        aria-describedby="launch-name-check launch-name-hint"
        onInput={(event) => form.edit({ name: event.currentTarget.value, nameTyped: true })}
        onBlur={() => {
          // A title becomes the name that is like it.
          if (problem === 'characters') form.edit({ name: suggestName(name) });
        }}
      />
      <span id="launch-name-check" class={problem ? 'meta bad' : 'meta'} role="status">
        {quiet || (refused && !problem) ? '' : words}
      </span>
      <span id="launch-name-hint" class="hidden-words">
        {t('launch.nameHint')}
      </span>
    </div>
  );
}

/** Whether a project of the account is known to have this name, in which case a new one gets a suffix. */
function isTaken(name: string, entries: readonly LaunchEntry[]): boolean {
  const { projects, atLimit } = snapshotNow.value?.sections ?? {};
  return [
    ...(projects?.data?.items ?? []),
    ...(atLimit?.data?.projects ?? []),
    ...entries.map(({ record }) => ({ projectId: record?.projectId ?? null })),
  ].some(({ projectId }) => projectId === name);
}

/** The outcome of the last try with this form, if it created nothing. */
export function RefusalNotice() {
  const { form, launches } = useModel();
  const entry = launches.followed.value;
  const words = entry ? noticeWords(entry) : null;
  useOutcomeSeen(entry && words ? entry.key : null);
  if (!words) return null;
  const field = form.draft.value ? refusedField(entry, form.draft.value) : null;
  return (
    <div class="refusal" role="alert">
      <Glyph name="critical" />
      <div>
        <strong>{words.heading}</strong>
        <p>{words.facts}</p>
      </div>
      {field && (
        <Button class="link" onClick={() => focusField(field)}>
          {t('launch.obstacle.show')}
        </Button>
      )}
    </div>
  );
}

/** The field of the last refusal, until the form is changed. */
export function refusedField(entry: LaunchEntry | null, draft: Draft): Field | null {
  const status = entry ? launchStatus(entry) : null;
  if (!entry || status?.kind !== 'refused' || draft.updatedAt > entry.draft.updatedAt) return null;
  return fieldOfRefusal(status.refusal.code);
}

function noticeWords(entry: LaunchEntry): { heading: string; facts: string } | null {
  const status = launchStatus(entry);
  switch (status.kind) {
    case 'refused':
      return {
        heading: t('launch.refused.heading'),
        facts: `${refusedWords(status.refusal, circumstancesNow.value)} ${t('launch.refused.nothing')}`,
      };
    case 'absent':
      return {
        heading: t('launch.refused.absent'),
        facts: t(status.isDecidedByUser ? 'paid.saidNot' : 'launch.refused.absentFacts'),
      };
    case 'not-sent':
      return { heading: t('launch.refused.notSent'), facts: t('refusal.EDGE_ABANDONED') };
    case 'launching':
    case 'launched':
    case 'unknown':
    case 'receipt':
      return null;
  }
}

/** Warns before a prompt is sent that the service may lose the markup in it. */
export function MarkupNote({ text }: { text: string }) {
  const tag = markupIn(text);
  if (tag === null) return null;
  return (
    <p class="meta" role="status">
      {t('launch.markup', { tag: isolated(mask(tag)) })}
    </p>
  );
}
