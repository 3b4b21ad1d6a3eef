import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';

export const KEPT_EVENT_EXAMPLE: KeptEvent = {
  seq: 1_763_640_000,
  id: 'deploy:64f0c0ffee',
  event: 'deployment.finished',
  projectId: 'shop',
  at: 1_763_640_000_000,
  receivedAt: 1_763_640_000_500,
  source: 'webhook',
  facts: { status: 'success' },
};
