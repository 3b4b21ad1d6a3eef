import * as z from 'zod/mini';
import { NAME_MAX, oneLine } from '../one-line.ts';
import { atMost, notEmpty } from '../request-schema.ts';
import { instantMs } from '../time.ts';
import { role } from './role.ts';

/** 201 of POST `/pair`; the token is shown this once and kept by the edge only as its SHA-256. */
export const pairAnswer = z.object({ deviceId: z.string(), token: z.string(), role });
export type PairAnswer = z.infer<typeof pairAnswer>;

/** 201 of POST `/pairing-codes`. */
export const pairingCode = z.object({ code: z.string(), role, expiresAt: instantMs });
export type PairingCode = z.infer<typeof pairingCode>;

/** One row of GET `/devices`. `current` marks the device that asks. */
export const device = z.object({
  deviceId: z.string(),
  name: z.string(),
  role,
  pairedAt: instantMs,
  lastSeenAt: z.nullable(instantMs),
  current: z.boolean(),
  /** Credits a day that this device may spend on fixed prices, and after which it starts no run; null = no guard. */
  dailySpendCredits: z.nullable(z.number()),
});
export type Device = z.infer<typeof device>;

/** Longest pairing code that can be entered. */
export const PAIRING_CODE_MAX = 100;

const EMPTY = 'must not be empty';

/** What the owner sees of a browser in the list of devices: a name on one line. */
export const deviceName = z
  .string()
  .check(z.overwrite(oneLine), notEmpty(EMPTY), atMost(NAME_MAX, `must be at most ${NAME_MAX} letters`));

/** POST `/pair`. Apart from the answers, whose forms the edge has no use for. */
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
