import { randomBytes } from 'node:crypto';
import { randomCode } from '../devices/random-text.ts';

/** The secrets that `wrangler.jsonc` requires. */
export const SECRET_NAMES = ['SERVICE_API_KEY', 'ENCRYPTION_KEY', 'PAIRING_CODE'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** How long the pairing line is valid. */
export const CODE_LIFETIME_MS = 15 * 60_000;

const GROUPS = 4;
const GROUP_LETTERS = 4;
const ENCRYPTION_KEY_BYTES = 32;

export function makeEncryptionKey(): string {
  return randomBytes(ENCRYPTION_KEY_BYTES).toString('base64');
}

/**
 * A code for the first owner: 78 random bits.
 * @param now the time at Cloudflare, whose clock decides the expiry
 * @param locks whether the edge signs out every browser as soon as it has it
 */
export function makeOwnerCode(now: number, locks = false): { code: string; secret: string } {
  const code = Array.from({ length: GROUPS }, () => randomCode(GROUP_LETTERS)).join('-');
  return { code, secret: `${code} ${new Date(now + CODE_LIFETIME_MS).toISOString()}${locks ? ' lock' : ''}` };
}

/**
 * An expired, random code. It replaces one that an operator has deleted, because the secret is required: an
 * upgrade must not create access.
 */
export function endedOwnerCode(): string {
  return `${makeOwnerCode(0).code} ${new Date(0).toISOString()}`;
}
