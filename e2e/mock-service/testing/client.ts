import type { LocalService } from '../service.ts';

/** A response with its envelope opened; fields are for the test to look at. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  json: any;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  data: any;
  code: string | undefined;
  details: Record<string, unknown> | undefined;
}

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

/** Calls the service as any client would: over HTTP, `path` under `P`, or from the root with `//`. */
export function clientOf(service: LocalService, apiKey = service.apiKey): Client {
  return async (method, path, body, headers = {}) => {
    const url = path.startsWith('//') ? service.url + path.slice(1) : `${service.url}/api/v1/vcaas${path}`;
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        'api-key': apiKey,
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: encoded(body) }),
    });
    const text = await response.text();
    const json = parse(text);
    return {
      status: response.status,
      headers: response.headers,
      text,
      json,
      data: json?.data,
      code: json?.errors?.errorCode,
      details: json?.errors?.errorDetails,
    };
  };
}

/** A form and a text go as they are, all else as JSON. */
function encoded(body: unknown): FormData | string {
  return body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body);
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
