/** Parts of an IPv6 address that name a network; whoever has one has all addresses in it. */
const NETWORK_PARTS = 4;

/** Whom tries are counted against: an IPv4 address, or the /64 network of an IPv6 address. `unknown` where none is told. */
export function senderAddress(request: Request): string {
  const address = request.headers.get('cf-connecting-ip');
  if (address === null) return 'unknown';
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const parts = head.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - parts.length - tail.split(':').filter(Boolean).length;
  return [...parts, ...Array<string>(Math.max(0, zeros)).fill('0')].slice(0, NETWORK_PARTS).join(':');
}
