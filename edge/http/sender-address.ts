/** Whom tries are counted against. */
export interface Sender {
  /** An IPv4 address, or the /64 of an IPv6 address: whoever has one has all addresses in it. */
  address: string;
  /** The /24 or /48 that it is in: what a line or a small provider may hold. */
  network: string;
}

const IPV6_PARTS = 8;
const ADDRESS_PARTS = 4;
const NETWORK_PARTS = 3;
/** An IPv4 address written as an IPv6 one. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Reads where a request comes from, as the platform tells it; both are `unknown` where it does not. */
export function senderOf(request: Request): Sender {
  const told = request.headers.get('cf-connecting-ip');
  if (told === null) return { address: 'unknown', network: 'unknown' };
  const address = MAPPED.exec(told)?.[1] ?? told;
  if (!address.includes(':')) return { address, network: `${address.split('.').slice(0, 3).join('.')}/24` };
  const parts = ipv6Parts(address);
  return {
    address: parts.slice(0, ADDRESS_PARTS).join(':'),
    network: `${parts.slice(0, NETWORK_PARTS).join(':')}/48`,
  };
}

function ipv6Parts(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const split = (text: string) => text.split(':').filter(Boolean);
  const [before, after] = [split(head), split(tail ?? '')];
  const zeros = tail === undefined ? 0 : Math.max(0, IPV6_PARTS - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill('0'), ...after];
}
