import type { AttentionItem } from '../../shared/attention/item.ts';

/** What can be raised in place: a project's monthly cap, or a feature's budget. */
export type RaiseSubject =
  | { is: 'cap'; projectId: string; category: 'development' | 'infrastructure'; limit: number }
  | {
      is: 'budget';
      projectId: string;
      feature: string;
      field: 'monthlyCreditCap' | 'monthlyUnitCap';
      unit: string | null;
      limit: number;
    };

/** Null when nothing about the item can be raised, or its limit is not known. */
export function raiseSubject({ reason, projectId }: AttentionItem): RaiseSubject | null {
  if (projectId === null) return null;
  if (reason.kind === 'credit-cap') {
    const { category, limit, canEdit } = reason;
    if (!canEdit || limit === null) return null;
    if (category !== 'development' && category !== 'infrastructure') return null;
    return { is: 'cap', projectId, category, limit };
  }
  if (reason.kind === 'feature-budget' && reason.cap !== null) {
    const credits = reason.capKind === null || /credit/i.test(reason.capKind);
    return {
      is: 'budget',
      projectId,
      feature: reason.feature,
      field: credits ? 'monthlyCreditCap' : 'monthlyUnitCap',
      unit: credits ? null : reason.capKind,
      limit: reason.cap,
    };
  }
  return null;
}
