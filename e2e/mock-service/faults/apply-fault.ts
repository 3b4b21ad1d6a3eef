import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Clock, wait } from '../clock/clock.ts';
import type { Fault } from './fault.ts';

const DRIP_BYTES = 8;
const DRIP_EVERY_MS = 100;
const HTML = '<!doctype html><html><head><title>Error</title></head><body><h1>Bad gateway</h1></body></html>';

/** The broken response of `fault`, given the good one (null when the fault comes before the effect). */
export async function applyFault(
  fault: Fault,
  good: Response | null,
  bindings: HttpBindings,
  clock: Clock,
): Promise<Response> {
  const { incoming, outgoing } = bindings;
  switch (fault.kind) {
    case 'error':
      return envelopeError(fault);
    case 'html':
      return new Response(HTML, { status: fault.status, headers: { 'content-type': 'text/html' } });
    case 'redirect':
      return new Response(null, {
        status: fault.status ?? 302,
        headers: { location: fault.location ?? '/__elsewhere' },
      });
    case 'wrong-envelope':
      return Response.json(fault.body ?? { result: 'ok' }, { status: fault.status ?? good?.status ?? 200 });
    case 'delay':
      await wait(clock, fault.delayMs);
      return good ?? new Response(null, { status: 500 });
    case 'hang':
      await new Promise<void>((resolve) => incoming.socket.once('close', () => resolve()));
      return RESPONSE_ALREADY_SENT;
    case 'reset-before':
    case 'reset-after':
      incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case 'truncated': {
      const bytes = Buffer.from((await good?.arrayBuffer()) ?? new ArrayBuffer(0));
      outgoing.writeHead(good?.status ?? 200, {
        'content-type': 'application/json',
        'content-length': bytes.length,
      });
      outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => incoming.socket.destroy());
      return RESPONSE_ALREADY_SENT;
    }
    case 'slow-drip': {
      const bytes = Buffer.from((await good?.arrayBuffer()) ?? new ArrayBuffer(0));
      const size = fault.bytesPerChunk ?? DRIP_BYTES;
      outgoing.writeHead(good?.status ?? 200, {
        'content-type': 'application/json',
        'content-length': bytes.length,
      });
      for (let from = 0; from < bytes.length && !outgoing.destroyed; from += size) {
        outgoing.write(bytes.subarray(from, from + size));
        await new Promise((resolve) => setTimeout(resolve, fault.chunkEveryMs ?? DRIP_EVERY_MS));
      }
      outgoing.end();
      return RESPONSE_ALREADY_SENT;
    }
  }
}

function envelopeError(fault: Extract<Fault, { kind: 'error' }>): Response {
  const headers: Record<string, string> = {};
  if (fault.retryAfterSeconds !== undefined) headers['retry-after'] = String(fault.retryAfterSeconds);
  if (fault.status === 401)
    return Response.json({ error: 'Invalid or missing API key' }, { status: 401, headers });
  const errors = {
    errorCode: fault.code,
    errorMessage: `The service answered ${fault.code}.`,
    ...(fault.details === undefined ? {} : { errorDetails: fault.details }),
  };
  return Response.json({ errors, data: null }, { status: fault.status, headers });
}
