const MAX_ID_CHARS = 200;
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * The id an event is known by: the `X-Service-Event-Id` header, the same over all retries (service reference, Events).
 * The header is not signed, so one that is missing, too long or not plain text is replaced by the body's digest.
 */
export function eventIdOf(header: string | null, digestHex: string): string {
  const id = header?.trim() ?? '';
  return id.length > 0 && id.length <= MAX_ID_CHARS && PRINTABLE.test(id) ? id : `body:${digestHex}`;
}
