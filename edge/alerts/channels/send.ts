import type { ChannelKind } from '../../../shared/edge-api/channel-kinds.ts';
import type { ChannelTarget } from '../../../shared/edge-api/channels.ts';
import { shownLabel } from '../../../shared/one-line.ts';
import type { Message, Outcome, Post, Send } from '../channel.ts';
import { send as discord } from './discord.ts';
import { send as ntfy } from './ntfy.ts';
import { send as slack } from './slack.ts';
import { send as telegram } from './telegram.ts';
import { send as webhook } from './webhook.ts';

/** Every kind of channel; a new one does not compile without its `send`. */
const SENDS: { [Kind in ChannelKind]: Send<Kind> } = { slack, telegram, discord, ntfy, webhook };

/** Sends a message; the service's words are returned on one line, without the address and the secrets. */
export async function sendTo(target: ChannelTarget, message: Message, post: Post): Promise<Outcome> {
  const send = SENDS[target.kind] as Send<ChannelKind>;
  const outcome = await send(target, message, post);
  return outcome.kind === 'sent' ? outcome : { ...outcome, words: withoutSecrets(outcome.words, target) };
}

const SECRET_LENGTH_MIN = 6;

/** A service may repeat what it was sent, whole or in part. */
function withoutSecrets(words: string, { kind: _kind, ...target }: ChannelTarget): string {
  const values = Object.values(target).filter((value) => value !== undefined);
  const parts = values.flatMap((value) => [value, ...value.split(/[/:?&=]/)]);
  const secrets = parts.filter((part) => part.length >= SECRET_LENGTH_MIN);
  secrets.sort((one, other) => other.length - one.length);
  return shownLabel(secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words)) ?? '';
}
