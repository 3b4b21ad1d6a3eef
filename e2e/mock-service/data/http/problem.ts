/** Details of a problem beside `title` and `detail`: `field`, `fields`, limits. */
export type ProblemExtras = Record<string, unknown>;

/** A refusal of the data backend: a status and a problem-details object (data reference, Errors). */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly extras: ProblemExtras;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    extras: ProblemExtras = {},
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.title = TITLES[status] ?? 'Error';
    this.extras = extras;
    this.headers = headers;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  413: 'Payload too large',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'Service unavailable',
};

/** An invalid field of a request. */
export interface FieldProblem {
  field: string;
  detail: string;
}

/** Throws a 400 that names each field; nothing was changed or charged before. */
export function refuseFields(problems: readonly [FieldProblem, ...FieldProblem[]]): never {
  const named = problems.map((one) => ({ ...one, detail: naming(one) }));
  const detail = named.map((one) => one.detail).join(' ');
  throw new Problem(400, detail, { field: problems[0].field, fields: named });
}

/** The words name the field, whatever they are about. */
function naming({ field, detail }: FieldProblem): string {
  return detail.includes(field) ? detail : `${field}: ${detail}`;
}

export function refuseField(field: string, detail: string): never {
  return refuseFields([{ field, detail }]);
}

export function notFound(detail: string): never {
  throw new Problem(404, detail);
}

export function forbidden(detail: string, extras: ProblemExtras = {}): never {
  throw new Problem(403, detail, extras);
}

/** The response as sent: `{ title, detail, traceId }` and whatever else is known. */
export function problemResponse(problem: Problem, traceId: string): Response {
  const { status, title, message, extras, headers } = problem;
  return Response.json({ title, detail: message, status, traceId, ...extras }, { status, headers });
}
