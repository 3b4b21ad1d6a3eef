import { conversation } from '../builder-api/agent.ts';
import { done } from '../builder-api/publishing.ts';
import { operation } from './operation.ts';

export const conversationOperations = {
  getConversation: operation({
    method: 'GET',
    path: '/projects/:projectId/agent/full-conversation',
    data: conversation,
  }),
  clearContext: operation({
    method: 'POST',
    path: '/projects/:projectId/agent/clear-context',
    cost: 'unstated',
    role: 'builder',
    data: done,
  }),
};
