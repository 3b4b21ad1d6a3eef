import { numberFact, textFact } from '../facts.ts';
import { opens, type Rule } from '../rule.ts';

/** A scheduled job fails, or was paused for failing (service reference, Events). No event tells of its recovery. */
export const cronJobRule: Rule = {
  hear: (event) => {
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
  endsWhenAcknowledged: true,
};
