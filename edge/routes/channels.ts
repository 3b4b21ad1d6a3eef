import { channelRequest, channelTest } from '../../shared/edge-api/channels.ts';
import { success } from '../http/result.ts';
import { here } from './route.ts';

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
