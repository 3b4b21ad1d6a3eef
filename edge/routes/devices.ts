import * as z from 'zod/mini';
import type { EdgeContext } from '../http/edge-context.ts';
import { respond } from '../http/respond.ts';
import { authorizedBody, withCaller } from './with-caller.ts';

const CREDITS_MAX = 1_000_000;

const deviceChange = z.strictObject({
  dailySpendCredits: z.nullable(
    z
      .number()
      .check(z.refine((credits) => credits >= 0 && credits <= CREDITS_MAX, `must be 0 to ${CREDITS_MAX}`)),
  ),
});

/** GET `/devices`. */
export async function getDevices(c: EdgeContext): Promise<Response> {
  return respond(c, await withCaller(c, (account, caller) => account.listDevices(caller)));
}

/** DELETE `/devices/:deviceId`: it holds on the device's very next request. */
export async function deleteDevice(c: EdgeContext): Promise<Response> {
  const deviceId = c.req.param('deviceId') ?? '';
  return respond(c, await withCaller(c, (account, caller) => account.revokeDevice(caller, deviceId)));
}

/** PATCH `/devices/:deviceId` `{ dailySpendCredits }`: what the device may spend a day at fixed prices. */
export async function patchDevice(c: EdgeContext): Promise<Response> {
  const deviceId = c.req.param('deviceId') ?? '';
  const body = await authorizedBody(c, 'owner', deviceChange);
  if (!body.ok) return respond(c, body);
  const { dailySpendCredits } = body.value;
  return respond(
    c,
    await withCaller(c, (account, caller) => account.setDailySpend(caller, deviceId, dailySpendCredits)),
  );
}
