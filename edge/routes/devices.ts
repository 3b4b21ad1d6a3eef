import { Hono } from 'hono/tiny';
import * as z from 'zod/mini';
import { CREDITS_MAX } from '../../shared/credits.ts';
import { keyAccountChoice } from '../../shared/edge-api/key-account.ts';
import { pairRequest } from '../../shared/edge-api/pairing.ts';
import { role } from '../../shared/edge-api/role-schema.ts';
import { here } from '../account/route.ts';
import { isExtensionOrigin } from '../http/access.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate, senderOf } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { apiError, respond, respondError, success } from '../http/result.ts';
import { callAccount, callAccountUnnamed, withBody } from './call-account.ts';

const invitation = z.strictObject({ role });

const deviceChange = z.strictObject({
  dailySpendCredits: z.nullable(
    z
      .number()
      .check(z.refine((credits) => credits >= 0 && credits <= CREDITS_MAX, `must be 0 to ${CREDITS_MAX}`)),
  ),
});

export const deviceRoutes = [
  here('GET /devices', 'owner', {}, ({ devices }, { deviceId }) => success(devices.list(deviceId))),
  /** Every link of an alert that was sent is dead with them, also where there was nobody else. */
  here('POST /devices/sign-out-others', 'owner', {}, ({ devices, links }, { deviceId }) => {
    links.endAll();
    return devices.signOutOthers(deviceId);
  }),
  /** Sets how much the device may spend a day at fixed prices. */
  here('PATCH /devices/:deviceId', 'owner', { body: deviceChange }, ({ devices }, by, { deviceId, body }) =>
    devices.setDailySpend(by.deviceId, deviceId, body.dailySpendCredits),
  ),
];

/** What changes who is paired, and whose account the edge's new API key opens: it needs more than a role. */
export const pairingRoutes = new Hono<EdgeEnvironment>()
  /** Exchanges a pairing code for a token, bound to the caller's origin: an extension's, or none. */
  .post('/pair', ...jsonBody(pairRequest), async (c) => {
    const origin = c.req.header('origin') ?? null;
    if (origin !== null && !isExtensionOrigin(origin))
      return respondError(
        c,
        apiError('EDGE_NOT_ALLOWED', 'Only a browser extension or a command line can pair.'),
      );
    const attempt = { ...c.req.valid('json'), origin, sender: senderOf(c.req.raw) };
    return respond(c, await callAccountUnnamed(c, (account) => account.pair(attempt)), 201);
  })
  /** Creates a code for another browser. */
  .post('/pairing-codes', ...withBody('owner', invitation), async (c) => {
    const { role } = c.req.valid('json');
    return respond(c, await callAccount(c, (account, caller) => account.invite(caller, role)), 201);
  })
  /** Takes effect on the device's next request. `?invited=1`: also for those that it let in. */
  .delete('/devices/:deviceId', authenticate, async (c) => {
    const [id, withInvited] = [c.req.param('deviceId'), c.req.query('invited') === '1'];
    return respond(
      c,
      await callAccount(c, (account, caller) => account.revokeDevice(caller, id, withInvited)),
    );
  })
  /** A token that replaces the caller's own once it is used. */
  .post('/devices/token', authenticate, async (c) =>
    respond(c, await callAccount(c, (account, caller) => account.renewToken(caller)), 201),
  )
  .post('/account', ...withBody('owner', keyAccountChoice), async (c) => {
    const choice = c.req.valid('json');
    return respond(c, await callAccount(c, (account, caller) => account.confirmAccount(caller, choice)));
  });
