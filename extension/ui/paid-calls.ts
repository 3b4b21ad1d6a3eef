import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Result, success } from '../edge-client/api-error.ts';
import { sendMessage } from '../messaging/client.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { paidCallsItem, type StoredPaidCall } from '../storage/paid-calls.ts';
import { stored } from './stored-state.ts';

const calls = signal<StoredPaidCall[]>([]);

/** This browser's paid calls, newest first; they outlive the page. */
export const paidCalls: ReadonlySignal<readonly StoredPaidCall[]> = computed(() => calls.value);

/** Follows the stored calls. Call once, before the first view is rendered. */
export async function followPaidCalls(): Promise<void> {
  paidCallsItem.watch((value) => {
    calls.value = value;
  });
  calls.value = await paidCallsItem.getValue();
}

/** The newest paid call for a project and operation; `path`: of one of several things it can be done to. */
export const paidCallOf = (
  projectId: string,
  operation: string,
  path: string | null = null,
): StoredPaidCall | undefined =>
  paidCalls.value.find(
    (call) =>
      call.about.projectId === projectId &&
      call.about.operation === operation &&
      (path === null || call.path === path),
  );

/**
 * Makes a call that uses credits, on a confirmation by the user: each call has its own key and is made at
 * most once, even if page or background end.
 * @returns the key, under which `paidCalls` has the outcome
 */
export async function startPaidCall(
  request: Omit<MessageRequest<'startPaidCall'>, 'key'>,
): Promise<Result<string>> {
  const key = crypto.randomUUID();
  const result = await sendMessage('startPaidCall', { ...request, key });
  return result.ok ? success(key) : result;
}

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
