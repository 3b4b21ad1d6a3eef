/** Why a text is not the base address of a server that may be given a secret. */
export type AddressProblem = 'not-an-address' | 'not-https' | 'extra-parts';

export type AddressResult = { ok: true; address: string } | { ok: false; problem: AddressProblem };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads a base address: https, or http on this machine, without user, query and fragment.
 * @returns origin and path, without trailing slash
 */
export function readAddress(text: string): AddressResult {
  const url = URL.parse(text.trim());
  if (url === null) return { ok: false, problem: 'not-an-address' };
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    return { ok: false, problem: 'not-https' };
  if (url.username || url.password || url.search || url.hash) return { ok: false, problem: 'extra-parts' };
  return { ok: true, address: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

/** Reads an address as a person types it: a missing scheme is taken for https. */
export function readTypedAddress(text: string): AddressResult {
  const typed = text.trim();
  if (typed === '') return { ok: false, problem: 'not-an-address' };
  return readAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
}

/** The edge's address as a person types it, without trailing slash; null when it is none that may be used. */
export function parseEdgeAddress(text: string): string | null {
  const read = readTypedAddress(text);
  return read.ok ? read.address : null;
}

/** Whether it is an address of the builder service's own interface: all of them have this in their path (service reference, Notation). */
export const isServiceAddress = (text: string): boolean => /\/api\/v1(\/|$|#)/.test(text);

/** Whether only programs of this machine can reach the address. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && LOOPBACK.test(url.hostname);
}
