import type { Caller } from './devices/devices.ts';

const TOKEN_HASH = 'x-token-hash';
const ORIGIN = 'x-caller-origin';

/** A socket can't be handed over by a call, only by a request; this one says who wants it. Nothing outside reaches the object. */
export function liveRequest(caller: Caller, cursor: number | null): Request {
  const headers = new Headers({ upgrade: 'websocket', [TOKEN_HASH]: caller.tokenHash });
  if (caller.origin !== null) headers.set(ORIGIN, caller.origin);
  return new Request(`https://object/live${cursor === null ? '' : `?cursor=${cursor}`}`, { headers });
}

export function readLiveRequest(request: Request): { caller: Caller; cursor: number | null } {
  const cursor = new URL(request.url).searchParams.get('cursor');
  return {
    caller: { tokenHash: request.headers.get(TOKEN_HASH) ?? '', origin: request.headers.get(ORIGIN) },
    cursor: cursor === null ? null : Number(cursor),
  };
}
