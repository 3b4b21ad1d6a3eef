import { isLoopback } from '../../shared/edge-api/pairing.ts';
import type { SiteLook } from '../../shared/sites/site.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { inTime } from '../http/in-time.ts';
import { addressProblem } from '../http/open-address.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const PAGE_MAX_BYTES = 512 * 1024;
const REDIRECTS_MAX = 3;
const ASSETS_MAX = 6;
/** Of one look, over all addresses, redirects, scripts and styles. */
const REQUESTS_MAX = 12;
const PATH_MAX = 200;

export interface VisitRules {
  /** Whether the edge runs on this machine: then it visits nothing else, otherwise only the open network. */
  isHere: boolean;
  /** Hosts of the edge itself and of what it calls with a key. */
  barred: readonly string[];
  now: () => InstantMs;
  timeoutMs?: number;
}

export type Visit = Omit<SiteLook, 'at'>;

/**
 * Visits an app as visitors do, without cookies or a key, at each of its addresses; the first that is wrong
 * counts. Each address, redirect, script and style is judged before its request, and stays on these hosts.
 * @returns null where nothing can be said: no address may be asked, or it leads elsewhere, or asks who visits
 */
export async function visit(addresses: readonly string[], rules: VisitRules): Promise<Visit | null> {
  const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
  const hosts = urls.map(({ host }) => host);
  const may = (url: URL) => hosts.includes(url.host) && mayVisit(url, rules);
  const allowance = { left: REQUESTS_MAX };
  let answered: Visit | null = null;
  for (const url of urls.filter(may)) {
    const visitor = new Visitor(url.host, may, rules.now, allowance);
    const late = Symbol();
    const seen = await inTime<Visit | null | typeof late>(
      (signal) => visitor.look(url, signal),
      rules.timeoutMs ?? TIMEOUT_MS,
      late,
    );
    const found = seen === late ? (visitor.page ?? visitor.found('silent')) : seen;
    if (found !== null && found.what !== 'answers') return found;
    answered ??= found;
  }
  return answered;
}

function mayVisit(url: URL, { isHere, barred }: VisitRules): boolean {
  const { href } = new URL(url);
  return !barred.includes(url.host) && (isHere ? isLoopback(href) : addressProblem(href, false) === null);
}

/** One visit of one address. */
class Visitor {
  readonly #host: string;
  readonly #may: (url: URL) => boolean;
  readonly #now: () => InstantMs;
  readonly #allowance: { left: number };
  /** The page, once it has arrived: what is late after that is not known. */
  page: Visit | null = null;

  constructor(host: string, may: (url: URL) => boolean, now: () => InstantMs, allowance: { left: number }) {
    this.#host = host;
    this.#may = may;
    this.#now = now;
    this.#allowance = allowance;
  }

