import * as z from 'zod/mini';
import { openNumber, openText } from './open.ts';

export const conversationMessage = z.looseObject({
  author: openText,
  message: openText,
  messageType: openText,
  createdAt: openText,
});

/** State of a project's latest agent run; `status` and `messageType` are open sets. */
export const agentStatusRecord = z.looseObject({
  projectId: openText,
  status: openText,
  startedAt: openText,
  realtimeConversation: z.nullish(z.array(conversationMessage)),
  creditsSpent: openNumber,
});
export type AgentStatusRecord = z.infer<typeof agentStatusRecord>;

/** What starting or stopping work answers. */
export const workStarted = z.looseObject({ projectId: openText, status: openText, message: openText });
