import { useEffect } from 'preact/hooks';
import { sendMessage } from '../messaging/client.ts';
import { stored } from './stored-state.ts';

/**
 * Who sees here what became of a paid call needs no note of it elsewhere.
 * @param key of a call whose outcome is shown; null: none is
 */
export function useOutcomeSeen(key: string | null): void {
  const noted = stored.value?.notSent?.find((one) => one.key === key)?.key;
  useEffect(() => {
    if (noted === undefined) return;
    const onVisible = () => {
      if (document.visibilityState === 'visible') void sendMessage('dismissNotSent', { key: noted });
    };
    onVisible();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [noted]);
}
