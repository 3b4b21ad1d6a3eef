import { signal } from '@preact/signals';
import type { JournalAnnouncement } from '../../../shared/journal/journal.ts';
import { wordOf } from '../../../shared/words/say.ts';
import { noticeWords } from '../../i18n/attention-words.ts';
import { formatList, formatUntil } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { announcedSign } from '../../now/recent.tsx';
import type { Notice, NoticeOutcome } from '../../storage/notices.ts';
import type { GlyphName } from '../../ui/icons.tsx';
import { edgeNow, mask, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { useNotices } from '../../ui/use-notices.ts';
import { openingStanding, standingWords } from '../parts/over-by-now.ts';
import { resultName } from './channel-words.ts';
import { alertHere, type Sent, type SentAlert } from './sent-alert.ts';

/** What was told; in the words of a channel where this browser does not know of it. */
export function sentAlertWords({ notice, announced, isEnd, title }: SentAlert): {
  title: string;
  facts: string;
  glyph: GlyphName;
} {
  const said = notice ?? announced;
  if (said === null) return { title: mask(title), facts: '', glyph: 'seen' };
  const words = noticeWords(said, naming.value, edgeNow.value);
  return isEnd
    ? { title: words.title, facts: t('status.overByNow'), glyph: 'seen' }
    : { ...words, glyph: announcedSign(said) };
}

/** What it is found by: its sentence, its project, and where it was told. */
export function alertText(told: SentAlert): string {
  const { title, facts } = sentAlertWords(told);
  const project = told.projectId && naming.value.project(told.projectId);
  return [title, facts, project, ...alertOutcomes(told)].join(' ');
}

/** True if this browser showed it, or its user saw or did it, and all channels meant to tell it sent it. */
export const isToldEverywhere = ({ notice, sent }: SentAlert): boolean =>
  (notice === null ||
    notice.fate.is === 'shown' ||
    (notice.fate.is === 'held' && (notice.fate.why === 'looking' || notice.fate.why === 'own'))) &&
  sent.every(({ result }) => result === 'sent');

/** Whether what was told is over by now; null where that is not known, or nothing that ends. */
export const alertStanding = ({ key, isEnd, notice, announced }: SentAlert): string | null =>
  isEnd || (notice ?? announced)?.severity === 'note'
    ? null
    : standingWords(openingStanding(key, stored.value?.snapshot?.snapshot.attention));

/** What this browser and each channel made of it, and why something was not told. */
export function alertOutcomes({ notice, sent }: SentAlert): string[] {
  const outcome = (place: string, words: string) => t('told.outcome', { place, words });
  return [
    ...(notice === null ? [] : [outcome(t('fact.thisBrowser'), outcomeWords(notice.fate))]),
    ...[...Map.groupBy(sent, sentWords)].map(([words, alike]) =>
      outcome(formatList(alike.map(channelName)), words),
    ),
  ];
}

const sentWords = ({ result, nextTryAt }: Sent): string =>
  nextTryAt === null
    ? resultName(result)
    : t('told.retries', { when: formatUntil(nextTryAt, edgeNow.value) });

const channelName = ({ channel, isRemoved }: Sent): string =>
  isRemoved ? t('fact.removedOne', { name: mask(channel) }) : mask(channel);

/** Whether a notification was shown, and why or why not. */
function outcomeWords(fate: NoticeOutcome): string {
  switch (fate.is) {
    case 'shown':
      return t(`told.${fate.why === 'critical' || fate.why === 'long' ? fate.why : 'shown'}`);
    case 'pending':
      return t('told.pending');
    case 'held':
      return t(`told.${wordOf(fate.why)}`);
  }
}

/** This browser's notifications, by which an entry says what became of them here. */
const noticesHere = signal<readonly Notice[]>([]);

/** Follows them while the list is shown. */
export function useNoticesHere(): void {
  const notices = useNotices();
  if (notices !== null && notices !== noticesHere.peek()) noticesHere.value = notices;
}

export const hereOf = (told: JournalAnnouncement): SentAlert => alertHere(told, noticesHere.value);

/** What became of what was told, unless it was shown and sent as one expects. */
export function outcomesOf(told: JournalAnnouncement | null): string[] {
  const here = told && hereOf(told);
  return here === null || isToldEverywhere(here) ? [] : alertOutcomes(here);
}

/** The same in the body of an entry, in full. */
export const toldInBody = (told: JournalAnnouncement | null): string =>
  told === null ? '' : alertOutcomes(hereOf(told)).join(' · ');
