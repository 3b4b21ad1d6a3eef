import type { ChannelKind } from '../../edge-api/channel-kinds.ts';
import type { Kind } from '../kind.ts';
import { condition, type Rule } from '../rule.ts';

/** Alerts of a channel do not arrive. `stopped`: its service refuses them; nothing is sent until a test. */
export type ChannelFailing = {
  kind: 'channel-failing';
  channelId: string;
  channel: string;
  channelKind: ChannelKind;
  stopped: boolean;
};

const stoppedForm = ({ stopped }: ChannelFailing): string => (stopped ? 'Stopped' : '');

export const channelFailing: Kind<ChannelFailing> = {
  nature: 'trouble',
  action: 'look',
  form: stoppedForm,
  values: ({ channel }, say) => ({ channel: say.name(channel) }),
  facts: (reason) => ({ form: stoppedForm(reason) }),
  whose: ({ channel }, say) => say.host(channel),
};

/** Over when an alert arrives, or the channel is deleted. */
export const channelFailingRule: Rule<ChannelFailing> = {
  told: { place: 'alerts', alerts: ['failures'], by: null, isNameless: false },
  read: ({ channels, at }) => {
    if (channels === undefined) return null;
    const conditions = channels.failing.map(({ channelId, name, kind, stopped, since }) =>
      condition(`channel-failing:${channelId}`, 'warning', null, since, {
        kind: 'channel-failing',
        channelId,
        channel: name,
        channelKind: kind,
        stopped,
      }),
    );
    return { readAt: at, conditions, complete: true };
  },
  ends: { at: null },
};
