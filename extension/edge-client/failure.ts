/**
 * Why something asked of the edge did not happen. Closed: every view has words and a way out for each.
 * `refused`: the service said no in its own words; `code` and `message` carry them.
 */
export const FAILURE_KINDS = [
  'not-paired',
  'bad-address',
  'offline',
  'edge-unreachable',
  'edge-timeout',
  'not-an-edge',
  'edge-failing',
  'edge-not-configured',
  'revoked',
  'role',
  'code-invalid',
  'too-many-tries',
  'rate-limited',
  'key-rejected',
  'service-failing',
  'refused',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export type Failure = {
  kind: FailureKind;
  /** The service's or the edge's code, when one came. */
  code: string | null;
  /** Their words, when they came; shown only as detail. */
  message: string | null;
};

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const success = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const failure = (
  kind: FailureKind,
  code: string | null = null,
  message: string | null = null,
): { ok: false; failure: Failure } => ({ ok: false, failure: { kind, code, message } });

/** Failures after which what was asked for may have been done all the same. */
export const IN_DOUBT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'edge-timeout',
  'edge-unreachable',
  'edge-failing',
  'offline',
  'service-failing',
]);
