import { t } from '../i18n/t.ts';
import type { NoticeOutcome, ShownReason, SuppressedReason } from '../storage/notices.ts';

const HELD: Record<SuppressedReason, () => string> = {
  'topic-off': () => t('history.topicOff'),
  'project-off': () => t('history.projectOff'),
  'quiet-hours': () => t('history.quietHours'),
  muted: () => t('history.muted'),
  looking: () => t('history.looking'),
  own: () => t('history.own'),
  digest: () => t('history.digest'),
  over: () => t('history.over'),
  seen: () => t('history.seen'),
};

const SHOWN: Record<ShownReason, () => string> = {
  wanted: () => t('history.shown'),
  critical: () => t('history.critical'),
  long: () => t('history.long'),
  unwatched: () => t('history.shown'),
};

/** Whether a notification was shown, and why or why not. */
export function outcomeWords(fate: NoticeOutcome): string {
  switch (fate.is) {
    case 'shown':
      return fate.why ? SHOWN[fate.why]() : t('history.shown');
    case 'pending':
      return t('history.pending');
    case 'held':
      return HELD[fate.why]();
  }
}
