import * as z from 'zod/mini';
import { parse } from '../parse.ts';
import { listOf, mapOf, openNumber, openText } from './open.ts';

/** A batch of prompts; every part may be missing, and an unreadable one counts as none. */
export const multiPrompt = z.catch(
  z.nullish(
    z.looseObject({
      status: openText,
      totalPrompts: openNumber,
      currentPromptIndex: openNumber,
      prompts: z.nullish(listOf(z.looseObject({ prompt: openText, status: openText }))),
      startedAt: openText,
      updatedAt: openText,
    }),
  ),
  null,
);
export type MultiPrompt = z.infer<typeof multiPrompt>;

export const conversationMessage = z.looseObject({
  author: openText,
  message: openText,
  messageType: openText,
  createdAt: openText,
  versionId: openText,
  /** Environment variables the agent needs. `isProvided` stays false: compare with Get Project's secrets. */
  secretKeysNeeded: z.nullish(mapOf(z.looseObject({ description: openText }))),
  /** `url`: signed, and escaped as all text is. */
  files: z.nullish(listOf(z.looseObject({ name: openText, imageDescription: openText, url: openText }))),
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

/** All messages of all runs, without paging. */
export const conversation = z.looseObject({
  projectId: openText,
  conversation: listOf(conversationMessage),
});

/** State of a project's latest agent run; `status` and `messageType` are open sets. */
export const agentStatusRecord = z.looseObject({
  projectId: openText,
  status: openText,
  startedAt: openText,
  realtimeConversation: z.nullish(listOf(conversationMessage)),
  creditsSpent: openNumber,
  multiPrompt,
  expectedMinutes: openNumber,
  expectedFinishAt: openText,
});
export type AgentStatusRecord = z.infer<typeof agentStatusRecord>;

/** Response of an upload; `url` is signed, and prompts refer to the file by it. */
export const uploadedFile = z.looseObject({ fileNameId: openText, url: z.string() });

const remarked = z.object({ warnings: z.array(z.string()) });

/** Remarks in the service's answer, such as a model that it ignored (service reference, Run AI Agent). */
export const remarksIn = (answer: unknown): string[] => parse(remarked, answer)?.warnings ?? [];

export const workStarted = z.looseObject({ projectId: openText, status: openText, message: openText });
