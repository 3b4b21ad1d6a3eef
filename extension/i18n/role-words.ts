import type { Role } from '../../shared/edge-api/role.ts';
import { t } from './t.ts';

const NAMES: Record<Role, () => string> = {
  viewer: () => t('role.viewer'),
  builder: () => t('role.builder'),
  owner: () => t('role.owner'),
};
const MAY: Record<Role, () => string> = {
  viewer: () => t('roleMay.viewer'),
  builder: () => t('roleMay.builder'),
  owner: () => t('roleMay.owner'),
};

export const roleName = (role: Role): string => NAMES[role]();
/** What the role allows, in a few words. */
export const roleMay = (role: Role): string => MAY[role]();
