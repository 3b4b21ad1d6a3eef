/** Whether a text is an IPv4 or IPv6 range with its prefix length, as `10.0.0.0/8` (service reference, INVALID_CIDR). */
export function isCidr(text: string): boolean {
  const [address, length, ...rest] = text.split('/');
  if (!address || !length || rest.length > 0 || !/^\d{1,3}$/.test(length)) return false;
  if (isIpv4(address)) return Number(length) <= 32;
  return isIpv6(address) && Number(length) <= 128;
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const embedded = last?.includes('.') === true;
  if (embedded && !isIpv4(last ?? '')) return false;
  const hex = embedded ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = hex.length + (embedded ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}
