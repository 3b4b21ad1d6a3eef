import type { AgentStatusRecord } from '../../../shared/builder-api/agent.ts';
import { type InstantMs, parseInstant } from '../../../shared/time.ts';

/** A prompt that a project shows. */
export interface ShownPrompt {
  digest: string;
  /** When it was given; null when that is not told. */
  at: InstantMs | null;
}

/** What people said to the agent, oldest first, as digests. */
export async function promptsIn(
  { realtimeConversation }: AgentStatusRecord,
  digest: (prompt: string) => Promise<string | null>,
): Promise<ShownPrompt[]> {
  const said = (realtimeConversation ?? []).filter(({ author, message }) => author === 'user' && message);
  const prompts = await Promise.all(
    said.map(async ({ message, createdAt }) => ({
      digest: await digest(message ?? ''),
      at: parseInstant(createdAt),
    })),
  );
  return prompts.flatMap(({ digest, at }) => (digest === null ? [] : [{ digest, at }]));
}
