import { causeOf } from '../../snapshot/delivery-cause.ts';
import { holds, type Rule, wellRead } from '../rule.ts';

/** Deliveries that fail, one item per subscription and cause. Over when a newer delivery succeeds. */
export const deliveryFailuresRule: Rule = {
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.deliveries);
    if (!read) return null;
    const holding = read.data.groups.map((group) => {
      const { webhookId, lastProjectId, ...facts } = group;
      const id = `delivery-failures:${webhookId}:${causeOf(group)}`;
      return holds(id, 'warning', lastProjectId, group.firstAt, { kind: 'delivery-failures', ...facts });
    });
    return { readAt: read.readAt, holding, complete: true };
  },
};
