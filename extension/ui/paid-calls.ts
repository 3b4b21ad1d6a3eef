import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Result, success } from '../edge-client/api-error.ts';
import { sendMessage } from '../messaging/client.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { paidCallsItem, parsePaidCalls, type StoredPaidCall } from '../storage/paid-calls.ts';

const stored = signal<StoredPaidCall[]>([]);

/** Paid calls of this browser, newest first; they outlive the page. */
export const paidCalls: ReadonlySignal<readonly StoredPaidCall[]> = computed(() => stored.value);

/** Follows them. Call once, before the first view is drawn. */
export async function followPaidCalls(): Promise<void> {
  paidCallsItem.watch((value) => {
    stored.value = parsePaidCalls(value);
  });
  stored.value = parsePaidCalls(await paidCallsItem.getValue());
}

/** The newest paid call about a project, of one operation. */
export const paidCallOf = (projectId: string, operation: string): StoredPaidCall | undefined =>
  paidCalls.value.find(({ about }) => about.projectId === projectId && about.operation === operation);

/**
 * Makes a call that uses credits. Call it from a confirmation that the user pressed: each call is a key of its own, made at
 * most once however often what stores and sends it is ended.
 * @returns the key, under which `paidCalls` tells how it goes
 */
export async function startPaidCall(
  request: Omit<MessageRequest<'startPaidCall'>, 'key'>,
): Promise<Result<string>> {
  const key = crypto.randomUUID();
  const result = await sendMessage('startPaidCall', { ...request, key });
  return result.ok ? success(key) : result;
}
