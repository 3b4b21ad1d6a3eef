import { type Rule, wellRead } from '../rule.ts';

/** The service says it delivered and the edge never saw it. Over when the edge's sweep finds nothing missing. */
export const webhooksSilentRule: Rule = {
  kind: 'webhooks-silent',
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.subscriptions);
    if (!read) return null;
    const { silent } = read.data;
    const holding = silent
      ? [
          {
            id: 'webhooks-silent',
            severity: 'warning' as const,
            projectId: null,
            since: silent.since,
            reason: { kind: 'webhooks-silent' as const, missed: silent.missed, words: silent.words },
          },
        ]
      : [];
    return { readAt: read.readAt, holding, complete: true };
  },
};

/** Subscriptions of ours that the service refuses or loses: one item for all. */
export const subscriptionsFailingRule: Rule = {
  kind: 'subscriptions-failing',
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.subscriptions);
    if (!read) return null;
    const failing = read.data.subscriptions.filter((subscription) => subscription.state === 'failing');
    const [first] = failing;
    const holding = first
      ? [
          {
            id: 'subscriptions-failing',
            severity: 'warning' as const,
            projectId: null,
            since: read.readAt,
            reason: {
              kind: 'subscriptions-failing' as const,
              events: failing.map((subscription) => subscription.event),
              problem: first.problem,
            },
          },
        ]
      : [];
    return { readAt: read.readAt, holding, complete: true };
  },
};
