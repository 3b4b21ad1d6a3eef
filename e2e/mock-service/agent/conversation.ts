import type { RunOutcome } from '../world/project.ts';

/** What the agent says on its way; each is a message of type `building`. */
export const BUILDING_STEPS = [
  'Reading the prompt and laying out the pages…',
  'Creating the database tables…',
  'Building the home page…',
  'Building the shopping list page…',
  'Connecting the forms…',
  'Checking the preview…',
] as const;

/** The last message of a run, by how it ended. */
export const CLOSING_WORDS: Record<
  Exclude<RunOutcome, 'running'>,
  { message: string; messageType: string }
> = {
  done: { message: 'Finished. The preview is ready.', messageType: 'finished' },
  error: { message: 'Something failed on our side; the credits were returned.', messageType: 'error' },
  stopped: { message: 'Stopped. What was built is kept.', messageType: 'finished' },
  'limit-reached': {
    message: 'The monthly development credit limit is reached. What was built is kept.',
    messageType: 'limit-reached',
  },
};
