import * as z from 'zod/mini';
import { agentStatusRecord, conversation, uploadedFile, workStarted } from '../builder-api/agent.ts';
import { deploymentStatusRecord, done } from '../builder-api/publishing.ts';
import { atMost, form, matching, required } from '../request-schema.ts';
import { modelChoice } from './launch.ts';
import { isBase64Content } from './new-project.ts';
import { operation, paidByBuilders } from './operation.ts';

const inputFile = form('INVALID_FILES', {
  name: required('INVALID_FILE_NAME'),
  imageDescription: z.string('is needed'),
  url: z.string('INVALID_FILE_URL').check(matching(/^https?:\/\/[^\s/?#]+/i, 'INVALID_FILE_URL')),
});

/** A list of prompts, or the keyword that makes the service derive them from `prompt`. */
const batch = form('INVALID_MULTI_PROMPT', {
  prompts: z.optional(
    z.array(required('INVALID_PROMPT_ITEM'), 'INVALID_MULTI_PROMPT').check(atMost(50, 'TOO_MANY_PROMPTS')),
  ),
  letServiceDecide: z.optional(z.literal(true, 'INVALID_MULTI_PROMPT')),
}).check(
  z.refine(
    ({ prompts, letServiceDecide }) =>
      (prompts !== undefined) !== (letServiceDecide === true) && prompts?.length !== 0,
    'INVALID_MULTI_PROMPT',
  ),
);

/** Requires a non-blank prompt unless a batch brings its own. */
const hasPrompt = ({ prompt, multiPrompt }: { prompt?: unknown; multiPrompt?: object | undefined }) =>
  (multiPrompt !== undefined && 'prompts' in multiPrompt) || /\S/.test(String(prompt ?? ''));

export const workOperations = {
  getAgentStatus: operation('GET', '/projects/:projectId/agent/status', agentStatusRecord, {
    does: 'Reads the latest run, its conversation and its cost',
  }),
  startAgent: operation('POST', '/projects/:projectId/agent/start', workStarted, {
    does: 'Starts a run with a prompt',
    cost: 'credits',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      prompt: z.optional(z.string('MISSING_PROMPT')),
      multiPrompt: z.optional(batch),
      inputFiles: z.optional(z.array(inputFile, 'INVALID_FILES')),
      ...modelChoice,
    }).check(z.refine(hasPrompt, 'MISSING_PROMPT')),
  }),
  stopAgent: operation('POST', '/projects/:projectId/agent/stop', workStarted, {
    does: 'Stops the run; what was built stays',
    role: 'builder',
  }),
  getDeploymentStatus: operation('GET', '/projects/:projectId/deployments/status', deploymentStatusRecord, {
    does: 'Reads the latest deployment',
  }),
  deploy: operation('POST', '/projects/:projectId/deployments/deploy', workStarted, {
    does: 'Deploys a project',
    cost: 'credits',
    role: 'builder',
    body: z.optional(
      form('EDGE_INVALID_REQUEST', { confirmDestructive: z.optional(z.boolean('must be true or false')) }),
    ),
  }),
  startServer: operation('POST', '/projects/:projectId/agent/server/start-or-restart', workStarted, {
    ...paidByBuilders,
    does: 'Starts or restarts the development server',
  }),
};

/** Longest body of an upload in JSON: 8 MiB in base64, its name and the JSON around it. */
export const UPLOAD_BODY_MAX_BYTES = 12 * 1024 * 1024;

export const fileOperations = {
  uploadFile: operation('POST', '/projects/:projectId/files/upload', uploadedFile, {
    does: 'Uploads a file for a prompt',
    cost: 'credits',
    role: 'builder',
    body: form('MISSING_FILE', {
      name: required('MISSING_FILE'),
      content: z.string('MISSING_FILE').check(z.refine(isBase64Content, 'MISSING_FILE')),
    }),
    isUpload: true,
  }),
};

export const conversationOperations = {
  getConversation: operation('GET', '/projects/:projectId/agent/full-conversation', conversation, {
    does: 'Reads the conversation of all runs',
  }),
  clearContext: operation('POST', '/projects/:projectId/agent/clear-context', done, {
    does: 'Lets the next prompt start without memory of earlier ones',
    cost: 'unstated',
    role: 'builder',
  }),
};
