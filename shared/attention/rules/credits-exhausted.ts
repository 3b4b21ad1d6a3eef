import { type Rule, wellRead } from '../rule.ts';

const ID = 'credits-exhausted';

/** The account has no credits left: one item, however many projects tell of it. Over when a balance above 0 is read. */
export const creditsExhaustedRule: Rule = {
  kind: 'credits-exhausted',
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.account);
    if (!read) return null;
    const { credits } = read.data;
    const reason = { kind: 'credits-exhausted', credits } as const;
    const holding =
      credits <= 0
        ? [{ id: ID, severity: 'critical' as const, projectId: null, since: read.readAt, reason }]
        : [];
    return { readAt: read.readAt, holding, complete: true };
  },
  hear: (event) => {
    if (event.event !== 'project.credits.exhausted') return [];
    const reason = { kind: 'credits-exhausted', credits: null } as const;
    return [
      { type: 'open', holding: { id: ID, severity: 'critical', projectId: null, since: event.at, reason } },
    ];
  },
};
