import { parseEdgeAddress } from './address.ts';

/**
 * The one line that `npm run deploy` and an owner's invitation end with, and that the extension takes whole:
 * `https://edge.example/#pair=CODE`. The code stands in the fragment, which no browser sends to a server, so opening the
 * line as a link by mistake tells it to nobody. It is used only after a click.
 */
export type PastedText =
  /** A whole line. */
  | { kind: 'line'; address: string; code: string }
  /** An address alone: the code is still needed. */
  | { kind: 'address'; address: string }
  /** Neither. */
  | { kind: 'unusable' };

const PAIR = 'pair';
/** What a terminal puts between the parts of a line that it has wrapped. */
const WRAPPING = /[\s│|]+/g;

/** @param address base address of the edge, as `parseEdgeAddress` gives it */
export function formatPairingLine(address: string, code: string): string {
  return `${address}/#${new URLSearchParams({ [PAIR]: code })}`;
}

/** Reads what was pasted: a line, also one that a terminal has wrapped, or an address, also one without scheme. */
export function parsePairingLine(text: string): PastedText {
  const at = text.indexOf('#');
  if (at < 0) {
    const address = parseEdgeAddress(text);
    return address === null ? { kind: 'unusable' } : { kind: 'address', address };
  }
  const address = parseEdgeAddress(text.slice(0, at).replace(WRAPPING, ''));
  const code = new URLSearchParams(text.slice(at + 1).replace(WRAPPING, '')).get(PAIR) ?? '';
  return address === null || code === '' ? { kind: 'unusable' } : { kind: 'line', address, code };
}
