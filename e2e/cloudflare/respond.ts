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

const answer = (status: number, body: object) => Response.json({ messages: [], ...body }, { status });

export const success = (result: unknown): Response => answer(200, { success: true, errors: [], result });

export const refusal = ({ status, code, message }: ApiProblem): Response =>
  answer(status, { success: false, errors: [{ code, message }], result: null });
