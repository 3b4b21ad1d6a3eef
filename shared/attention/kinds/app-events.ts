import type { Kind } from '../kind.ts';
import { numberFact, opens, type Rule, textFact, truthFact } from '../rule.ts';

/** Usage spiked and the app was paused to protect credits. */
export type KillSwitch = { kind: 'kill-switch' };

export type ProjectPaused = { kind: 'project-paused'; state: string | null; resumable: boolean | null };

export const killSwitch: Kind<KillSwitch> = {
  nature: 'stops',
  action: 'look',
};

/** The emergency stop paused an app (service reference, Events). Over when the project is resumed. */
export const killSwitchRule: Rule<KillSwitch> = {
  told: { place: 'limits', alerts: ['limits', 'money'], by: 'project.kill_switch.fired', isNameless: true },
  fromEvent: (event) => {
    const id = `kill-switch:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ over: id }];
    if (event.event !== 'project.kill_switch.fired' || !event.projectId) return [];
    return [opens(event, id, 'critical', { kind: 'kill-switch' })];
  },
  ends: { at: null },
};

export const projectPaused: Kind<ProjectPaused> = {
  nature: 'need',
  action: 'look',
};

/** A project was paused; over when it is resumed. */
export const projectPausedRule: Rule<ProjectPaused> = {
  told: { place: 'project', alerts: ['failures'], by: 'project.paused', isNameless: true },
  fromEvent: (event) => {
    const id = `project-paused:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ over: id }];
    if (event.event !== 'project.paused' || !event.projectId) return [];
    const state = textFact(event.facts, 'state');
    const resumable = truthFact(event.facts, 'resumable');
    return [opens(event, id, 'warning', { kind: 'project-paused', state, resumable })];
  },
  ends: { at: null },
};

/** The app's payment account was disconnected. */
export type PaymentsDisconnected = { kind: 'payments-disconnected' };

export const paymentsDisconnected: Kind<PaymentsDisconnected> = {
  nature: 'need',
  action: 'look',
};

/** (Service reference, Events.) No event reports a reconnection. */
export const paymentsDisconnectedRule: Rule<PaymentsDisconnected> = {
  told: { place: 'project', alerts: ['money'], by: 'project.payments.disconnected', isNameless: true },
  fromEvent: (event) => {
    if (event.event !== 'project.payments.disconnected' || !event.projectId) return [];
    const id = `payments-disconnected:${event.projectId}`;
    return [opens(event, id, 'critical', { kind: 'payments-disconnected' })];
  },
  ends: { at: null, whenSeen: true },
};

/** A scheduled job was paused after failing, or fails without being paused. */
export type CronJob = {
  kind: 'cron-job';
  jobId: string;
  name: string | null;
  env: string | null;
  failures: number | null;
  lastStatus: string | null;
  paused: boolean;
};

export const cronJob: Kind<CronJob> = {
  nature: 'need',
  action: 'look',
  form: ({ paused }) => (paused ? 'Paused' : ''),
  facts: ({ failures, name, jobId }, say) => ({
    form: failures === null ? 'Unknown' : '',
    isPrivate: true,
    count: failures ?? 0,
    values: { job: say.name(name ?? jobId) },
  }),
};

/** A scheduled job fails, or was paused for it (service reference, Events). No event reports recovery. */
export const cronJobRule: Rule<CronJob> = {
  told: { place: 'project', alerts: ['failures'], by: 'cron.job.failing', isNameless: false },
  fromEvent: (event) => {
    const paused = event.event === 'cron.job.paused';
    if (!paused && event.event !== 'cron.job.failing') return [];
    const jobId = textFact(event.facts, 'jobId') ?? textFact(event.facts, 'name') ?? 'job';
    const env = textFact(event.facts, 'env');
    const id = `cron-job:${event.projectId ?? ''}:${jobId}:${env ?? ''}`;
    return [
      opens(event, id, 'warning', {
        kind: 'cron-job',
        jobId,
        name: textFact(event.facts, 'name'),
        env,
        failures: numberFact(event.facts, 'failures'),
        lastStatus: textFact(event.facts, 'lastStatus'),
        paused,
      }),
    ];
  },
  ends: { at: null, whenSeen: true },
  worse: ({ paused }) => Number(paused),
};
