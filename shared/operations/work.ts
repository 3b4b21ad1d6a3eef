import * as z from 'zod/mini';
import { agentStatusRecord, workStarted } from '../builder-api/agent.ts';
import { deploymentStatusRecord } from '../builder-api/deployments.ts';
import { form, matching, required } from './form.ts';
import { modelChoice } from './model-choice.ts';
import { operation } from './operation.ts';

const inputFile = form('INVALID_FILES', {
  name: required('INVALID_FILE_NAME'),
  imageDescription: z.string('is needed'),
  url: z.string('INVALID_FILE_URL').check(matching(/^https?:\/\/[^\s/?#]+/i, 'INVALID_FILE_URL')),
});

export const workOperations = {
  getAgentStatus: operation({
    method: 'GET',
    path: '/projects/:projectId/agent/status',
    data: agentStatusRecord,
  }),
  startAgent: operation({
    method: 'POST',
    path: '/projects/:projectId/agent/start',
    cost: 'credits',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      prompt: required('MISSING_PROMPT'),
      inputFiles: z.optional(z.array(inputFile, 'INVALID_FILES')),
      ...modelChoice,
    }),
    data: workStarted,
  }),
  stopAgent: operation({
    method: 'POST',
    path: '/projects/:projectId/agent/stop',
    role: 'builder',
    data: workStarted,
  }),
  getDeploymentStatus: operation({
    method: 'GET',
    path: '/projects/:projectId/deployments/status',
    data: deploymentStatusRecord,
  }),
  deploy: operation({
    method: 'POST',
    path: '/projects/:projectId/deployments/deploy',
    cost: 'credits',
    role: 'builder',
    body: z.optional(
      form('EDGE_INVALID_REQUEST', { confirmDestructive: z.optional(z.boolean('must be true or false')) }),
    ),
    data: workStarted,
    price: 'CREATE_DEPLOYMENT',
  }),
  startServer: operation({
    method: 'POST',
    path: '/projects/:projectId/agent/server/start-or-restart',
    cost: 'credits',
    role: 'builder',
    data: workStarted,
    price: 'START_SERVER',
  }),
};
