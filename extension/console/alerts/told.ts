import type { AlertRecord, ChannelRecord } from '../../../shared/edge-api/channels.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { Notice } from '../../storage/notices.ts';

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
export type Told = {
  key: string;
  isEnd: boolean;
  projectId: string | null;
  /** When it happened; of an end, when it was first told. By the edge's clock. */
  at: InstantMs;
  /** Null where this browser does not know of it. */
  notice: Notice | null;
  /** In the language of a channel; empty without one. */
  title: string;
  sent: readonly Sent[];
};

type ChannelAlerts = Pick<ChannelRecord, 'channelId' | 'name' | 'alerts'> &
  Partial<Pick<ChannelRecord, 'problem' | 'nextTryAt'>> & { isRemoved?: true };

/** The one history of what was told, newest first: this browser's notifications and the alerts of every channel, also of removed ones. */
export function toldOf(channels: readonly ChannelAlerts[], notices: readonly Notice[]): Told[] {
  const told = new Map<string, Told>();
  for (const notice of notices) {
    const { key, projectId, at } = notice;
    told.set(key, { key, isEnd: false, projectId, at, notice, title: '', sent: [] });
  }
  for (const { channelId, name, alerts, isRemoved = false, problem, nextTryAt: next } of channels)
    for (const { key, isEnd, projectId, announcedAt, at, title, result } of alerts) {
      const id = isEnd ? `${key} over` : key;
      const known = told.get(id) ?? {
        ...{ key, isEnd, projectId, at: isEnd ? at : announcedAt, notice: null, title, sent: [] },
      };
      const nextTryAt = result === 'waiting' && problem && next !== undefined ? next : null;
      const sent = { channelId, channel: name, isRemoved, at, result, nextTryAt };
      told.set(id, { ...known, sent: [...known.sent, sent] });
    }
  return [...told.values()].toSorted((one, other) => other.at - one.at);
}
