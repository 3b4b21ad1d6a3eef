/** Events that the service can send to a webhook (service reference, Events). More may come; unknown ones are kept too. */
export const SERVICE_EVENTS = [
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
export type ServiceEvent = (typeof SERVICE_EVENTS)[number];

/** The only events that take a filter by feature. */
export function takesFeatureFilter(event: string): boolean {
  return event.startsWith('project.feature');
}
