import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Notice, noticesItem } from '../storage/notices.ts';

/** This browser's notifications, newest first; null until they are read. */
export function useNotices(): readonly Notice[] | null {
  const notices = useSignal<readonly Notice[] | null>(null);
  useEffect(() => {
    const take = (value: Notice[]) => {
      notices.value = value;
    };
    void noticesItem.getValue().then(take);
    return noticesItem.watch(take);
  }, []);
  return notices.value;
}
