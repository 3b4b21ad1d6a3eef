import { browser } from 'wxt/browser';
import { SECOND_MS } from '../../shared/time.ts';
import { apiError, type Result } from '../edge-client/api-error.ts';
import type { MessageName, MessageRequest, MessageResponse } from './contract.ts';
import type { Envelope, Problem } from './server.ts';

/** Responds instead of the background; null passes a message on. */
export type Responder = (name: MessageName, request: unknown) => Promise<Result<unknown>> | null;

let responder: Responder | null = null;

/** Handles this page's messages here from now on. */
export function respondHere(instead: Responder): void {
  responder = instead;
}

/**
 * Sends a message to the background. Never throws: a background that was ended or is being updated is an
 * error like any other, and repeating is always safe.
 */
export async function sendMessage<N extends MessageName>(
  name: N,
  request: MessageRequest<N>,
): Promise<Result<MessageResponse<N>>> {
  const own = responder?.(name, request);
  if (own) return own as Promise<Result<MessageResponse<N>>>;
  const response = await exchange({ name, request });
  if ('result' in response) return response.result as Result<MessageResponse<N>>;
  const [kind, code] = ERROR[response.problem];
  return apiError(kind, code, response.words ?? null);
}

const ERROR: Record<Problem, Parameters<typeof apiError>> = {
  'no-background': ['edge-failing', 'NO_BACKGROUND'],
  failed: ['edge-failing', 'COMMAND_FAILED'],
  'storage-full': ['storage-full'],
  'unread-calls': ['refused', 'UNREAD_CALLS'],
  malformed: ['refused', 'MALFORMED_COMMAND'],
  'unknown-message': ['refused', 'UNKNOWN_COMMAND'],
  'not-our-page': ['role', 'NOT_OUR_PAGE'],
};

async function exchange(message: { name: string; request: unknown }): Promise<Envelope> {
  try {
    const response: unknown = await browser.runtime.sendMessage(message);
    return isEnvelope(response) ? response : { problem: 'no-background' };
  } catch (error) {
    return { problem: 'no-background', words: error instanceof Error ? error.message : String(error) };
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && ('result' in value || 'problem' in value);
}

/** The port by which the background knows that a view is open; no messages are sent over it. */
export const VIEW_PORT = 'view';

/** Reconnecting restarts a background that was ended. */
const RECONNECT_MS = SECOND_MS;

/** Keeps a port to the background open while this page is visible; the browser closes it with the page. */
export function announceView(page: Document = document): void {
  let port: ReturnType<typeof browser.runtime.connect> | null = null;
  const connect = () => {
    if (port || page.visibilityState === 'hidden') return;
    try {
      port = browser.runtime.connect({ name: VIEW_PORT });
    } catch {
      // The extension was updated while this page was open: messages fail from now on.
      return;
    }
    port.onDisconnect.addListener(() => {
      port = null;
      setTimeout(connect, RECONNECT_MS);
    });
  };
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') connect();
    else {
      port?.disconnect();
      port = null;
    }
  });
  connect();
}
