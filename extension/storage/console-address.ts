import { localItem } from './stored-item.ts';

/** Where the console was left, by its address; the next one opened without an address goes on there. */
export const lastAddressItem = localItem<string>('console-address', '');
