import { SCAN_MODELS } from '../../../../shared/data-api/scan-models.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { t } from '../../../i18n/t.ts';
import { parsePages } from '../../../import/scan.ts';
import type { ImportScan } from '../../../storage/import-draft-schema.ts';
import { isSettled } from '../../../storage/paid-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, onSent, SelectField, TextField } from '../../../ui/form.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { away } from '../../../ui/page-state.ts';
import { paidCalls } from '../../../ui/paid-calls.ts';
import { paidCallWords, SettleUnknown } from '../../../ui/priced-button.tsx';
import { mayAct } from '../../../ui/stored-state.ts';
import { UnitsUsed } from '../../kit/units-used.tsx';
import { removeDraft } from './draft-list.tsx';
import type { ImportModel } from './import-model.ts';
import { ScanPicture } from './scan-picture.tsx';
import { isFileRemoved, mayRemoveFiles, parseCount } from './scanning.ts';
import { Warning } from './warning.tsx';

/** What is read from a picture or PDF, by which model, on which pages, and what that uses. */
export function ScanSetup({ model }: { model: ImportModel }) {
  const draft = model.draft.value;
  const scan = draft?.scan;
  if (!draft || !scan) return null;
  const isPdf = scan.type === 'application/pdf';
  const set = (changes: Partial<ImportScan>) => void model.scanning.change({ ...changes, call: null });
  const state = model.scanning.state.value;
  const isBusy = state.kind === 'uploading' || state.kind === 'scanning';
  const arePagesWrong = isPdf && parsePages(scan.pages) === null;
  const isCountWrong = isPdf && scan.maxPages.trim() !== '' && parseCount(scan.maxPages) === null;
  const isWrong = arePagesWrong || isCountWrong;
  const isBuilder = mayAct('builder');
  const reason = !isBuilder
    ? t('blocker.roleTooLow')
    : !draft.projectId || !draft.table
      ? t('console.import.chooseFirst')
      : null;
  return (
    <div class="scan">
      <ScanPicture scan={scan} />
      <form class="scan-fields" onSubmit={onSent(() => void model.scanning.run())}>
        <SelectField
          label={t('console.import.scan.what')}
          value={scan.mode}
          options={SCAN_MODES.map((mode) => [mode, t(`console.import.scan.mode.${mode}`)])}
          onChoose={(mode) => set({ mode })}
        />
        <fieldset class="field">
          <legend class="meta">{t('chip.model')}</legend>
          {SCAN_MODELS.map((name) => (
            <label key={name} class="scan-model in-line">
              <input
                type="radio"
                name="scan-model"
                checked={scan.model === name}
                disabled={isPdf && name === 'docscan-eye-pro'}
                onChange={() => set({ model: name })}
              />
              <span>
                {MODEL_NAMES[name]}
                <span class="meta"> {t(`console.import.scan.means.${MODEL_WORDS[name]}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {isPdf && (
          <>
            <TextField
              label={t('console.import.scan.pages')}
              value={scan.pages}
              placeholder={t('console.import.scan.allPages')}
              problem={arePagesWrong ? t('console.import.scan.pagesHow') : null}
              hint={!arePagesWrong && t('console.import.scan.pagesHow')}
              onText={(pages) => set({ pages })}
            />
            <TextField
              label={t('console.import.scan.maxPages')}
              inputMode="numeric"
              value={scan.maxPages}
              placeholder={t('console.import.scan.allPages')}
              problem={isCountWrong ? t('bound.whole') : null}
              onText={(maxPages) => set({ maxPages })}
            />
            <Checkbox
              label={t('console.import.scan.perPage')}
              checked={scan.isPerPage}
              onChange={() => set({ isPerPage: !scan.isPerPage })}
            />
          </>
        )}
        <TextField
          label={t('console.import.scan.hint')}
          dir="auto"
          maxLength={500}
          value={scan.hint}
          onText={(hint) => set({ hint })}
        />
        <ScanOptions model={model} scan={scan} set={set} />
        {draft.projectId && <UnitsUsed key={draft.projectId} projectId={draft.projectId} of="scan" />}
        <ScanOutcome model={model} />
        <div class="scan-act in-lines">
          <Button quiet onClick={() => void removeDraft(model)}>
            {t('console.import.draft.remove')}
          </Button>
          <Button
            type="submit"
            primary
            off={reason || (isWrong && t('status.incomplete')) || away.value}
            busy={isBusy || state.kind === 'asked'}
          >
            {t('console.import.scan.start')}
          </Button>
          <span class="meta" role="status">
            {reason ??
              (state.kind === 'uploading'
                ? t('status.uploading')
                : state.kind === 'scanning' && t('console.import.scan.scanning'))}
          </span>
        </div>
      </form>
    </div>
  );
}

const SCAN_MODES = ['table', 'invoice'] as const satisfies readonly ImportScan['mode'][];
/** As the service calls them, in every language. */
const MODEL_NAMES = { docscan: 'Standard', 'docscan-pro': 'Pro', 'docscan-eye-pro': 'Eye Pro' } as const;
const MODEL_WORDS = { docscan: 'plain', 'docscan-pro': 'pro', 'docscan-eye-pro': 'eye' } as const;

/** What else is read, and what becomes of the app's file. */
function ScanOptions({
  model,
  scan,
  set,
}: {
  model: ImportModel;
  scan: ImportScan;
  set: (changes: Partial<ImportScan>) => void;
}) {
  const mayRemove = mayRemoveFiles();
  const isRemoved = mayRemove && isFileRemoved(scan, model.properties.value);
  return (
    <fieldset class="field">
      <legend class="meta">{t('console.import.scan.also')}</legend>
      {scan.mode === 'invoice' && (
        <>
          <Checkbox
            label={t('console.import.scan.items')}
            checked={scan.hasItems}
            onChange={(hasItems) => set({ hasItems })}
          />
          <Checkbox
            label={t('console.import.scan.mode.table')}
            checked={scan.hasTableFields}
            onChange={(hasTableFields) => set({ hasTableFields })}
          />
        </>
      )}
      <Checkbox
        label={t('console.import.scan.text')}
        checked={scan.hasText}
        onChange={(hasText) => set({ hasText })}
      />
      <Checkbox
        label={t('console.import.scan.remove')}
        checked={isRemoved}
        disabled={!mayRemove}
        onChange={(next) => set({ isFileRemoved: next })}
      />
      {(isRemoved || !mayRemove) && (
        <span class="meta">
          {t(isRemoved ? 'console.import.scan.removed' : 'console.import.scan.keptByRole')}
        </span>
      )}
    </fieldset>
  );
}

/** Why there is nothing to show yet, and what can be done. */
function ScanOutcome({ model }: { model: ImportModel }) {
  const state = model.scanning.state.value;
  if (state.kind === 'failed') return <Warning>{failureWords(state.error)}</Warning>;
  const call = scanCallOf(model.draft.value?.projectId ?? null);
  const isBusy = state.kind === 'uploading' || state.kind === 'scanning';
  const mayCome = call !== null && !isSettled(call);
  if (isBusy || (state.kind === 'idle' && !mayCome)) return null;
  const words =
    state.kind === 'nothing'
      ? t('console.import.scan.unreadable')
      : call?.state === 'done'
        ? t('console.import.scan.lost')
        : call && paidCallWords(call);
  return (
    <div class="notice" role="alert">
      <Glyph name="warning" />
      <span>
        {words} {mayCome && t('console.import.scan.mayCome')}
      </span>
      {call && <SettleUnknown call={call} />}
      {state.kind === 'asked' && call?.state === 'done' && (
        <Button onClick={() => void model.scanning.run()}>{t('paid.readAnswer')}</Button>
      )}
      {state.kind !== 'idle' && (
        <Button onClick={() => void model.scanning.again()}>{t('console.import.scan.again')}</Button>
      )}
    </div>
  );
}

/** The newest scan of a project by this browser. */
const scanCallOf = (projectId: string | null) =>
  paidCalls.value.find(
    ({ about }) => about.projectId === projectId && about.operation.startsWith('data.scan'),
  ) ?? null;
