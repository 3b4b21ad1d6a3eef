import { published, version } from '../../package.json';
import { API_VERSION, type Health } from '../../shared/edge-api/health.ts';
import type { Published } from '../../shared/published.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { configuration, firstOwnerCode } from '../configuration.ts';
import { callerOf } from '../http/caller.ts';
import type { EdgeContext } from '../http/context.ts';
import { respond, success } from '../http/result.ts';
import { endsWithin } from '../object/concurrency.ts';
import { callAccountUnnamed } from './call-account.ts';

type Said = ReturnType<typeof askObject>;

/** Lifetime of what strangers are told of the object; shorter if they wait for a change (`?waiting`). */
const KEPT_MS = 30 * SECOND_MS;
const KEPT_WAITING_MS = SECOND_MS;
/** One for each instance of the Worker. */
const keptOf = new WeakMap<object, { at: InstantMs; said: Said }>();

const askObject = (c: EdgeContext) => callAccountUnnamed(c, (account) => account.health(callerOf(c)));

async function saidOf(c: EdgeContext, now: InstantMs): Said {
  if (callerOf(c) !== null) return askObject(c);
  const forMs = c.req.query('waiting') === undefined ? KEPT_MS : KEPT_WAITING_MS;
  const former = keptOf.get(c.env);
  const isKept =
    former !== undefined &&
    Math.abs(now - former.at) < forMs &&
    (await endsWithin(former.said, KEPT_WAITING_MS));
  const kept = isKept ? former : { at: now, said: askObject(c) };
  keptOf.set(c.env, kept);
  const said = await kept.said;
  if (!said.ok) keptOf.delete(c.env);
  return said;
}

/** GET `/health`: alive, which deployment, and which settings are configured; never contains a value. */
export async function getHealth(c: EdgeContext): Promise<Response> {
  const now = Date.now();
  const asked = await saidOf(c, now);
  const read = configuration(c.env);
  const problems = [...read.problems];
  if (!asked.ok && asked.error.code === 'EDGE_OTHER_FORM') problems.push(asked.error.message);
  const health: Health = {
    ok: problems.length === 0,
    version: VERSION,
    api: API_VERSION,
    deployment: c.env.CF_VERSION_METADATA?.id ?? null,
    at: now,
    configured: {
      serviceUrl: read.serviceUrl !== null,
      apiKey: read.apiKey !== null,
      dataApiUrl: read.dataApiUrl !== null,
      encryptionKey: read.encryptionKey !== null,
      publicUrl: read.publicUrl !== null,
      firstOwner: firstOwnerCode(read, now) !== null,
    },
    ...(asked.ok ? asked.value : { open: null }),
    problems,
  };
  return respond(c, success(health));
}

const WORDS = {
  en: {
    what: 'This is a Pilot Light edge: a small server between the extension in a browser and an account of the builder service. It keeps the account’s key, so that no browser has to.',
    works: 'It works.',
    incomplete:
      'It runs, but its set-up is not complete: <a href="/health">/health</a> says what is missing.',
    withoutExtension: 'No extension yet?',
    inStore: 'It is here:',
    asPackage:
      'Whoever set up this edge has its packages; <code>npm run zip</code> in the source makes them:',
    withExtension: 'You have the extension?',
    paste:
      'Paste the line that the deployment ended with, or the line of an owner’s invitation, into the page that it opens with or into its options.',
    opened:
      'If you came here by opening that line as a link: nothing has happened, and its code was not sent to anybody.',
  },
  de: {
    what: 'Das ist ein Edge von Pilot Light: ein kleiner Server zwischen der Erweiterung im Browser und einem Konto beim Baudienst. Er verwahrt den Schlüssel des Kontos, damit es kein Browser tun muss.',
    works: 'Er funktioniert.',
    incomplete:
      'Er läuft, ist aber noch nicht fertig eingerichtet: <a href="/health">/health</a> sagt, was fehlt.',
    withoutExtension: 'Noch keine Erweiterung?',
    inStore: 'Hier gibt es sie:',
    asPackage:
      'Wer diesen Edge eingerichtet hat, hat ihre Pakete; <code>npm run zip</code> erzeugt sie aus der Quelle:',
    withExtension: 'Die Erweiterung ist da?',
    paste:
      'Füge die Zeile ein, mit der die Bereitstellung geendet hat, oder die aus der Einladung einer Inhaberin oder eines Inhabers: auf der Seite, die sie zuerst öffnet, oder in ihren Einstellungen.',
    opened:
      'Falls du diese Zeile als Link geöffnet hast: Es ist nichts geschehen, und ihr Code wurde niemandem gesendet.',
  },
};

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 64px 16px; background: light-dark(oklch(99.2% 0.003 80), oklch(20.5% 0.008 70));
  color: light-dark(oklch(24% 0.012 70), oklch(94% 0.006 80)); font: 15px/24px system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; }
