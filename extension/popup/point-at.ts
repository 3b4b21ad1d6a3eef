import { sessionItem } from '../storage/stored-item.ts';
import { openPopup } from './open-popup.ts';

const pointItem = sessionItem<string>('popup-points-at', '');

/** Opens the popup at an item's row: the real one where the browser lets it open by itself, else the same page in a tab. */
export async function openPopupAt(itemId: string): Promise<void> {
  await pointItem.setValue(itemId);
  const inPopup = await openPopup(itemId === '' ? '' : `#${encodeURIComponent(itemId)}`);
  if (!inPopup) await pointItem.removeValue();
}

/** The item at which the page that opens is to point, once. */
export async function takePoint(): Promise<string> {
  const itemId = await pointItem.getValue();
  if (itemId !== '') void pointItem.removeValue();
  return itemId || decodeURIComponent(location.hash.slice(1));
}
