import { channelList } from '../../../shared/edge-api/channels.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { useResource } from '../../reads/resource.ts';
import { stored } from '../../ui/stored-state.ts';
import { useNotices } from '../../ui/use-notices.ts';
import { type Told, toldOf } from './told.ts';

/** What was told, by this browser and, for owners, by channels. */
export function useTold(): Told[] {
  const role = stored.value?.connection?.role ?? 'viewer';
  const list = useResource(mayActAs(role, 'owner') ? { path: '/channels', schema: channelList } : null);
  const notices = useNotices() ?? [];
  const state = list.state.value;
  return toldOf(state.kind === 'shown' ? (state.value.channels ?? []) : [], notices);
}
