/** Subprotocol that a client offers beside `token.<token>` when it opens `/live?cursor=<seq>`; the token never stands in the URL. */
export const LIVE_PROTOCOL = 'pilot-light.1';
export const LIVE_TOKEN_PROTOCOL_PREFIX = 'token.';

/** Close codes of `/live`. */
export const LIVE_CLOSE = { revoked: 4001, tooManySockets: 4002, lagging: 4003 } as const;

/** Client sends `ping`, the object answers `pong` without waking. */
export const LIVE_PING = 'ping';
export const LIVE_PONG = 'pong';
