import { t } from '../../../../i18n/t.ts';
import { naming } from '../../../../ui/page-state.ts';
import { Receipts } from '../../../parts/receipts.tsx';
import type { TabProps } from '../../../parts/view-props.ts';
import { Caps } from './caps.tsx';
import { Features } from './features.tsx';
import { Guards } from './guards/guards.tsx';
import { ProjectSpending } from './project-spending.tsx';
import { VisitorLimit } from './visitor-limit.tsx';

/**
 * Limits of a project: monthly caps, costs of runs, guards, budgets of features, limit per visitor. `rest`: `cap` and the number
 * that the form of the development cap begins with.
 */
export function LimitsTab({ projectId, rest: [part, amount] }: TabProps) {
  const wanted = part === 'cap' ? Number(amount) : Number.NaN;
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  return (
    <div class="parts">
      <Caps projectId={projectId} wanted={Number.isFinite(wanted) ? wanted : null} />
      <Receipts projectId={projectId} />
      <ProjectSpending projectId={projectId} />
      <Guards projectId={projectId} />
      <Features projectId={projectId} />
      <VisitorLimit projectId={projectId} />
    </div>
  );
}
