import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Result, success } from '../edge-client/api-error.ts';
import { sendMessage } from '../messaging/client.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { paidCallsItem, type StoredPaidCall } from '../storage/paid-calls.ts';

const stored = signal<StoredPaidCall[]>([]);

/** This browser's paid calls, newest first; they outlive the page. */
export const paidCalls: ReadonlySignal<readonly StoredPaidCall[]> = computed(() => stored.value);

/** Follows the stored calls. Call once, before the first view is rendered. */
export async function followPaidCalls(): Promise<void> {
  paidCallsItem.watch((value) => {
    stored.value = value;
  });
  stored.value = await paidCallsItem.getValue();
}

/** The newest paid call for a project and operation. @param path of one of several things that it can be done to */
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
 * Makes a call that uses credits, on a confirmation by the user: each call has its own key and is made at most once,
 * even if page or background end.
 * @returns the key, under which `paidCalls` has the outcome
 */
export async function startPaidCall(
  request: Omit<MessageRequest<'startPaidCall'>, 'key'>,
): Promise<Result<string>> {
  const key = crypto.randomUUID();
  const result = await sendMessage('startPaidCall', { ...request, key });
  return result.ok ? success(key) : result;
}
