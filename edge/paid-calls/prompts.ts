import type { AgentStatusRecord } from '../../shared/builder-api/agent.ts';
import { type InstantMs, parseInstant } from '../../shared/time.ts';
import { promptWords } from '../../shared/work/evidence.ts';
import { keyedDigest } from '../http/digest.ts';

/** Digest that identifies a prompt in the service's data, by its words. */
export function promptDigest(encryptionKey: Uint8Array<ArrayBuffer>, prompt: string): Promise<string> {
  return keyedDigest(encryptionKey, 'prompt', promptWords(prompt) ?? prompt.trim());
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
