import * as z from 'zod/mini';
import { ROLES } from '../../shared/edge-api/role.ts';
import { settingsForm } from '../storage/settings-form.ts';
import type { CommandInput, CommandName } from './commands.ts';

const projectId = z.string().check(z.minLength(1), z.maxLength(100));
/** The token goes to nowhere that others could listen: https, this machine excepted. */
const edgeAddress = z
  .string()
  .check(z.regex(/^(https:\/\/|http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$))/));
const cap = z.nullable(z.number().check(z.positive()));

/** The form of what each command carries: nothing reaches a handler that is not in it. */
export const COMMAND_INPUT: { [N in CommandName]: z.ZodMiniType<CommandInput<N>> } = {
  refresh: z.object({ fresh: z.boolean() }),
  pair: z.object({ address: edgeAddress, code: z.string(), name: z.string() }),
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
    from: z.number().check(z.int(), z.nonnegative()),
    to: z.number().check(z.int(), z.nonnegative()),
  }),
  saveSettings: z.object({ settings: settingsForm }),
  tryConnection: z.object({}),
  listDevices: z.object({}),
  invite: z.object({ role: z.enum(ROLES) }),
  setDailySpend: z.object({ deviceId: z.string(), credits: z.nullable(z.number().check(z.nonnegative())) }),
  revokeDevice: z.object({ deviceId: z.string() }),
  resetAll: z.object({}),
};
