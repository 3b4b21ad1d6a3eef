/** The events of the service reference's Events table, all of them. */
export const EVENTS = [
  'agent.prompt.finished',
  'deployment.finished',
  'project.credit_limit.reached',
  'project.feature_limit.warning',
  'project.feature_limit.reached',
  'project.feature.disabled',
  'project.feature.enabled',
  'project.paused',
  'project.resumed',
  'project.lifecycle.state_changed',
  'project.kill_switch.fired',
  'project.credits.exhausted',
  'project.mobile_build.finished',
  'project.preview.url_rotated',
  'project.payments.disconnected',
  'cron.job.paused',
  'cron.job.failing',
] as const;

export type EventName = (typeof EVENTS)[number];

/** All that a legacy project, or the older host, can register and emit. */
export const LEGACY_EVENTS: readonly EventName[] = ['agent.prompt.finished', 'project.credit_limit.reached'];

export function isEventName(value: unknown): value is EventName {
  return EVENTS.some((event) => event === value);
}

/** The events that the `features` filter applies to. */
export function isFeatureEvent(event: EventName): boolean {
  return event.startsWith('project.feature');
}
