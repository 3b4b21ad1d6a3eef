import { defineExtensionMessaging } from '@webext-core/messaging';
import * as z from 'zod/mini';
import type { Device, PairingCode } from '../../shared/edge/pairing.ts';
import { ROLES, type Role } from '../../shared/edge/roles.ts';
import type { SelfTest } from '../connection/self-test.ts';
import type { Outcome } from '../edge-client/failure.ts';
import { settings } from '../settings/settings.ts';

const projectId = z.string().check(z.minLength(1), z.maxLength(100));
const cap = z.nullable(z.number().check(z.positive()));

/** What each command carries. The messaging library does not check it: every handler parses by this. */
export const COMMAND_INPUT = {
  refresh: z.object({ force: z.boolean() }),
  pair: z.object({ address: z.string(), code: z.string(), name: z.string() }),
  unpair: z.object({}),
  acknowledge: z.object({ id: z.string() }),
  stopRun: z.object({ projectId }),
  setCap: z.object({
    itemId: z.string(),
    projectId,
    category: z.enum(['development', 'infrastructure']),
    from: cap,
    to: cap,
  }),
  setFeatureBudget: z.object({
    itemId: z.string(),
    projectId,
    feature: z.string(),
    field: z.enum(['monthlyCreditCap', 'monthlyUnitCap']),
    to: z.number().check(z.int(), z.nonnegative()),
  }),
  saveSettings: z.object({ settings }),
  selfTest: z.object({}),
  listDevices: z.object({}),
  invite: z.object({ role: z.enum(ROLES) }),
  revokeDevice: z.object({ deviceId: z.string() }),
  resetAll: z.object({}),
} as const;

export type CommandName = keyof typeof COMMAND_INPUT;
export type CommandInput<N extends CommandName> = z.infer<(typeof COMMAND_INPUT)[N]>;

/** What each command answers. */
export type CommandAnswers = {
  refresh: null;
  pair: { role: Role };
  unpair: null;
  acknowledge: null;
  stopRun: null;
  setCap: null;
  setFeatureBudget: null;
  saveSettings: null;
  selfTest: SelfTest;
  listDevices: Device[];
  invite: PairingCode;
  revokeDevice: null;
  resetAll: null;
};

export type CommandProtocol = {
  [N in CommandName]: (input: CommandInput<N>) => Outcome<CommandAnswers[N]>;
};

export const commandMessenger = defineExtensionMessaging<CommandProtocol>();
