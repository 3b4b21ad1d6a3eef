import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { Announcement, News } from './announcement.ts';
import { numberFact, textFact, truthFact } from './facts.ts';

/** What an event tells beyond items: the switch of a feature, a resumed project, a finished mobile build. */
export function newsOf(event: KeptEvent): Announcement | null {
  const told = read(event);
  if (!told || !event.projectId) return null;
  return {
    key: `event:${event.id}`,
    noticeId: `${told.news.kind}:${event.projectId}`,
    severity: told.severity,
    projectId: event.projectId,
    about: told.news,
    at: event.at,
  };
}

function read(event: KeptEvent): { news: News; severity: Announcement['severity'] } | null {
  switch (event.event) {
    case 'project.feature.disabled':
    case 'project.feature.enabled': {
      const feature = textFact(event.facts, 'feature');
      if (!feature) return null;
      const disabled = event.event === 'project.feature.disabled';
      return {
        news: { kind: disabled ? 'feature-disabled' : 'feature-enabled', feature },
        severity: disabled ? 'warning' : 'note',
      };
    }
    case 'project.resumed':
      return { news: { kind: 'project-resumed' }, severity: 'note' };
    case 'project.mobile_build.finished': {
      const status = textFact(event.facts, 'status') ?? '';
      return {
        news: { kind: 'mobile-build-finished', status },
        severity: isFailure(status) ? 'warning' : 'note',
      };
    }
    case 'agent.prompt.finished': {
      const outcome = isFailure(textFact(event.facts, 'status') ?? 'done') ? 'failed' : 'finished';
      return {
        news: {
          kind: 'run-finished',
          outcome,
          durationMs: numberFact(event.facts, 'durationMs'),
          credits: numberFact(event.facts, 'creditsSpent'),
        },
        severity: outcome === 'failed' ? 'warning' : 'note',
      };
    }
    case 'deployment.finished': {
      const failed = textFact(event.facts, 'status') === 'error';
      return {
        news: {
          kind: 'deploy-finished',
          outcome: failed ? 'failed' : 'live',
          durationMs: null,
          liveUrl: null,
          refunded: truthFact(event.facts, 'creditRefunded') ?? false,
        },
        severity: failed ? 'warning' : 'note',
      };
    }
    default:
      return null;
  }
}

/** The service's status words are an open set. */
function isFailure(status: string): boolean {
  return /error|fail/i.test(status);
}
