import type { Rule } from '../rule.ts';

/** The app's payment account was disconnected (service reference, Events). No event tells of a reconnection. */
export const paymentsDisconnectedRule: Rule = {
  kind: 'payments-disconnected',
  hear: (event) => {
    if (event.event !== 'project.payments.disconnected' || !event.projectId) return [];
    return [
      {
        type: 'open',
        holding: {
          id: `payments-disconnected:${event.projectId}`,
          severity: 'critical',
          projectId: event.projectId,
          since: event.at,
          reason: { kind: 'payments-disconnected' },
        },
      },
    ];
  },
  endsWhenAcknowledged: true,
};
