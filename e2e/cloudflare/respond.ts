/** A refusal of Cloudflare's API, by status and code. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const envelope = (status: number, body: object) => Response.json({ messages: [], ...body }, { status });

export const success = (result: unknown): Response => envelope(200, { success: true, errors: [], result });

export const refusal = ({ status, code, message }: ApiProblem): Response =>
  envelope(status, { success: false, errors: [{ code, message }], result: null });
