import { needsOf, raiseProposal } from '../../../../../shared/attention/raise-proposal.ts';
import type { Category } from '../../../../../shared/builder-api/limits.ts';
import { isCapReached } from '../../../../../shared/spending/effective-limit.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { CAP_RANGE, capHint, stopsAtOnce } from '../../../../ui/limit-input.tsx';
import { stored } from '../../../../ui/stored-state.ts';
import { comparedAtEdge, EditLimit } from './edit-limit.tsx';

/** One of the owner's monthly caps, with change, remove and undo; the edge compares it before it sets it. */
export function EditCap({
  projectId,
  category,
  cap,
  used,
  wanted,
  isOverridden,
}: {
  projectId: string;
  category: Category;
  /** The owner's own; null = none. */
  cap: number | null;
  used: number | null;
  /** What its form begins with, where somebody named a number before; null: none. */
  wanted: number | null;
  isOverridden: boolean;
}) {
  const { outlook, sections } = stored.value?.snapshot?.snapshot ?? {};
  const balance = sections?.account.data?.credits ?? null;
  return (
    <EditLimit
      id={`${projectId} ${category}`}
      label={t(`console.money.${category}`)}
      fieldLabel={t('raise.label')}
      value={cap}
      range={CAP_RANGE}
      shown={cap === null ? null : formatNumber(cap)}
      canRemove
      isOverridden={isOverridden}
      proposal={
        wanted ??
        (cap !== null && isCapReached(cap, used)
          ? raiseProposal({ limit: cap, spent: used, balance, needs: needsOf(outlook, projectId, category) })
          : null)
      }
      stops={(to) => stopsAtOnce(to, used, category)}
      hint={(to) =>
        isOverridden ? t('console.guards.laidEdit') : capHint(to, { limit: cap, used, balance })
      }
      set={comparedAtEdge({ projectId, category })}
    />
  );
}
