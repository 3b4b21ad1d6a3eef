/** How a request can go wrong on request; see the README for each. */
export type FaultKind =
  | {
      kind: 'error';
      status: number;
      code: string;
      details?: Record<string, unknown>;
      retryAfterSeconds?: number;
    }
  | { kind: 'html'; status: number }
  | { kind: 'hang' }
  | { kind: 'slow-drip'; bytesPerChunk?: number; chunkEveryMs?: number }
  | { kind: 'truncated' }
  | { kind: 'wrong-envelope'; body?: unknown; status?: number }
  | { kind: 'redirect'; status?: number; location?: string }
  | { kind: 'reset-before' }
  | { kind: 'reset-after' };

/** `count` requests of `operation` (`*`: any) go wrong, after the first `skip` of them went well. */
export type Fault = FaultKind & { operation: string; count: number; skip?: number };

/** Faults that leave the service's state as if nothing had arrived. */
export const BEFORE_THE_EFFECT: Record<FaultKind['kind'], boolean> = {
  error: true,
  html: true,
  hang: true,
  'slow-drip': false,
  truncated: false,
  'wrong-envelope': false,
  redirect: true,
  'reset-before': true,
  'reset-after': false,
};

/** The fault that this request of `operation` meets, if any; uses it up. */
export function takeFault(faults: Fault[], operation: string): Fault | undefined {
  const index = faults.findIndex((fault) => fault.operation === operation || fault.operation === '*');
  const fault = faults[index];
  if (fault === undefined) return undefined;
  if (fault.skip !== undefined && fault.skip > 0) {
    fault.skip -= 1;
    return undefined;
  }
  fault.count -= 1;
  if (fault.count <= 0) faults.splice(index, 1);
  return fault;
}
