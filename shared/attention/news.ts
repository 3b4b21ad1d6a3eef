import { type RunEnding, runProgress } from '../builder-api/run-ending.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { InstantMs } from '../time.ts';
import type { Announcement, News } from './announcement.ts';
import { numberFact, textFact, truthFact } from './facts.ts';

/** News of a project as it is told; what failed or was taken away is a warning. */
export function announceNews(about: News, projectId: string, at: InstantMs, key: string): Announcement {
  const noticeId = `${about.kind}:${projectId}`;
  return { key, noticeId, severity: isBad(about) ? 'warning' : 'note', projectId, about, at };
}

/** What an event tells beyond items: a finished run, deploy or mobile build, the switch of a feature, a resumed project. */
export function newsOf(event: KeptEvent): News | null {
  switch (event.event) {
    case 'project.feature.disabled':
    case 'project.feature.enabled': {
      const feature = textFact(event.facts, 'feature');
      const kind = event.event === 'project.feature.disabled' ? 'feature-disabled' : 'feature-enabled';
      return feature ? { kind, feature } : null;
    }
    case 'project.resumed':
      return { kind: 'project-resumed' };
    case 'project.mobile_build.finished':
      return { kind: 'mobile-build-finished', status: textFact(event.facts, 'status') ?? '' };
    case 'agent.prompt.finished':
      return {
        kind: 'run-finished',
        outcome: endingTold(textFact(event.facts, 'status')),
        durationMs: numberFact(event.facts, 'durationMs'),
        credits: numberFact(event.facts, 'creditsSpent'),
      };
    case 'deployment.finished':
      return {
        kind: 'deploy-finished',
        outcome: textFact(event.facts, 'status') === 'error' ? 'failed' : 'live',
        durationMs: null,
        liveUrl: null,
        refunded: truthFact(event.facts, 'creditRefunded') ?? false,
      };
    default:
      return null;
  }
}

/** An event's status is `done` for every end: how it ended is read from the conversation. */
function endingTold(status: string | null): RunEnding {
  const progress = runProgress({ event: { status } });
  return progress.kind === 'ended' ? progress.ending : 'untold';
}

function isBad(about: News): boolean {
  if ('outcome' in about) return BAD_ENDS.has(about.outcome);
  return about.kind === 'mobile-build-finished' ? isFailure(about.status) : about.kind === 'feature-disabled';
}

const BAD_ENDS: ReadonlySet<string> = new Set(['failed', 'capped', 'paused']);

/** The service's status words are an open set. */
function isFailure(status: string): boolean {
  return /error|fail/i.test(status);
}
