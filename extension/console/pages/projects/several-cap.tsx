import { useSignal } from '@preact/signals';
import { CAP_FIELD } from '../../../../shared/builder-api/limits.ts';
import { creditLimitsRecord } from '../../../../shared/builder-api/limits-schema.ts';
import { effectiveLimit, isCapReached, ownersCap } from '../../../../shared/spending/effective-limit.ts';
import { type Result, success } from '../../../edge-client/api-error.ts';
import { type CapEdit, putCap, reverted } from '../../../edge-client/put-cap.ts';
import { formatList } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { sendChange } from '../../../reads/change.ts';
import { projectPath } from '../../../reads/paths.ts';
import { tryToRead } from '../../../reads/read-now.ts';
import { capOverrideOf } from '../../../ui/building.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/confirm.tsx';
import { onSent } from '../../../ui/form.tsx';
import { CAP_RANGE, LimitInput, limitIn, limitProblem } from '../../../ui/limit-input.tsx';

/** A change of one project's development cap, with what is used of it. */
export type CapOfProject = CapEdit & { used: number | null };

/** The change that gives a project this development cap, compared with the one that stands now. */
export async function capEditOf(projectId: string, to: number): Promise<Result<CapOfProject>> {
  const read = await tryToRead(projectPath(projectId, '/credit-limits'), creditLimitsRecord, false);
  if (!read.ok) return read;
  const { creditLimits, usedThisMonth } = read.value;
  const standing = creditLimits[CAP_FIELD.development] ?? null;
  const from = ownersCap(effectiveLimit(standing, capOverrideOf(projectId)));
  return success({ projectId, category: 'development', from, to, used: usedThisMonth?.development ?? null });
}

/** Sets it if it still is what was read; a cap that is so already counts as set. */
export const setCap = (edit: CapEdit): Promise<Result<null>> => putCap(edit, sendChange);

export const unsetCap = (edit: CapEdit): Promise<Result<null>> => setCap(reverted(edit));

/**
 * One development cap for all selected projects, asked for where it stops some at once.
 * @param read reads each project's cap, in turn; null where one could not be read
 */
export function SeveralCap({
  count,
  isBusy,
  nameOf,
  read,
  onSet,
}: {
  count: number;
  isBusy: boolean;
  nameOf: (projectId: string) => string;
  read: (to: number) => Promise<readonly CapOfProject[] | null>;
  onSet: (edits: readonly CapEdit[]) => void;
}) {
  const text = useSignal('');
  const asked = useSignal<readonly CapOfProject[] | null>(null);
  const to = limitIn(text.value);
  const problem = to === null ? t('status.incomplete') : limitProblem(to, CAP_RANGE);
  const set = (edits: readonly CapOfProject[]) => {
    asked.value = null;
    text.value = '';
    onSet(edits);
  };
  const begin = async () => {
    if (to === null || problem !== null || count === 0) return;
    const edits = await read(to);
    if (edits === null) return;
    if (stoppedBy(edits).length > 0) asked.value = edits;
    else set(edits);
  };
  const edits = asked.value;
  return (
    <>
      <form class="verbs" onSubmit={onSent(() => void begin())}>
        <LimitInput
          isInTable
          value={text.value}
          range={CAP_RANGE}
          isWrong={to !== null && problem !== null}
          label={t('console.projects.capOfAll')}
          disabled={isBusy}
          onType={(typed) => (text.value = typed)}
        />
        <Button type="submit" off={(count === 0 && t('status.incomplete')) || problem} busy={isBusy}>
          {t('console.projects.setCaps', count)}
        </Button>
      </form>
      {edits !== null && (
        <Question
          label={t('console.projects.capStops', { names: formatList(stoppedBy(edits).map(nameOf)) })}
          verb={t('console.projects.setCaps', edits.length)}
          onSure={() => set(edits)}
          onBack={() => (asked.value = null)}
        />
      )}
    </>
  );
}

/** The projects that their new cap stops at once, because as much is used already. */
const stoppedBy = (edits: readonly CapOfProject[]): string[] =>
  edits
    .filter(({ from, to, used }) => to !== from && used !== null && isCapReached(to, used) === true)
    .map(({ projectId }) => projectId);
