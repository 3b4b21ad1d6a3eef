/** A documented refusal: status, `errorCode`, and further fields of the envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;
  /** The body instead of the envelope, on the older surface. */
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

/** Throws a refusal; nothing was changed or charged before. */
export function refuse(
  status: number,
  code: string,
  message: string,
  details?: Record<string, unknown>,
): never {
  throw new Refusal(status, code, message, details);
}
