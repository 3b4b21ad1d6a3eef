const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads an address of the edge as a person types it; a missing scheme is taken for https.
 * @returns the address without trailing slash, or null when it is none, or neither https nor loopback
 */
export function parseEdgeAddress(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return null;
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(schemed)) return null;
  const url = new URL(schemed);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!safe || url.username || url.password || url.search || url.hash) return null;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The address of the edge's WebSocket. */
export function liveAddress(edge: string, cursor: number): string {
  return `${edge.replace(/^http/, 'ws')}/live?cursor=${cursor}`;
}
