import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * One request over a kept-alive connection, with as little overhead as Node allows.
 * @throws Error with the beginning of the response when its status is unexpected
 */
export function sendRequest(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly expect: number;
  },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, expect } = options;
    const sending = request(url, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === expect) resolve(text);
        else reject(new Error(`${method} ${url}: ${response.statusCode}, ${text.slice(0, 300)}`));
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
