import { causeOf } from '../../snapshot/delivery-cause.ts';
import { type Rule, wellRead } from '../rule.ts';

/** Deliveries that fail, one item per subscription and cause. Over when a newer delivery succeeds. */
export const deliveryFailuresRule: Rule = {
  kind: 'delivery-failures',
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.deliveries);
    if (!read) return null;
    const holding = read.data.groups.map((group) => ({
      id: `delivery-failures:${group.webhookId}:${causeOf(group)}`,
      severity: 'warning' as const,
      projectId: group.lastProjectId,
      since: group.firstAt,
      reason: {
        kind: 'delivery-failures' as const,
        event: group.event,
        host: group.host,
        ours: group.ours,
        httpStatus: group.httpStatus,
        error: group.error,
        count: group.count,
        firstAt: group.firstAt,
        lastAt: group.lastAt,
        givenUp: group.givenUp,
      },
    }));
    return { readAt: read.readAt, holding, complete: true };
  },
};