  found(what: Visit['what'], detail: string | null = null, tookMs: number | null = null): Visit {
    return { what, detail, host: this.#host, tookMs };
  }

  async look(url: URL, signal: AbortSignal): Promise<Visit | null> {
    const begunAt = this.#now();
    const reply = await this.#follow(url, 'text/html,*/*;q=0.5', signal);
    if (reply === null || 'what' in reply) return reply;
    if (!reply.ok) return this.#refusal(reply);
    const bytes = await readUpTo(reply.body, PAGE_MAX_BYTES);
    const answers = this.found('answers', null, Math.max(0, this.#now() - begunAt));
    if (bytes.length === 0 && reply.status === 200) return this.found('empty');
    if (!/html/i.test(reply.headers.get('content-type') ?? 'html')) return answers;
    const page = await readPage(bytes, reply.url || url.href);
    if (!page.hasContent) return this.found('empty');
    this.page = answers;
    const own = page.assets.filter(({ url: asset }) => this.#may(asset)).slice(0, ASSETS_MAX);
    const missing = await Promise.all(
      own.map(async (asset) => ((await this.#has(asset, signal)) ? [] : [asset])),
    );
    const [first] = missing.flat();
    return first === undefined ? answers : this.found('asset', first.url.pathname.slice(0, PATH_MAX));
  }

  /** What is certainly broken is told; what is refused may be meant for those who sign in, or only for us. */
  #refusal({ status }: Response): Visit | null {
    return isBroken(status) ? this.found('status', String(status)) : null;
  }

  /** The last of at most three redirects, or what is found instead. */
  async #follow(from: URL, accept: string, signal: AbortSignal): Promise<Response | Visit | null> {
    const asked = new Set<string>();
    let url = from;
    let hasCookies = false;
    for (;;) {
      if (this.#allowance.left === 0) return null;
      this.#allowance.left -= 1;
      asked.add(url.href);
      let response: Response;
      try {
        response = await fetch(url.href, { redirect: 'manual', headers: { accept }, signal });
      } catch {
        return this.found('silent');
      }
      const to = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (to === null) return response;
      await response.body?.cancel().catch(() => undefined);
      hasCookies ||= response.headers.has('set-cookie');
      const next = URL.parse(to, url.href);
      if (next !== null) next.hash = '';
      if (next === null || !this.#may(next)) return null;
      // With a cookie it may lead somewhere.
      if (asked.has(next.href)) return hasCookies ? null : this.found('status', String(response.status));
      if (asked.size > REDIRECTS_MAX) return null;
      url = next;
    }
  }

  /** Whether a script or style is there; a page in its place is none. What can't be told counts as there. */
  async #has({ url, type }: Asset, signal: AbortSignal): Promise<boolean> {
    const reply = await this.#follow(url, '*/*', signal);
    if (reply === null || 'what' in reply) return reply === null || signal.aborted;
    await reply.body?.cancel().catch(() => undefined);
    const is = reply.headers.get('content-type');
    return reply.ok ? is === null || type.test(is) : !isBroken(reply.status);
  }
}

const isBroken = (status: number): boolean => status >= 500 || status === 404 || status === 410;

/** The beginning of a body; no more of it is read. */
async function readUpTo(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxBytes);
  let size = 0;
  for await (const chunk of body ?? []) {
    const part = chunk.subarray(0, maxBytes - size);
    bytes.set(part, size);
    size += part.length;
    if (size === maxBytes) break;
  }
  return bytes.subarray(0, size);
}

interface Asset {
  url: URL;
  /** What its content type has to match. */
  type: RegExp;
}

const SCRIPT = /(?:java|ecma)script/i;
const STYLE = /css/i;
/** Elements whose text no visitor sees, and those that show something without any. */
const UNSEEN = ['title', 'style', 'script', 'template'] as const;
const SHOWN = ['img', 'svg', 'canvas', 'video', 'iframe', 'object', 'embed'] as const;

/** Whether a page has anything in it, and its scripts and styles in their order. */
async function readPage(
  bytes: Uint8Array,
  address: string,
): Promise<{ hasContent: boolean; assets: Asset[] }> {
  const found: { link: string; type: RegExp }[] = [];
  let base: string | null = null;
  let hasContent = false;
  let letters = 0;
  const page = new HTMLRewriter()
    .on('base[href]', {
      element: (element) => {
        base ??= element.getAttribute('href');
      },
    })
    .on('script', {
      element: (element) => {
        const type = element.getAttribute('type') ?? '';
        if (type !== '' && type !== 'module' && !SCRIPT.test(type)) return;
        hasContent = true;
        const link = element.getAttribute('src');
        if (link !== null) found.push({ link, type: SCRIPT });
      },
    })
    .on('link[rel~="stylesheet"][href]', {
      element: (element) => {
        found.push({ link: element.getAttribute('href') ?? '', type: STYLE });
      },
    })
    .onDocument({
      text: ({ text }) => {
        letters += text.trim().length;
      },
    });
  for (const name of UNSEEN)
    page.on(name, {
      text: ({ text }) => {
        letters -= text.trim().length;
      },
    });
  for (const name of SHOWN)
    page.on(name, {
      element: () => {
        hasContent = true;
      },
    });
  await page.transform(new Response(bytes)).arrayBuffer();
  const root = base === null ? address : (URL.parse(base, address)?.href ?? address);
  const assets = found.flatMap(({ link, type }) => {
    const url = URL.parse(link, root);
    if (url === null) return [];
    url.hash = '';
    return [{ url, type }];
  });
  return { hasContent: hasContent || letters > 0, assets };
}
