import { iso } from '../clock/calendar.ts';
import type { Message, Project, Run, RunOutcome } from '../world/project.ts';
import type { World } from '../world/world.ts';

/** The agent's progress messages, of type `building`. */
export const BUILDING_STEPS = [
  'Reading the prompt and laying out the pages…',
  'Creating the database tables…',
  'Building the home page…',
  'Building the shopping list page…',
  'Connecting the forms…',
  'Checking the preview…',
] as const;

const KEYS_NEEDED = 'Finished. Some keys are missing before everything works.';
const STOPPED = 'Stopped. What was built is kept.';
/** Limit of Full Conversation. */
const MOST_MESSAGES = 1000;

/** The agent's last message for each ending; null where there is none, as after a stop. */
export function closingOf(
  world: World,
  run: Run,
  outcome: Exclude<RunOutcome, 'running'>,
): Pick<Message, 'message' | 'messageType'> | null {
  switch (outcome) {
    case 'done': {
      const asks = Object.keys(run.keysNeeded).length > 0;
      return { message: asks ? KEYS_NEEDED : 'Finished. The preview is ready.', messageType: 'finished' };
    }
    case 'error':
      return {
        message: 'Something failed on our side; the credits were returned.',
        messageType: 'error',
      };
    case 'limit-reached':
      return {
        message: 'The monthly development credit limit is reached. What was built is kept.',
        messageType: 'limit-reached',
      };
    case 'stopped': {
      const { afterStop } = world.assumptions;
      return afterStop === 'nothing' ? null : { message: STOPPED, messageType: afterStop };
    }
  }
}

/** The messages of a run, and of the batch that it is part of up to it. */
export function conversationOf(project: Project, run: Run | undefined): Message[] {
  if (run === undefined) return [];
  const { batch } = run;
  if (batch === null) return run.messages;
  const until = project.runs.indexOf(run);
  const ofBatch = project.runs.filter((other, index) => other.batch === batch && index <= until);
  return [...batch.messages, ...ofBatch.flatMap(({ messages }) => messages)];
}

/** The messages of all runs, oldest first, the last thousand. */
export function fullConversation(project: Project): Message[] {
  const messages = project.runs.flatMap((run, index) => {
    const opensBatch = run.batch !== null && project.runs[index - 1]?.batch !== run.batch;
    return opensBatch ? [...(run.batch?.messages ?? []), ...run.messages] : run.messages;
  });
  const planned = project.batch?.status === 'planning' ? project.batch.messages : [];
  return [...messages, ...planned].slice(-MOST_MESSAGES);
}

export function shownMessage(message: Message) {
  return { ...message, createdAt: iso(message.createdAt) };
}
