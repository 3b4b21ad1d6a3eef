import { HOUR_MS } from '../../clock/calendar.ts';
import { signedAddress } from '../files/address.ts';
import { type DataOperation, param } from '../http/operation.ts';
import { notFound } from '../http/problem.ts';

const ADDRESS_GOOD_MS = 24 * HOUR_MS;

/** Data reference, GET `/backup/{backupFileName}`; names are in the organization (README, Choices). */
export const BACKUP_OPERATIONS: DataOperation[] = [
  {
    name: 'getBackup',
    method: 'GET',
    path: '/backup/:backupFileName',
    handle(call) {
      const { world, backend, dataUrl } = call;
      const name = param(call, 'backupFileName');
      if (!backend.backups.has(name)) notFound(`There is no backup ${name}.`);
      const expires = world.clock.now() + ADDRESS_GOOD_MS;
      return { data: signedAddress(world, dataUrl, 'backups', backend.projectId, name, expires) };
    },
  },
];
