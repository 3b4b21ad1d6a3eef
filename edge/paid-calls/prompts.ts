import type { AgentStatusRecord } from '../../shared/builder-api/agent.ts';
import { type InstantMs, parseInstant } from '../../shared/time.ts';
import { keyedDigest } from '../http/digest.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Digest that identifies a prompt in the service's data. The service escapes text and strips tags, so only letters
 * and digits count, without entities, tags and case.
 */
export function promptDigest(encryptionKey: Uint8Array<ArrayBuffer>, prompt: string): Promise<string> {
  const decoded = prompt.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, decodeEntity);
  const words = withoutTags(decoded).match(/[\p{L}\p{N}]+/gu);
  return keyedDigest(encryptionKey, 'prompt', words?.join(' ').toLowerCase() ?? prompt.trim());
}

/** Looks for tags up to the last end of one only: beyond it, each `<` would be looked at up to the end of the text. */
function withoutTags(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(/<[^>]*>/g, ' ') + text.slice(end);
}

function decodeEntity(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES[name] ?? ' ';
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** A prompt in a project's conversation. */
export interface ShownPrompt {
  digest: string;
  /** When it was sent; null when not reported. */
  at: InstantMs | null;
}

/** The users' messages to the agent, oldest first, as digests. */
export async function promptsIn(
  { realtimeConversation }: AgentStatusRecord,
  digest: (prompt: string) => Promise<string | null>,
): Promise<ShownPrompt[]> {
  const prompted = (realtimeConversation ?? []).filter(({ author, message }) => author === 'user' && message);
  const prompts = await Promise.all(
    prompted.map(async ({ message, createdAt }) => ({
      digest: await digest(message ?? ''),
      at: parseInstant(createdAt),
    })),
  );
  return prompts.flatMap(({ digest, at }) => (digest === null ? [] : [{ digest, at }]));
}
