/** Faults of webhook delivery; each applies to `count` attempts. */
export type SenderFaultKind =
  | { kind: 'duplicate'; copies?: number }
  | { kind: 'reorder' }
  | { kind: 'delay'; delayMs: number }
  | { kind: 'lose' }
  | { kind: 'forge' }
  | { kind: 'old-secret' }
  | { kind: 'skew'; skewSeconds: number };

export type SenderFault = SenderFaultKind & { event?: string; count: number };

export function takeSenderFault(faults: SenderFault[], event: string): SenderFault | undefined {
  const index = faults.findIndex((fault) => fault.event === undefined || fault.event === event);
  const fault = faults[index];
  if (fault === undefined) return undefined;
  fault.count -= 1;
  if (fault.count <= 0) faults.splice(index, 1);
  return fault;
}
