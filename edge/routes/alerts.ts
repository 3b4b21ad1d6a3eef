import { Hono } from 'hono/tiny';
import { channelRequest, channelTest } from '../../shared/edge-api/channels.ts';
import { LINK_BODY_MAX_BYTES, linkRequest } from '../../shared/edge-api/links.ts';
import { here } from '../account/route.ts';
import { configuration } from '../configuration.ts';
import { jsonBody } from '../http/body.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { fail, respond, success } from '../http/result.ts';
import { getLinkPage } from '../links/page.ts';
import { readLinkToken } from '../links/token.ts';
import { callAccountUnnamed } from './call-account.ts';

/** Where alerts go. */
export const channelRoutes = [
  /** Owners get all but the addresses and secrets, builders that there are channels. */
  here('GET /channels', 'builder', {}, ({ alerts: { channels }, context: { configuration } }, { role }) =>
    success(
      role === 'owner'
        ? {
            ...{ channels: channels.records(), removed: channels.removed() },
            linkable: configuration.publicUrl !== null,
          }
        : { names: channels.names() },
    ),
  ),
  here(
    'PUT /channels/:id',
    'owner',
    { body: channelRequest, ownId: 'id' },
    ({ alerts }, { deviceId }, { id, body }) => alerts.put(deviceId, id, body),
  ),
  here('DELETE /channels/:id', 'owner', { ownId: 'id' }, ({ alerts }, { deviceId }, { id }) =>
    alerts.remove(deviceId, id),
  ),
  here(
    'POST /channels/:id/test',
    'owner',
    { body: channelTest, ownId: 'id' },
    ({ alerts }, _, { id, body }) => alerts.test(id, body.channel),
  ),
];

/** The page of an alert's link, and what its script asks. Whoever has the token may; a GET does nothing. */
export const linkRoutes = new Hono<EdgeEnvironment>()
  .get('/a', getLinkPage)
  .post('/a/look', ...jsonBody(linkRequest, LINK_BODY_MAX_BYTES), (c) =>
    openLink(c, 'look', c.req.valid('json')),
  )
  .post('/a/act', ...jsonBody(linkRequest, LINK_BODY_MAX_BYTES), (c) =>
    openLink(c, 'act', c.req.valid('json')),
  );

/** Opens a link. A token that this edge has not made, or whose time is over, never reaches the object. */
async function openLink(
  c: EdgeContext,
  path: 'look' | 'act',
  { token, zone }: { token: string; zone?: string | undefined },
): Promise<Response> {
  const { encryptionKey } = configuration(c.env);
  const claims = encryptionKey && (await readLinkToken(encryptionKey, token, Date.now()));
  if (claims === null) return respond(c, fail('EDGE_NOT_FOUND', 'This link has ended.'));
  const page = await callAccountUnnamed(c, (account) => account.openLink(claims, path, zone));
  c.header('cache-control', 'no-store');
  return respond(c, page);
}
