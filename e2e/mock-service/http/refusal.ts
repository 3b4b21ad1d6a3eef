/** A documented refusal: status, `errorCode`, and what the envelope says beside it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;
  /** Answered instead of the envelope, where the older surface has none. */
  bareBody: Record<string, unknown> | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Ends the call with a refusal; nothing has been changed or charged by then. */
export function refuse(
  status: number,
  code: string,
  message: string,
  details?: Record<string, unknown>,
): never {
  throw new Refusal(status, code, message, details);
}
