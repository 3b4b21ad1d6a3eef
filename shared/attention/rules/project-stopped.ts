import { textFact, truthFact } from '../facts.ts';
import type { Rule } from '../rule.ts';

/** The emergency stop paused an app (service reference, Events). Over when the project is resumed. */
export const killSwitchRule: Rule = {
  kind: 'kill-switch',
  hear: (event) => {
    if (!event.projectId) return [];
    const id = `kill-switch:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ type: 'resolve', matches: (item) => item.id === id }];
    if (event.event !== 'project.kill_switch.fired') return [];
    return [
      {
        type: 'open',
        holding: {
          id,
          severity: 'critical',
          projectId: event.projectId,
          since: event.at,
          reason: { kind: 'kill-switch' },
        },
      },
    ];
  },
  endsWhenAcknowledged: true,
};

/** A project was paused; over when it is resumed. */
export const projectPausedRule: Rule = {
  kind: 'project-paused',
  hear: (event) => {
    if (!event.projectId) return [];
    const id = `project-paused:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ type: 'resolve', matches: (item) => item.id === id }];
    if (event.event !== 'project.paused') return [];
    return [
      {
        type: 'open',
        holding: {
          id,
          severity: 'warning',
          projectId: event.projectId,
          since: event.at,
          reason: {
            kind: 'project-paused',
            state: textFact(event.facts, 'state'),
            resumable: truthFact(event.facts, 'resumable'),
          },
        },
      },
    ];
  },
  endsWhenAcknowledged: true,
};
