import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { endingWords, runCostWords } from '../../i18n/ending-words.ts';
import { formatAgo, formatFacts } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { Draft, Template } from '../../storage/drafts.ts';
import type { LaunchEntry } from '../../storage/launches.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/form.tsx';
import { Glyph, Icon } from '../../ui/icons.tsx';
import { mask, naming } from '../../ui/page-state.ts';
import { hasProgress, type LaunchStatus, launchStatus } from '../history.ts';
import { firstRunOf } from './first-run.ts';
import { focusNewest } from './focus-field.ts';
import { useModel } from './launch-model.ts';
import { keyPart, LAUNCH_SIGN } from './launch-words.ts';

const TABS = ['drafts', 'launches', 'templates'] as const;
type Tab = (typeof TABS)[number];
const PANELS: Record<Tab, () => preact.JSX.Element> = {
  drafts: DraftList,
  launches: LaunchList,
  templates: TemplateList,
};

/** Drafts, launches and templates. Escape leads back to the form. */
export function DraftsAndHistory() {
  const model = useModel();
  const tab = useSignal<Tab>('drafts');
  const Panel = PANELS[tab.value];
  useEffect(() => {
    void model.readDrafts();
    document.getElementById(`history-${tab.value}`)?.focus();
    const back = (event: KeyboardEvent) => {
      const inDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (event.key !== 'Escape' || event.defaultPrevented || inDialog) return;
      event.preventDefault();
      model.backToForm();
    };
    document.addEventListener('keydown', back);
    return () => document.removeEventListener('keydown', back);
  }, [model]);
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = TABS[(TABS.indexOf(tab.value) + by + TABS.length) % TABS.length];
    if (by === 0 || !next) return;
    tab.value = next;
    document.getElementById(`history-${next}`)?.focus();
  };
  return (
    <>
      <header class="launch-top">
        <Button class="button icon" aria-label={t('verb.back')} onClick={() => model.backToForm()}>
          <Icon name="back" />
        </Button>
        <h1>{t('launch.history.title')}</h1>
      </header>
      <div class="launch-tabs" role="tablist" aria-label={t('launch.history.title')} onKeyDown={step}>
        {TABS.map((name) => (
          <Button
            key={name}
            id={`history-${name}`}
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="history-panel"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {t(`fact.${name}`)}
          </Button>
        ))}
      </div>
      <div class="history" id="history-panel" role="tabpanel" aria-labelledby={`history-${tab.value}`}>
        <Panel />
      </div>
    </>
  );
}

/** All drafts that were not launched. */
export function DraftList() {
  const model = useModel();
  const drafts = model.drafts.value;
  return (
    <>
      <div class="verbs">
        <Button onClick={() => void model.startNew()}>{t('launch.history.newDraft')}</Button>
      </div>
      <ul class="entries">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </>
  );
}

function DraftRow({ draft }: { draft: Draft }) {
  const model = useModel();
  const facts = [
    draft.reference && mask(draft.reference.title),
    t('launch.history.changed', { ago: formatAgo(draft.updatedAt, model.dependencies.now()) }),
  ];
  return (
    <li class="entry-row">
      <Button class="entry" onClick={() => void model.show(draft)}>
        <strong class="clip">{draft.words.trim() ? mask(draft.words.trim()) : t('fact.untitled')}</strong>
        <span class="meta clip">{facts.filter(Boolean).join(' · ')}</span>
      </Button>
      <div class="side">
        <ConfirmButton
          label={t('verb.discard')}
          sure={t('launch.history.discardSure')}
          onSure={() => void model.discard(draft.id)}
        />
      </div>
    </li>
  );
}

/** Earlier launches: page, text, cost, outcome. */
export function LaunchList() {
  const entries = useModel().launches.entries.value;
  if (entries.length === 0) return <p class="meta">{t('status.nothingYet')}</p>;
  return (
    <ul class="entries">
      {entries.map((entry) => (
        <LaunchRow key={entry.key} entry={entry} />
      ))}
    </ul>
  );
}

