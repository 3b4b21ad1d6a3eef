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
  | { kind: 'delay'; delayMs: number }
  | { kind: 'slow-drip'; bytesPerChunk?: number; chunkEveryMs?: number }
  | { kind: 'truncated' }
  | { kind: 'wrong-envelope'; body?: unknown; status?: number }
  | { kind: 'redirect'; status?: number; location?: string }
  | { kind: 'reset-before' }
  | { kind: 'reset-after' };

/** `count` requests of `operation` (`*`: any, `data.*`: any data call) go wrong, after `skip` good ones. */
export type Fault = FaultKind & { operation: string; count: number; skip?: number };

/** Faults that leave the service's state as if nothing had arrived. */
export const BEFORE_THE_EFFECT: Record<FaultKind['kind'], boolean> = {
  error: true,
  html: true,
  hang: true,
  delay: false,
  'slow-drip': false,
  truncated: false,
  'wrong-envelope': false,
  redirect: true,
  'reset-before': true,
  'reset-after': false,
};

/** The fault that this request of `operation` meets, if any; uses it up. */
export function takeFault(faults: Fault[], operation: string): Fault | undefined {
  const index = faults.findIndex((fault) => isAbout(fault.operation, operation));
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

/** Whether a fault's `operation` is this one or a pattern that holds it. */
function isAbout(pattern: string, operation: string): boolean {
  return pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : pattern === operation;
}
