import type { LocalService } from '../../service.ts';

/** A response of the data backend; fields are for the test to look at. */
export interface DataReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  json: any;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  data: any;
}

export type DataClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<DataReply>;

/** Calls a project's data backend as any client would: over HTTP, `path` under `/api/v1`. */
export function dataClientOf(service: LocalService, key: string): DataClient {
  return async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.dataUrl}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: { 'api-key': key, ...(!isForm && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = parse(text);
    return { status: response.status, headers: response.headers, json, data: json?.data };
  };
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A form with a file in it, as an upload takes it. */
export function fileForm(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  form.append('file', new File([content], name));
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  return form;
}
