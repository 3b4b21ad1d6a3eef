import { textFact, truthFact } from '../facts.ts';
import { opens, type Rule } from '../rule.ts';

/** The emergency stop paused an app (service reference, Events). Over when the project is resumed. */
export const killSwitchRule: Rule = {
  hear: (event) => {
    const id = `kill-switch:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ over: id }];
    if (event.event !== 'project.kill_switch.fired' || !event.projectId) return [];
    return [opens(event, id, 'critical', { kind: 'kill-switch' })];
  },
};

/** A project was paused; over when it is resumed. */
export const projectPausedRule: Rule = {
  hear: (event) => {
    const id = `project-paused:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ over: id }];
    if (event.event !== 'project.paused' || !event.projectId) return [];
    const state = textFact(event.facts, 'state');
    const resumable = truthFact(event.facts, 'resumable');
    return [opens(event, id, 'warning', { kind: 'project-paused', state, resumable })];
  },
};
