import type { AddressProblem } from '../../shared/edge-api/channels.ts';
import { isLoopback } from '../../shared/edge-api/pairing.ts';

/**
 * What is wrong with an address that the edge is to call, such as an alert channel's or an app's, or null.
 * Only https, and only names and numbers of the open network: the edge must not be a way into a network that
 * its caller can't reach. A Worker does not know what a name resolves to.
 * @param mayLoopback whether the edge itself runs on this machine
 */
export function addressProblem(text: string, mayLoopback: boolean): AddressProblem | null {
  const url = URL.parse(text);
  if (url === null) return 'not-address';
  if (url.username || url.password || url.hash) return 'with-user';
  if (mayLoopback && isLoopback(text) && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'not-https';
  // The parser writes a host that is a number in any notation as four decimal numbers, or in brackets.
  const host = url.hostname.replace(/\.$/, '');
  if (host.endsWith('.')) return 'not-address';
  if (isPrivateName(host) || isPrivateNumber(host)) return 'private-network';
  return url.port !== '' && Number(url.port) < FREE_PORT_MIN ? 'port' : null;
}

/** Below are other services' ports, as of mail; that of https is written as none by the parser. */
const FREE_PORT_MIN = 1024;

/**
 * Names that are reserved, or used everywhere, for a network of one's own, and public names that stand for an
 * address written in them or for this machine.
 */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa|svc|nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me)$/;

/** A name without a dot is looked up in the network of whoever asks. */
const isPrivateName = (host: string): boolean =>
  PRIVATE_NAMES.test(host) || (!host.includes('.') && !host.startsWith('['));

function isPrivateNumber(host: string): boolean {
  if (host.startsWith('['))
    return isPrivateV6(ipv6Groups(host.slice(1, -1)).map((group) => parseInt(group, 16)));
  return /^\d+(?:\.\d+){3}$/.test(host) && isPrivateV4(host.split('.').map(Number));
}

/** Networks that are not of the open internet, each with the length of its prefix (RFC 6890). */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

function isPrivateV4(octets: readonly number[]): boolean {
  const number = numberOf(octets);
  return PRIVATE_V4.some(([network, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor(numberOf(network.split('.').map(Number)) / size);
  });
}

const numberOf = (octets: readonly number[]): number => octets.reduce((sum, octet) => sum * 256 + octet, 0);

/** Only global unicast is open; forms that carry an IPv4 address are judged by it. */
function isPrivateV6(groups: readonly number[]): boolean {
  const [first = 0, second = 0] = groups;
  const carried = (at: number) =>
    isPrivateV4(groups.slice(at, at + 2).flatMap((group) => [group >> 8, group & 255]));
  const isZeroUntil = (end: number) => groups.slice(0, end).every((group) => group === 0);
  if (isZeroUntil(6) || (isZeroUntil(5) && groups[5] === 0xffff)) return carried(6);
  if (first === 0x64 && second === 0xff9b)
    return !groups.slice(2, 6).every((group) => group === 0) || carried(6);
  if (first === 0x2002) return carried(1);
  // ISATAP: an IPv4 address behind any prefix.
  if ((groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe && carried(6)) return true;
  // 2001::/23 is for protocols, 2001:db8::/32 and 3fff::/20 for documentation.
  if (first === 0x2001) return second < 0x200 || second === 0xdb8;
  return first < 0x2000 || first > 0x3ffe;
}

/** The eight groups of an IPv6 address without dots, as it writes them. */
export function ipv6Groups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = Math.max(0, 8 - groups(head).length - groups(tail).length);
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)];
}
