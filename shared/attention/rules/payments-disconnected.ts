import { opens, type Rule } from '../rule.ts';

/** The app's payment account was disconnected (service reference, Events). No event tells of a reconnection. */
export const paymentsDisconnectedRule: Rule = {
  hear: (event) =>
    event.event === 'project.payments.disconnected' && event.projectId
      ? [
          opens(event, `payments-disconnected:${event.projectId}`, 'critical', {
            kind: 'payments-disconnected',
          }),
        ]
      : [],
  endsWhenAcknowledged: true,
};
