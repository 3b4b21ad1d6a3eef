import * as z from 'zod/mini';
import { NAME_MAX, oneLine } from '../one-line.ts';
import { atMost, notEmpty } from '../request-schema.ts';
import { instantMs } from '../time-schema.ts';
import { ledgerIdentity } from './ledger-identity.ts';
import { role } from './role-schema.ts';

/** 201 of POST `/pair`; the token is returned only here, the edge keeps its SHA-256. */
export const pairResponse = z.object({
  deviceId: z.string(),
  token: z.string(),
  role,
  /** Whose paid calls this browser confirms from now on. */
  ledger: ledgerIdentity,
});
export type PairResponse = z.infer<typeof pairResponse>;

/** 201 of POST `/pairing-codes`. */
export const pairingCode = z.object({ code: z.string(), role, expiresAt: instantMs });
export type PairingCode = z.infer<typeof pairingCode>;

/** One row of GET `/devices`. `current` marks the calling device. */
export const device = z.object({
  deviceId: z.string(),
  name: z.string(),
  role,
  pairedAt: instantMs,
  lastSeenAt: z.nullable(instantMs),
  current: z.boolean(),
  /** Credits a day that this device may spend at fixed prices and by runs. null = no limit. */
  dailySpendCredits: z.nullable(z.number()),
  /** The device whose invitation it took; null: none, as the first owner. */
  invitedBy: z.nullable(z.string()),
});

/** The browsers that one let in, and those that these did: it can take them along when it is removed. */
export function letInBy<T extends Pick<Device, 'deviceId' | 'invitedBy'>>(
  devices: readonly T[],
  deviceId: string,
): T[] {
  const invited = devices.filter((device) => device.invitedBy === deviceId);
  return invited.flatMap((device) => [device, ...letInBy(devices, device.deviceId)]);
}

/** 200 of POST `/devices/token`: replaces the asking token once used; the former is valid for a day more. */
export const renewedToken = z.object({ token: z.string() });
export type Device = z.infer<typeof device>;

/** Length limit of a pairing code that can be entered. */
export const PAIRING_CODE_MAX = 100;

const EMPTY = 'must not be empty';

/** Name of a browser in the owner's list of devices, on one line. */
export const deviceName = z
  .string()
  .check(z.overwrite(oneLine), notEmpty(EMPTY), atMost(NAME_MAX, `must be at most ${NAME_MAX} letters`));

/** POST `/pair`. Separate from the responses, whose schemas the edge does not need. */
export const pairRequest = z.object({
  code: z
    .string()
    .check(
      z.trim(),
      notEmpty(EMPTY),
      atMost(PAIRING_CODE_MAX, `must be at most ${PAIRING_CODE_MAX} letters`),
    ),
  name: deviceName,
});

/**
 * The line that a deployment and an owner's invitation end with and that the extension takes whole:
 * `https://edge.example/#pair=CODE`. The code is in the fragment, which no browser sends to a server, so
 * opening the line by mistake leaks nothing. It is used only after a click.
 */
export type PastedText =
  | { kind: 'line'; address: string; code: string }
  | { kind: 'address'; address: string }
  | { kind: 'code'; code: string }
  /** `not-https`: its address may receive no secret. `other`: no line of ours. */
  | { kind: 'unusable'; problem: 'not-https' | 'other' };

const PAIR = 'pair';
/** Characters that a terminal puts into a wrapped line. */
const WRAPPING = /[\s│|]+/g;
/** Neither has anything that an address has. */
const BARE_CODE = /^(?!localhost$)[^\s.:/?@]+$/;

/** @param address base address of the edge, as returned by `parseEdgeAddress` */
export function formatPairingLine(address: string, code: string): string {
  return `${address}/#${new URLSearchParams({ [PAIR]: code })}`;
}

/** Parses pasted text: a line, maybe wrapped by a terminal, an address, maybe without scheme, or a code. */
export function parsePairingLine(text: string): PastedText {
  const at = text.indexOf('#');
  if (at < 0) return BARE_CODE.test(text.trim()) ? { kind: 'code', code: text.trim() } : withCode(text, '');
  const before = text.slice(0, at).replace(WRAPPING, '');
  const code = new URLSearchParams(text.slice(at + 1).replace(WRAPPING, '')).get(PAIR);
  if (code === null || before + code === '') return { kind: 'unusable', problem: 'other' };
  return before === '' ? { kind: 'code', code } : withCode(before, code);
}

function withCode(typed: string, code: string): PastedText {
  const read = readTypedAddress(typed);
  if (!read.ok) return { kind: 'unusable', problem: read.problem === 'not-https' ? read.problem : 'other' };
  return code === ''
    ? { kind: 'address', address: read.address }
    : { kind: 'line', address: read.address, code };
}

/** Why a text is not the base address of a server that may receive a secret. */
export type AddressProblem = 'not-an-address' | 'not-https' | 'extra-parts';

export type AddressResult = { ok: true; address: string } | { ok: false; problem: AddressProblem };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses a base address: https, or http on this machine, without user, query and fragment.
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

/** Parses a typed address; https is assumed when the scheme is missing. */
export function readTypedAddress(text: string): AddressResult {
  const typed = text.trim();
  // Some browsers take a blank in a host for a part of its name.
  if (typed === '' || /\s/.test(typed)) return { ok: false, problem: 'not-an-address' };
  return readAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
}

/** Parses the typed address of the edge, without trailing slash; null when it can't be used. */
export function parseEdgeAddress(text: string): string | null {
  const read = readTypedAddress(text);
  return read.ok ? read.address : null;
}

/** Whether it is an address of the builder service's API, known by its path (service reference, Notation). */
export const isServiceAddress = (text: string): boolean => /\/api\/v1(\/|$|#)/.test(text);

/** Whether the address is reachable from this machine only. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && LOOPBACK.test(url.hostname);
}
