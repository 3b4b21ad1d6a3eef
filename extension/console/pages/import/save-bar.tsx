import { formatList, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form.tsx';
import { away } from '../../../ui/page-state.ts';
import { mayAct } from '../../../ui/stored-state.ts';
import { removeDraft } from './draft-list.tsx';
import type { ImportModel } from './import-model.ts';
import { propertyLabel } from './property-choice.tsx';
import { mayRemoveFiles } from './scanning.ts';

/** The save button with what it will do. */
export function SaveBar({ model }: { model: ImportModel }) {
  const draft = model.draft.value;
  if (!draft) return null;
  const planned = model.preview.rows.value;
  const chosen = model.preview.chosen.value;
  const count = (kind: string) => formatNumber(chosen.filter(({ state }) => state.kind === kind).length);
  const missing = model.preview.missing.value;
  const isBuilder = mayAct('builder');
  const reason = !isBuilder
    ? t('blocker.roleTooLow')
    : !draft.projectId || !draft.table
      ? t('console.import.chooseFirst')
      : model.tables.value.length > 0 && model.table.value === null
        ? t('status.tableGone', { table: isolated(draft.tableLabel ?? draft.table) })
        : missing.length > 0
          ? t('console.import.missing', {
              properties: formatList(missing.map(({ label, name }) => isolated(label || name))),
            })
          : null;
  const uploading = model.sending.uploading.value;
  const { kind, isLookingUp, left, progress } = model.lookUps.lookUp.value;
  const unknown = planned.filter(({ state }) => state.kind === 'unknown').length;
  const isRestLeft = reason === null && !isLookingUp && left > 0 && kind === 'done';
  const waits = reason === null && !isLookingUp && chosen.length === 0 ? lookWords(model) : null;
  const hasUnnamedFile =
    model.source.value?.kind === 'scan' && mayRemoveFiles() && model.scanning.unnamedFile(chosen) !== null;
  return (
    <div class="save-bar in-lines">
      {hasUnnamedFile && (
        <Checkbox
          class="meta"
          label={t('console.import.scan.remove')}
          checked={draft.scan?.isFileRemoved !== false}
          onChange={(checked) => void model.scanning.change({ isFileRemoved: checked })}
        />
      )}
      <Button quiet onClick={() => void removeDraft(model)}>
        {t('console.import.draft.remove')}
      </Button>
      <span class="meta" role="status">
        {waits && `${waits} `}
        {reason ??
          t('console.import.sum', {
            chosen: formatNumber(chosen.length),
            all: formatNumber(planned.length),
            fresh: count('new'),
            changed: count('changed'),
            out: formatNumber(planned.length - chosen.length),
          })}{' '}
        {!isLookingUp && unknown > 0 && t('console.import.sumUnknown', unknown)}{' '}
        {uploading &&
          t('console.import.uploading', {
            at: formatNumber(uploading.done + 1),
            of: formatNumber(uploading.of),
          })}
        {isLookingUp &&
          (progress
            ? t('console.import.lookingAt', {
                done: formatNumber(progress.done),
                of: formatNumber(progress.of),
              })
            : t('console.import.looking'))}
        {!isLookingUp && reason === null && model.preview.hasLookUpFailed.value && (
          <>
            {t('console.import.lookFailed')}{' '}
            <Button onClick={() => void model.lookUps.lookUpMissing()}>
              {t('console.import.lookAgain')}
            </Button>
          </>
        )}
      </span>
      {isRestLeft && (
        <Button primary off={away.value} onClick={() => void model.lookUps.lookUpMissing()}>
          {t('console.import.compareRest')}
        </Button>
      )}
      <Button
        quiet={isRestLeft}
        primary={!isRestLeft}
        off={reason || (chosen.length === 0 && t('console.import.saveNone')) || away.value}
        busy={uploading !== null || isLookingUp}
        onClick={() => void model.sending.save()}
      >
        {chosen.length === 0 ? t('console.import.saveNone') : t('console.import.save', chosen.length)}
      </Button>
    </div>
  );
}

/** Why no row can be saved before the user had a look at them; null: for none of them. */
function lookWords(model: ImportModel): string | null {
  const rows = model.preview.needLook.value;
  if (rows.length === 0) return null;
  const severalWays = model.properties.value.filter(({ name, propertyType }) =>
    rows.some(({ cells }) => propertyType !== 'objectReference' && cells[name]?.kind === 'ambiguous'),
  );
  return severalWays.length === 0
    ? t('console.import.looksFirst', rows.length)
    : t('console.import.severalWays', {
        properties: formatList(severalWays.map((property) => propertyLabel(property))),
        language: t('console.import.language'),
      });
}
