/** What visitors of a published app get. */
export const SITE_FAULTS = [
  'well',
  '502',
  'empty',
  'missing-script',
  'page-for-script',
  'redirect-loop',
  'endless-redirects',
  'elsewhere',
  '100-MB',
  'silent',
  'signs-in',
  'deep',
] as const;
export type SiteFault = (typeof SITE_FAULTS)[number];

const CHUNK = new TextEncoder().encode(`<p>${'x'.repeat(64 * 1024)}</p>`);
const HUGE_BYTES = 100_000_000;

const PAGE =
  '<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css"><p>Welcome' +
  '<script type="module" src="/assets/app.js"></script><script src="https://other.example/x.js"></script>';

/**
 * A published app, which answers `request` as its fault says.
 * @param onBytes told what was taken of a large page
 */
export async function liveSite(
  fault: SiteFault,
  request: Request,
  onBytes: (sum: number) => void = () => {},
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (fault === 'silent') return untilAborted(request.signal);
  if (fault === '502') return new Response('upstream refused the connection', { status: 502 });
  if (fault === 'signs-in') return new Response('Who are you?', { status: 401 });
  if (fault === 'redirect-loop') return redirect(pathname === '/' ? '/home' : '/');
  if (fault === 'endless-redirects') return redirect(`${pathname}a`);
  if (fault === 'elsewhere') return redirect('https://10.0.0.1/');
  if (pathname === '/style.css') return typed('text/css', 'p {}');
  if (pathname === '/assets/app.js' && fault === 'missing-script') return new Response('', { status: 404 });
  if (pathname === '/assets/app.js' && fault !== 'page-for-script') return typed('text/javascript', '1');
  if (fault === 'deep') return typed('text/html', '<div>'.repeat(90_000));
  if (fault === '100-MB')
    return new Response(hugePage(onBytes), { headers: { 'content-type': 'text/html' } });
  return typed('text/html', fault === 'empty' ? '<!doctype html><title>Shop</title><div></div>' : PAGE);
}

const typed = (type: string, body: string) => new Response(body, { headers: { 'content-type': type } });
const redirect = (to: string) => new Response(null, { status: 302, headers: { location: to } });

const untilAborted = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

function hugePage(onBytes: (sum: number) => void): ReadableStream<Uint8Array> {
  let sum = 0;
  return new ReadableStream({
    pull(controller) {
      if (sum >= HUGE_BYTES) return controller.close();
      sum += CHUNK.length;
      onBytes(sum);
      controller.enqueue(CHUNK);
    },
  });
}
