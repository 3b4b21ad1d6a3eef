import type { OperationName } from '../../../shared/operations/catalogue.ts';

/** A paid call that the whitelist has let through, with what is needed to find out later what became of it. */
export interface PaidCall {
  /** The idempotency key that the browser made. */
  key: string;
  operation: OperationName;
  parameters: Record<string, string>;
  /**
   * The checked body as JSON in UTF-8; null = none. It is sent and not kept: it may hold secrets. Not a text, because one with
   * a single letter beyond Latin-1 takes twice the room on its way to the object, which carries 32 MiB at most.
   */
  body: Uint8Array | null;
  /** Keyed digest of operation, parameters and body. */
  fingerprint: string;
  requestedProjectId: string;
  label: string | null;
  description: string | null;
  /** Keyed digest of the prompt, null without one. */
  promptDigest: string | null;
  /** Files whose content is uploaded, each at a fixed price. */
  uploads: number;
  /** The engine that a new project was asked to have; null when it was not said, and for work on a project that is there. */
  engine: 'v2' | 'legacy' | null;
}
