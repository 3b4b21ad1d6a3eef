import { type Announcement, isNews, type News } from '../../shared/attention/announcement.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { formatDuration } from './format.ts';
import { featureName, type ItemWords, itemWords } from './item-words.ts';
import type { Naming } from './naming.ts';
import { t } from './t.ts';

/** The sentence and the facts of a notice, as its notification and the history show them. */
export function noticeWords(notice: Announcement, naming: Naming, now: InstantMs): ItemWords {
  const { about, projectId } = notice;
  return isNews(about)
    ? newsWords(about, naming.project(projectId), naming)
    : itemWords(about, projectId, notice.at, naming, now);
}

function newsWords(news: News, name: string, naming: Naming): ItemWords {
  switch (news.kind) {
    case 'run-finished': {
      const title = {
        finished: () => t('notice.runFinished', { name }),
        failed: () => t('notice.runFailed', { name }),
        stopped: () => t('notice.runStopped', { name }),
      }[news.outcome]();
      return { title, facts: took(news.durationMs, news.credits, naming) };
    }
    case 'deploy-finished':
      return {
        title: news.outcome === 'live' ? t('notice.live', { name }) : t('notice.deployFailed', { name }),
        facts: news.refunded ? t('notice.deployRefunded') : took(news.durationMs, null, naming),
      };
    case 'feature-disabled':
      return { title: t('notice.featureDisabled', { feature: featureName(news.feature), name }), facts: '' };
    case 'feature-enabled':
      return { title: t('notice.featureEnabled', { feature: featureName(news.feature), name }), facts: '' };
    case 'project-resumed':
      return { title: t('notice.resumed', { name }), facts: '' };
    case 'mobile-build-finished':
      return { title: t('notice.mobileBuild', { name, status: news.status }), facts: '' };
  }
}

function took(durationMs: number | null, credits: number | null, naming: Naming): string {
  if (durationMs === null) return '';
  const duration = formatDuration(durationMs);
  return credits === null
    ? t('notice.runFacts', { duration })
    : t('notice.runFactsCost', credits, { duration, credits: naming.number(credits) });
}
