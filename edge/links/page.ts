import type { EdgeContext } from '../http/context.ts';

/** Plain colors, no storage and no clock: in-app browsers and old phones show the same. */
const STYLE = `
:root { color-scheme: light dark; --paper: #fdfcfb; --ink: #221e1a; --soft: #5c554e; --line: #e3dfda; --flame: #c04600;
  --on: #fff; --critical: #ba1f2c; --warning: #8d5d07; --good: #1d7a3b; }
@media (prefers-color-scheme: dark) { :root { --paper: #191613; --ink: #edeae6; --soft: #b5aea6; --line: #3d372f;
  --flame: #f2955a; --on: #20130a; --critical: #f58a84; --warning: #e6bd6c; --good: #74c78c; } }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { background: var(--paper); color: var(--ink); font: 15px/22px system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
#page { display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; max-width: 480px; margin: 0 auto;
  padding: 0 20px 20px; overflow-wrap: anywhere; hyphens: auto; }
header { display: flex; align-items: center; gap: 8px; min-height: 52px; color: var(--soft); font-size: 12px; }
main { flex: 1; display: flex; flex-direction: column; justify-content: center; gap: 14px; padding: 16px 0; outline: none; }
h1 { font-size: 22px; line-height: 28px; font-weight: 600; outline: none; }
main p { color: var(--soft); }
main svg { color: var(--soft); }
.critical { color: var(--critical) !important; } .warning { color: var(--warning) !important; } .good { color: var(--good) !important; }
.bar { height: 6px; border-radius: 3px; background: var(--line); overflow: hidden; }
.bar i { display: block; height: 100%; border-radius: 3px; background: var(--soft); }
.bar.full i { background: var(--critical); }
button, .project { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px; padding: 8px 16px;
  border: 0; border-radius: 10px; font: 600 16px/22px system-ui, sans-serif; }
button { background: var(--flame); color: var(--on); cursor: pointer; }
button.sure { background: var(--ink); color: var(--paper); }
button[aria-disabled] { opacity: .6; cursor: default; }
button:focus-visible, .project:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.project { color: var(--ink); text-align: center; text-decoration: underline; min-height: 44px; }
footer { display: grid; gap: 8px; font-size: 12px; line-height: 16px; color: var(--soft); }
@media (forced-colors: active) { button { border: 1px solid; } .bar { border: 1px solid; } .bar i { background: CanvasText; } }
`;

/**
 * Shows what a link is about, and sends its token when somebody presses. The token stands in the fragment,
 * which no request carries: a preview or a scanner causes nothing.
 */
const SCRIPT = `
const token = () => location.hash.slice(1);
const GERMAN = /^de\\b/.test(navigator.language);
const say = (en, de) => ({ language: GERMAN ? 'de' : 'en', sign: null, title: GERMAN ? de : en, lines: [], bar: null, act: null, foot: [], project: null });
const DEAD = say('This link does not work any more', 'Dieser Link gilt nicht mehr');
const AWAY = { ...say('The edge could not be reached', 'Der Edge war nicht erreichbar'),
  act: { label: GERMAN ? 'Noch einmal versuchen' : 'Try again', confirm: null } };
const SIGNS = {
  critical: ['critical', 'M5.7 1h6.6L17 5.7v6.6L12.3 17H5.7L1 12.3V5.7z', 'M9 4.6v5.2M9 12.8v.2'],
  warning: ['warning', 'M9 1.5 17 16H1z', 'M9 6.6v4M9 13.2v.1'],
  done: ['good', '', 'm4 9.5 3.5 3.5L14 6'],
};
const part = (name, text = '', of = {}) => {
  const made = Object.assign(document.createElement(name), of);
  made.textContent = text;
  return made;
};
const drawn = (sign) => {
  const [tone, shape, stroke] = SIGNS[sign];
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 18 18', width: 28, height: 28, class: tone, 'aria-hidden': true })) svg.setAttribute(name, value);
  const path = (d, fill, line) => {
    const made = document.createElementNS(svg.namespaceURI, 'path');
    for (const [name, value] of Object.entries({ d, fill, stroke: line, 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })) made.setAttribute(name, value);
    svg.append(made);
  };
  if (shape) path(shape, 'currentColor', 'none');
  path(stroke, 'none', shape ? 'var(--paper)' : 'currentColor');
  return svg;
};
const main = document.querySelector('main');
const foot = document.querySelector('footer');
// What stands here says that scripts are needed.
main.replaceChildren();
let isBusy = false;
async function ask(path) {
  if (isBusy) return;
  isBusy = true;
  const asked = token();
  let shown = AWAY;
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const response = await fetch('./a/' + path, { method: 'POST', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: asked, zone }) });
    const { data } = await response.json();
    shown = data ?? (response.status === 400 || response.status === 404 ? DEAD : AWAY);
  } catch {}
  isBusy = false;
  if (asked !== token()) return ask('look');
  show(shown, path === 'act');
}
function show({ language, sign, title, lines, bar, act, foot: under, project }, isAnswer) {
  document.documentElement.lang = language;
  document.title = title;
  const head = part('h1', title, { tabIndex: -1 });
  const said = lines.map((line) => part('p', line));
  main.replaceChildren(...(SIGNS[sign] ? [drawn(sign)] : []), head, ...said);
  if (bar) {
    const full = part('div', '', { className: bar.share < 1 ? 'bar' : 'bar full' });
    const part1 = part('i');
    part1.style.width = Math.min(1, bar.share) * 100 + '%';
    full.append(part1);
    for (const [name, value] of Object.entries({ role: 'img', 'aria-label': bar.label })) full.setAttribute(name, value);
    head.after(full);
  }
  foot.replaceChildren(...(act ? [verb(act)] : []), ...(project ? [part('a', project.label, { href: project.url, rel: 'noreferrer', className: 'project' })] : []),
    ...under.map((line) => part('p', line)));
  if (isAnswer) head.focus();
}
function verb({ label, confirm }) {
  const button = part('button', label, { type: 'button' });
  let isSure = confirm === null;
  button.addEventListener('click', (event) => {
    // A script of the app that shows this page is nobody who presses.
    if (!event.isTrusted || button.getAttribute('aria-disabled')) return;
    if (!isSure) {
      isSure = true;
      button.textContent = confirm;
      button.className = 'sure';
      return;
    }
    button.setAttribute('aria-disabled', 'true');
    void ask(button.textContent === AWAY.act.label ? 'look' : 'act');
  });
  return button;
}
addEventListener('hashchange', () => ask('look'));
if (token() === '') show(DEAD, false);
else void ask('look');
`;

const FLAME =
  '<svg width="12" height="16" viewBox="25 6 70 119" aria-hidden="true"><path d="M66 8c4 20-6 30-18 44C36 66 26 78 26 92c0 20 17 32 38 32s38-13 38-34c0-17-8-28-15-37-2 7-5 11-10 14 3-22-1-44-11-59z" fill="#c04600"/></svg>';

/** GET `/a`: the page of every link, the same for everybody. What it shows is asked for by its script. */
export function getLinkPage(c: EdgeContext): Response {
  const nonce = crypto.randomUUID();
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pilot Light</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<div id="page">
<header>${FLAME}Pilot Light</header>
<main aria-live="polite"><p>This page needs scripts, and does nothing without them.</p><p lang="de">Diese Seite braucht Skripte; ohne sie tut sie nichts.</p></main>
<footer aria-live="polite"></footer>
</div>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
  return c.body(page, 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
}
