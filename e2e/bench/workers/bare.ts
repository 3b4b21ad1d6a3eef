/** A minimal gateway: fetches the same path from the service, with the key. */
export default {
  async fetch(request: Request, env: { SERVICE_URL: string; SERVICE_API_KEY: string }): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/^\/service/, '/api/v1/vcaas');
    return fetch(`${env.SERVICE_URL}${path}${search}`, { headers: { 'api-key': env.SERVICE_API_KEY } });
  },
};
