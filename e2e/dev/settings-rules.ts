const PORT_MAX = 65_535;

/** @throws Error with one sentence when `value` is not a URL of one of the protocols */
export function requireUrl(name: string, value: string, protocols: readonly string[]): void {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && protocols.includes(url.protocol)) return;
  const forms = protocols.map((protocol) => `${protocol}//`).join(' or ');
  throw new Error(`${name} must be an address that starts with ${forms}.`);
}

/** @throws Error with one sentence when `value` is set and not a port number */
export function readPort(name: string, value: string | undefined, fallback: number): number {
  if (!value) return fallback;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port <= PORT_MAX) return port;
  throw new Error(`${name} must be a port number from 1 to ${PORT_MAX}.`);
}
