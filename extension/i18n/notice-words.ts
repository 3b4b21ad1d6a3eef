import { type Announcement, isNews, type News } from '../../shared/attention/announcement.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { formatDuration } from './format.ts';
import { featureName, type ItemWords, itemWords } from './item-words.ts';
import type { Naming } from './naming.ts';
import { t } from './t.ts';
import { wordOf } from './word-of.ts';

/** The sentence and the facts of a notice, as its notification and the history show them. */
export function noticeWords(notice: Announcement, naming: Naming, now: InstantMs): ItemWords {
  return isNews(notice.about)
    ? newsWords(notice.about, naming.project(notice.projectId), naming)
    : itemWords(notice.about, notice.projectId, notice.at, naming, now);
}

/** A title is the message `news.<kind>`, and for what has an outcome `news.<kind><Outcome>`. */
function newsWords(news: News, name: string, naming: Naming): ItemWords {
  const what = wordOf('outcome' in news ? `${news.kind}-${news.outcome}` : news.kind);
  const values = {
    name,
    feature: 'feature' in news ? featureName(news.feature) : '',
    status: 'status' in news ? news.status : '',
  };
  return {
    title: t(`news.${what}` as 'news.mobileBuildFinished', values),
    facts: 'outcome' in news ? endedFacts(news, naming) : '',
  };
}

function endedFacts(news: Extract<News, { outcome: string }>, naming: Naming): string {
  if ('refunded' in news && news.refunded) return t('notice.deployRefunded');
  if (news.durationMs === null) return '';
  const duration = formatDuration(news.durationMs);
  return 'credits' in news && news.credits !== null
    ? t('notice.runFactsCost', news.credits, { duration, credits: naming.number(news.credits) })
    : t('notice.runFacts', { duration });
}
