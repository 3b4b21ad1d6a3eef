/**
 * Ends a call that takes too long.
 * @param call aborted by its signal when it is late
 * @param late the result then
 */
export async function inTime<T>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  late: T,
): Promise<T> {
  const breaker = new AbortController();
  // Not `AbortSignal.timeout`: its timer outlives the response and keeps the object from hibernating.
  let timer: number | null = null;
  const isLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      resolve(late);
      breaker.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([call(breaker.signal), isLate]);
  } finally {
    clearTimeout(timer);
  }
}
