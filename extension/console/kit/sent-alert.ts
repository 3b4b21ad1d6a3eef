import { webhookIdOf } from '../../../shared/attention/kinds/webhooks.ts';
import { type Announcement, isTopic, placeOfTopic, subjectOfKey } from '../../../shared/attention/news.ts';
import type { PlaceName } from '../../../shared/attention/rule.ts';
import type { AlertRecord, ChannelRecord } from '../../../shared/edge-api/channels.ts';
import type { JournalAnnouncement } from '../../../shared/journal/journal.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { Notice } from '../../storage/notices.ts';
import { type Place, placeAt } from '../parts/places.ts';

/** What of an announcement it is said by. */
export type Announced = Pick<Announcement, 'key' | 'noticeId' | 'severity' | 'projectId' | 'about' | 'at'>;

export type Sent = {
  channelId: string;
  channel: string;
  isRemoved: boolean;
  at: InstantMs;
  result: AlertRecord['result'];
  /** Of one that waits after failures: when it is tried again, by the edge's clock. */
  nextTryAt: InstantMs | null;
};

/** One announcement, or the end of its item: what this browser and each channel made of it. */
export type SentAlert = {
  key: string;
  isEnd: boolean;
  projectId: string | null;
  /** When it happened; of an end, when it was first told. By the edge's clock. */
  at: InstantMs;
  /** Null where this browser does not know of it. */
  notice: Notice | null;
  /** As the edge announced it; null where that is not read. */
  announced: Announced | null;
  /** In the language of a channel; empty without one. */
  title: string;
  sent: readonly Sent[];
};

type ChannelAlerts = Pick<ChannelRecord, 'channelId' | 'name' | 'alerts'> &
  Partial<Pick<ChannelRecord, 'problem' | 'nextTryAt'>> & { isRemoved?: true };

/**
 * History of what was told, newest first: this browser's notifications and the alerts of every channel, also
 * of removed ones.
 */
export function sentAlerts(channels: readonly ChannelAlerts[], notices: readonly Notice[]): SentAlert[] {
  const all = new Map<string, SentAlert>();
  for (const notice of notices) {
    const { key, projectId, at } = notice;
    all.set(key, { key, isEnd: false, projectId, at, notice, announced: null, title: '', sent: [] });
  }
  for (const { channelId, name, alerts, isRemoved = false, problem, nextTryAt: next } of channels)
    for (const { key, isEnd, projectId, announcedAt, at, title, result } of alerts) {
      const id = isEnd ? `${key} over` : key;
      const told = { notice: null, announced: null, title, sent: [] };
      const known = all.get(id) ?? { key, isEnd, projectId, at: isEnd ? at : announcedAt, ...told };
      const nextTryAt = result === 'waiting' && problem && next !== undefined ? next : null;
      const sent = { channelId, channel: name, isRemoved, at, result, nextTryAt };
      all.set(id, { ...known, sent: [...known.sent, sent] });
    }
  return [...all.values()].toSorted((one, other) => other.at - one.at);
}

/** What the edge tells that was told, with what became of it in this browser. @param notices its own */
export function alertHere(told: JournalAnnouncement, notices: readonly Notice[]): SentAlert {
  const { key, isEnd, projectId, at, sent } = told;
  const notice = isEnd ? null : (notices.find((one) => one.key === key) ?? null);
  return { key, isEnd, projectId, at, notice, announced: told as Announced, title: '', sent };
}

/** How keys begin of the ends of work that a reading told. */
const WORK: Readonly<Record<string, PlaceName>> = { run: 'talk', deploy: 'ship' };

/** Console place of what was told: by its kind, else from its key, else by its project. */
export function alertPlace({
  key,
  notice,
  announced = null,
  projectId,
}: Pick<SentAlert, 'key' | 'notice' | 'projectId'> & Partial<Pick<SentAlert, 'announced'>>): Place | null {
  const about = (notice ?? announced)?.about;
  const subject = subjectOfKey(key);
  const kind = about?.kind ?? subject.split(':', 1)[0] ?? '';
  const name = isTopic(kind) ? placeOfTopic(kind) : (WORK[kind] ?? 'talk');
  if (kind === 'delivery-failures') return placeAt(name, projectId, webhookIdOf(subject));
  if (kind === 'channel-failing') return placeAt(name, projectId, subject.slice(kind.length + 1));
  return placeAt(name, projectId);
}
