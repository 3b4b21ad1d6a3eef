import { type Rule, wellRead } from '../rule.ts';

/**
 * The service says it delivered and the edge never saw it. Over when the edge's sweep finds nothing missing. The edge
 * tells this from its own records whenever it is asked: the section's age is that of the last sync, which is older.
 */
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
    return { readAt: snapshot.at, holding, complete: true };
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
            since: snapshot.at,
            reason: {
              kind: 'subscriptions-failing' as const,
              events: failing.map((subscription) => subscription.event),
              problem: first.problem,
            },
          },
        ]
      : [];
    return { readAt: snapshot.at, holding, complete: true };
  },
};
