import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../dev/step.ts';

/** The size in which both stores show pictures, and that of Chrome's tile. */
export const PICTURE = { width: 1280, height: 800 } as const;
export const TILE = { width: 440, height: 280 } as const;

/** What a picture shows: a page of the extension in a tab, or the popup over a page. PNGs. */
export interface Scene {
  readonly page: Buffer;
  readonly popup: Buffer | null;
}

const FLAME = readFileSync(join(ROOT, 'extension', 'assets', 'flame.svg'), 'utf8');
const POPUP_WIDTH = 475;
const asAddress = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

const STYLE = `
* { box-sizing: border-box; margin: 0; }
body { font-family: system-ui; color: #221d17; background: #f6efe6; overflow: hidden; }
img, svg { display: block; }
.scene { position: relative; overflow: hidden; background: #fff; }
.scene > .page { width: 100%; }
.scene > .popup { position: absolute; top: 0; right: 28px; width: ${POPUP_WIDTH}px; border: 1px solid #d9d0c5; border-top: 0;
  border-radius: 0 0 10px 10px; box-shadow: 0 18px 48px rgb(60 40 20 / .28); }
/* The whole popup, down to its button. */
.window .popup { width: auto; max-height: 604px; }
.dimmed > .page { opacity: .5; }
.title { display: flex; gap: 20px; align-items: center; padding: 36px 56px 26px; }
.title svg { flex: none; width: 56px; height: 56px; }
h1 { font-size: 42px; line-height: 48px; letter-spacing: -.022em; font-weight: 600; }
p { font-size: 20px; line-height: 28px; color: #655c51; }
.window { margin: 0 56px; border: 1px solid #d9d0c5; border-bottom: 0; border-radius: 12px 12px 0 0; overflow: hidden;
  box-shadow: 0 10px 40px rgb(60 40 20 / .14); }
.bar { display: flex; gap: 8px; align-items: center; height: 40px; padding: 0 16px; background: #ece4d9; border-bottom: 1px solid #d9d0c5; }
.bar i { width: 11px; height: 11px; border-radius: 6px; background: #cfc4b6; }
.bar svg { margin-left: auto; width: 22px; height: 22px; }
.tile { display: grid; grid-template-columns: auto 1fr; gap: 20px; align-items: center; width: 440px; height: 280px; padding: 0 32px; }
.tile svg { width: 108px; height: 108px; }
.tile h1 { font-size: 34px; line-height: 40px; }
.tile p { margin-top: 8px; font-size: 18px; line-height: 24px; }
`;

const page = (body: string): string => `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${body}`;

const scene = ({ page: tab, popup }: Scene, height: number): string =>
  `<div class="scene${popup ? ' dimmed' : ''}" style="height:${height}px"><img class="page" src="${asAddress(tab)}" alt="">${
    popup ? `<img class="popup" src="${asAddress(popup)}" alt="">` : ''
  }</div>`;

/** The scene alone, as addons.mozilla.org wants it: one set for all languages, without words around it. */
export const plainPicture = (shown: Scene): string => page(scene(shown, PICTURE.height));

/** The scene in a window, with its title and caption, for Chrome's store. */
export const titledPicture = (shown: Scene, words: { title: string; caption: string }): string =>
  page(
    `<div class="title">${FLAME}<div><h1>${words.title}</h1><p>${words.caption}</p></div></div>
     <div class="window"><div class="bar"><i></i><i></i><i></i>${FLAME}</div>${scene(shown, PICTURE.height)}</div>`,
  );

export const tile = (name: string, line: string): string =>
  page(`<div class="tile">${FLAME}<div><h1>${name}</h1><p>${line}</p></div></div>`);

/** The flame alone. The largest has the transparent margin that Chrome's store asks for. */
export const icon = (size: number): string => {
  const margin = size === 128 ? 16 : 0;
  return `<!doctype html><style>body{margin:${margin}px}svg{display:block;width:${size - 2 * margin}px;height:${size - 2 * margin}px}</style>${FLAME}`;
};
