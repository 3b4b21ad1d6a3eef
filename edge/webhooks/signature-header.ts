import { fromHex } from './subscriptions/signing-key.ts';

/** What a well-formed `X-Service-Signature` header says. `timestamp` is kept as text because the text is what was signed. */
export type SignatureHeader = {
  timestamp: string;
  timestampSeconds: number;
  signatures: Uint8Array<ArrayBuffer>[];
};

export const MAX_SIGNATURES = 8;
const MAX_HEADER_CHARS = 2048;
const TIMESTAMP = /^t=(0|[1-9][0-9]{0,11})$/;
const SIGNATURE = /^v1=([0-9a-fA-F]{64})$/;
/** Another scheme's signature, a key's id: signers of this grammar rely on it that receivers ignore what they don't know. */
const UNKNOWN_PART = /^(?!t=|v1=)[A-Za-z][A-Za-z0-9_-]{0,31}=[\x21-\x2b\x2d-\x7e]+$/;

/**
 * Reads `t=<unix seconds>,v1=<hex>` (service reference, Events): exactly one `t`, one to eight `v1` of 64 hex digits, no
 * spaces; other well-formed parts are ignored. Several `v1` stand there while a secret is being rotated.
 * @returns null when the header is missing or of any other form
 */
export function parseSignatureHeader(header: string | null): SignatureHeader | null {
  if (header === null || header.length > MAX_HEADER_CHARS) return null;
  let timestamp: string | null = null;
  const signatures: Uint8Array<ArrayBuffer>[] = [];
  for (const part of header.split(',')) {
    const time = TIMESTAMP.exec(part)?.[1];
    if (time !== undefined) {
      if (timestamp !== null) return null;
      timestamp = time;
      continue;
    }
    if (UNKNOWN_PART.test(part)) continue;
    const hex = SIGNATURE.exec(part)?.[1];
    if (hex === undefined || signatures.length === MAX_SIGNATURES) return null;
    signatures.push(fromHex(hex));
  }
  if (timestamp === null || signatures.length === 0) return null;
  return { timestamp, timestampSeconds: Number(timestamp), signatures };
}
