import type { RejectionReason } from '../../shared/snapshot/subscription-health.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';

/**
 * What the owner is told of a delivery that was not accepted. `skewSeconds` is the sender's clock minus ours; `formerSecret`:
 * it was signed with a secret of ours that is no longer good; `otherEvent`: its body tells of another event than its address.
 */
export type Rejection = {
  reason: RejectionReason;
  /** The event or project in the address, as the sender wrote it; only ever one that we know. */
  about: string | null;
  skewSeconds: number | null;
  formerSecret: boolean;
  otherEvent: boolean;
};

export function rejectionWords({ reason, about, skewSeconds, formerSecret, otherEvent }: Rejection): string {
  const what = about === null ? 'A delivery' : `A delivery of ${about}`;
  switch (reason) {
    case 'bad-signature':
      return formerSecret
        ? `${what} was signed with the secret from before the rotation.`
        : `${what} was not signed with its subscription's secret.`;
    case 'stale':
      return `The sender's clock is ${span(skewSeconds)} behind, or it sent an old delivery again.`;
    case 'ahead':
      return `The sender's clock is ${span(skewSeconds)} ahead.`;
    case 'malformed':
      if (otherEvent) return `${what} told of another event than the one its address is for.`;
      return `${what} had no well-formed signature header or no readable body.`;
    case 'too-large':
      return `${what} was larger than 256 KiB.`;
    case 'unknown-event':
      return 'A delivery came to an address that has no subscription here.';
    case 'duplicate':
      return 'Deliveries came more than once; each was kept once.';
  }
}

function span(seconds: number | null): string {
  const ms = Math.abs(seconds ?? 0) * SECOND_MS;
  if (ms < 2 * MINUTE_MS) return `${Math.round(ms / SECOND_MS)} seconds`;
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