function LaunchRow({ entry }: { entry: LaunchEntry }) {
  const model = useModel();
  const status = launchStatus(entry);
  const { draft } = entry;
  const facts = factsOf(entry, status, model.dependencies.now());
  const { screened } = naming.value;
  return (
    <li class="entry-row">
      <Glyph name={status.kind === 'launched' ? firstRunOf(entry, status).glyph : LAUNCH_SIGN[status.kind]} />
      <Button class="entry" onClick={() => model.launches.follow(entry)} off={!hasProgress(status) && facts}>
        <strong class="clip">
          {status.kind === 'launched' ? naming.value.wholeName(status.projectId) : mask(draft.name)}
        </strong>
        <span class="meta two-lines">{facts}</span>
        {!screened && (
          <span class="meta clip" title={draft.words}>
            {draft.words}
          </span>
        )}
        {draft.reference && !screened && (
          <span class="meta clip" title={draft.reference.url}>
            {draft.reference.title}
          </span>
        )}
      </Button>
      <div class="side">
        <Button onClick={() => void model.again(entry)}>{t('launch.history.useAgain')}</Button>
      </div>
    </li>
  );
}

function factsOf(entry: LaunchEntry, status: LaunchStatus, nowMs: number): string {
  const { outcome } = entry;
  const ending = outcome?.ending ?? null;
  const how = outcome
    ? ending
      ? endingWords(ending)
      : t('launch.progress.going')
    : t(`launchStatus.${keyPart(status.kind)}`);
  const spent = outcome?.creditsSpent ?? null;
  const cost = ending === null || naming.value.screened ? null : runCostWords(ending, spent);
  const candidates = status.kind === 'unknown' ? status.candidates.length : 0;
  const mayBe = candidates === 0 ? null : t('launch.history.mayBe', candidates);
  return formatFacts(how, mayBe, cost, formatAgo(entry.confirmedAt, nowMs));
}

const KEPT_WORDS = {
  unchanged: () => '',
  saving: () => '',
  saved: () => t('status.saved'),
  failed: () => t('launch.notKept'),
};

/** Templates, edited in place. */
export function TemplateList() {
  const model = useModel();
  const templates = model.templates.all.value;
  const add = () => {
    void model.templates.set([
      ...templates,
      {
        id: model.dependencies.newId(),
        name: '',
        text: model.form.draft.value?.words ?? '',
        addressPattern: '',
      },
    ]);
    focusNewest('.history .launch-items');
  };
  return (
    <>
      <p class="meta">{t('launch.templates.how')}</p>
      <ul class="launch-items">
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} />
        ))}
      </ul>
      <div class="verbs">
        <Button onClick={add}>{t('launch.templates.add')}</Button>
        <span class="meta" role="status">
          {templates.length > 0 && KEPT_WORDS[model.templates.state.value]()}
        </span>
      </div>
    </>
  );
}

function TemplateRow({ template }: { template: Template }) {
  const model = useModel();
  const change = (changes: Partial<Template>) =>
    void model.templates.set(
      model.templates.all.value.map((one) => (one.id === template.id ? { ...one, ...changes } : one)),
    );
  const remove = () =>
    void model.templates.set(model.templates.all.value.filter((one) => one.id !== template.id));
  return (
    <li>
      <TextField label={t('fact.name')} value={template.name} onText={(text) => change({ name: text })} />
      <label class="field">
        <span class="meta">{t('launch.templates.text')}</span>
        <textarea
          class="input words"
          rows={3}
          value={template.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
      <TextField
        label={t('launch.templates.pattern')}
        value={template.addressPattern}
        placeholder={t('launch.templates.patternHint')}
        onText={(text) => change({ addressPattern: text })}
      />
      <div class="verbs">
        <Button
          off={template.text.trim() === '' && t('status.incomplete')}
          onClick={() => model.templates.use(template)}
        >
          {t('launch.templates.use')}
        </Button>
        <ConfirmButton label={t('verb.remove')} sure={t('launch.templates.removeSure')} onSure={remove} />
      </div>
    </li>
  );
}