h1 { margin: 16px 0 8px; font-size: 30px; line-height: 36px; font-weight: 600; letter-spacing: -0.02em; }
h2 { margin: 24px 0 0; font-size: 15px; line-height: 24px; font-weight: 600; }
p { margin: 0; } p + p { margin-top: 8px; } a { color: inherit; }
.state { font-weight: 600; margin-top: 16px; }
.soft, footer { color: light-dark(oklch(47% 0.014 70), oklch(74% 0.012 80)); }
footer { margin-top: 32px; font-size: 13px; }
code { font: 0.92em ui-monospace, monospace; white-space: nowrap; }
`;

const FLAME =
  '<svg width="24" height="40" viewBox="25 6 70 119" aria-hidden="true"><path d="M66 8c4 20-6 30-18 44C36 66 26 78 26 92c0 20 17 32 38 32s38-13 38-34c0-17-8-28-15-37-2 7-5 11-10 14 3-22-1-44-11-59z" fill="#e8590c"/><path d="M66 68c1 11-5 15-10 22-4 5-7 9-7 15 0 10 7 15 15 15s16-6 16-16c0-8-3-13-6-17-1 3-3 5-5 6 1-9 0-18-3-25z" fill="#ffd8a8"/></svg>';

/** GET `/`: tells people who open the address what it is and what to do next; nothing about the account. */
export function getRootPage(c: EdgeContext): Response {
  const language = preferredLanguage(c.req.header('accept-language') ?? '');
  const words = WORDS[language];
  const isComplete = configuration(c.env).problems.length === 0;
  const nonce = crypto.randomUUID();
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Pilot Light</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
${FLAME}
<h1>Pilot Light</h1>
<p>${words.what}</p>
<p class="state">${isComplete ? words.works : words.incomplete}</p>
<h2>${words.withExtension}</h2>
<p>${words.paste}</p>
<p class="soft">${words.opened}</p>
<h2>${words.withoutExtension}</h2>
<p>${whereFrom(words)}</p>
<footer>${VERSION}</footer>
</main>
</body>
</html>
`;
  return c.body(page, 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    vary: 'accept-language',
  });
}

const STORES: Pick<Published, 'chromeStore' | 'firefoxStore'> = published;

/** The stores that have the extension, else the names of its packages. */
export function whereFrom(
  words: Pick<(typeof WORDS)['en'], 'inStore' | 'asPackage'>,
  stores = STORES,
): string {
  const links = [
    stores.chromeStore && `<a href="${stores.chromeStore}">Chrome</a>`,
    stores.firefoxStore && `<a href="${stores.firefoxStore}">Firefox</a>`,
  ].filter(Boolean);
  if (links.length > 0) return `${words.inStore} ${links.join(', ')}`;
  const packages = ['chrome', 'firefox'].map((one) => `<code>pilot-light-${VERSION}-${one}.zip</code>`);
  return `${words.asPackage} ${packages.join(', ')}`;
}

/** Browsers list languages in order of preference. */
function preferredLanguage(accepted: string): 'en' | 'de' {
  const languages = accepted.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return languages.find((language) => language === 'en' || language === 'de') ?? 'en';
}

/** Version of the edge in `/health`. */
export const VERSION = version;
