import { localItem } from './stored-item.ts';

/** The console's last address; a console opened without an address starts there. */
export const lastAddressItem = localItem<string>('console-address', '');
