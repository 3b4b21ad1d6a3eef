import { Hono } from 'hono';
import { liveRequest } from '../account/sockets.ts';
import { accountStub } from '../account/stub.ts';
import { callerOf, noteToken } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { fail, respond } from '../http/result.ts';

const SWITCHING_PROTOCOLS = 101;

export const liveRoutes = new Hono<EdgeEnvironment>()
  /** `?cursor`: a WebSocket of the object. */
  .get('/live', async (c) => {
    if (c.req.header('upgrade')?.toLowerCase() !== 'websocket')
      return respond(c, fail('EDGE_INVALID_REQUEST', 'This is a WebSocket.'));
    const caller = callerOf(c);
    if (caller === null)
      return respond(c, fail('EDGE_UNAUTHORIZED', 'This browser is not paired with the edge.'));
    const cursor = /^\d{1,15}$/.exec(c.req.query('cursor') ?? '')?.[0];
    try {
      const opened = await accountStub(c.env).fetch(
        liveRequest(caller, cursor === undefined ? null : Number(cursor)),
      );
      noteToken(caller.tokenHash, opened.status === SWITCHING_PROTOCOLS);
      return opened;
    } catch {
      return respond(c, fail('EDGE_STORAGE_FAILED', 'The edge could not reach its storage; try again.'));
    }
  });
