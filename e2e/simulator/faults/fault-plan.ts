import type { Random } from '../../random/random.ts';

/** Probability of each fault while faults last, 0 to 1, drawn by the seed; most are zero in most seeds. */
export interface FaultPlan {
  /** A call of the service is lost or refused before it takes effect. */
  readonly serviceBefore: number;
  /** A call took effect, and its response is lost or broken. */
  readonly serviceAfter: number;
  /** A call takes effect long after it was sent. */
  readonly serviceLate: number;
  /** The longest after which one does, in milliseconds. */
  readonly serviceLatestMs: number;
  /** A response takes longer than any timeout. */
  readonly serviceSlow: number;
  /** The service's key is refused for a while. */
  readonly serviceKeyRejected: number;
  /** A delivery is lost, repeated although it was acknowledged, delayed, or its response is lost. */
  readonly senderLost: number;
  readonly senderDoubled: number;
  /** A delivery that was accepted arrives once more, under another id: ids are not signed. */
  readonly senderRenamed: number;
  readonly senderLate: number;
  readonly senderResponseLost: number;
  readonly keyValueFailing: number;
  readonly keyValueSlow: number;
  /** KV fails for the whole time. */
  readonly keyValueDown: boolean;
  /** The object stops at a step. */
  readonly objectEnding: number;
  /** The background stops at a step. */
  readonly backgroundEnding: number;
  /** A browser's request or its response is lost. */
  readonly browserBefore: number;
  readonly browserAfter: number;
  /** A browser's request arrives up to a minute late, possibly after its timeout. */
  readonly browserLate: number;
}

const LATEST_MS = 50_000;

const usually = (random: Random, atMost: number) => (random.chance(0.5) ? 0 : random.next() * atMost);

export function drawFaultPlan(random: Random): FaultPlan {
  return {
    serviceBefore: usually(random, 0.3),
    serviceAfter: usually(random, 0.4),
    serviceLate: usually(random, 0.2),
    serviceLatestMs: LATEST_MS,
    serviceSlow: usually(random, 0.2),
    serviceKeyRejected: usually(random, 0.05),
    senderLost: usually(random, 0.3),
    senderDoubled: usually(random, 0.5),
    senderRenamed: usually(random, 0.3),
    senderLate: usually(random, 0.3),
    senderResponseLost: usually(random, 0.4),
    keyValueFailing: usually(random, 0.6),
    keyValueSlow: usually(random, 0.3),
    keyValueDown: random.chance(0.15),
    objectEnding: usually(random, 0.08),
    backgroundEnding: usually(random, 0.08),
    browserBefore: usually(random, 0.3),
    browserAfter: usually(random, 0.3),
    browserLate: usually(random, 0.2),
  };
}

/** No faults. */
export const NO_FAULTS: FaultPlan = {
  serviceBefore: 0,
  serviceAfter: 0,
  serviceLate: 0,
  serviceLatestMs: LATEST_MS,
  serviceSlow: 0,
  serviceKeyRejected: 0,
  senderLost: 0,
  senderDoubled: 0,
  senderRenamed: 0,
  senderLate: 0,
  senderResponseLost: 0,
  keyValueFailing: 0,
  keyValueSlow: 0,
  keyValueDown: false,
  objectEnding: 0,
  backgroundEnding: 0,
  browserBefore: 0,
  browserAfter: 0,
  browserLate: 0,
};
