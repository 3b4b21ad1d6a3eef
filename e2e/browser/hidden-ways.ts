/** A way to hide text on a page, and the closest way that leaves it visible. */
export interface Way {
  name: string;
  style?: string;
  hides(text: string): string;
  shows(text: string): string;
}

const styled = (name: string, hidden: string, shown: string): Way => ({
  name,
  hides: (text) => `<p style="${hidden}">${text}</p>`,
  shows: (text) => `<p style="${shown}">${text}</p>`,
});
const tagged = (name: string, hidden: (text: string) => string, shown: (text: string) => string): Way => ({
  name,
  hides: hidden,
  shows: shown,
});
const paragraph = (text: string) => `<p>${text}</p>`;

const WHITE_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
const inFrame = (text: string, size: number) =>
  `<iframe width="${size * 3}" height="${size}" srcdoc="<p>${text}</p>"></iframe>`;
const card = (inside: string) =>
  `<div style="position:relative;width:300px;height:120px;margin-top:900px">${inside}</div>`;

/** Invisible to readers. */
export const HIDDEN: Way[] = [
  styled('display: none', 'display:none', 'display:block'),
  styled('visibility: hidden', 'visibility:hidden', 'visibility:visible'),
  styled('content-visibility: hidden', 'content-visibility:hidden', 'content-visibility:auto'),
  styled(
    'a box that scrolls and is lower than a line',
    'height:6px;overflow:auto',
    'height:40px;overflow:auto',
  ),
  tagged(
    'letters of a drawing without a fill',
    (text) => `<svg width="600" height="40"><text y="20" fill="none">${text}</text></svg>`,
    (text) => `<svg width="600" height="40"><text y="20">${text}</text></svg>`,
  ),
  tagged(
    'letters outside a drawing',
    (text) => `<svg width="600" height="40"><text y="200">${text}</text></svg>`,
    (text) => `<svg width="600" height="40" overflow="visible"><text y="200">${text}</text></svg>`,
  ),
  ...[
    ['opacity:0', 'opacity:1'],
    ['visibility:hidden', 'visibility:visible'],
    ['color:#fff', 'color:#333'],
    ['font-size:0', 'font-size:14px'],
    ['position:absolute;left:-9999px', 'position:relative;left:2px'],
    ['position:absolute;width:1px;height:1px;overflow:hidden', 'display:inline-block;overflow:hidden'],
    ['display:inline-block;transform:scale(0)', 'display:inline-block;transform:scale(1)'],
  ].map(
    ([hidden, shown]): Way => ({
      name: `text that CSS writes, ${hidden}`,
      style: `[data-say]::before{content:attr(data-say) " "} .h::before{${hidden}} .s::before{${shown}}`,
      hides: (text) => `<p class="h" data-say="${text}">Plain.</p>`,
      shows: (text) => `<p class="s" data-say="${text}">Plain.</p>`,
    }),
  ),
  tagged('hidden="until-found"', (text) => `<p hidden="until-found">${text}</p>`, paragraph),
  tagged('noscript', (text) => `<noscript><p>${text}</p></noscript>`, paragraph),
  tagged('template', (text) => `<template><p>${text}</p></template>`, paragraph),
  tagged(
    'an element in closed details',
    (text) => `<details><summary>More</summary><p>${text}</p></details>`,
    (text) => `<details open><summary>More</summary><p>${text}</p></details>`,
  ),
  tagged(
    'bare text in closed details',
    (text) => `<details><summary>More</summary>${text}</details>`,
    (text) => `<details><summary>${text}</summary>Less</details>`,
  ),
  tagged(
    'a closed dialog',
    (text) => `<dialog>${text}</dialog>`,
    (text) => `<dialog open>${text}</dialog>`,
  ),
  tagged(
    'a popover',
    (text) => `<div popover>${text}</div>`,
    (text) => `<div>${text}</div>`,
  ),
  tagged('options of a select', (text) => `<select><option>One<option>${text}</select>`, paragraph),
  tagged('a datalist', (text) => `<datalist><option>${text}</option></datalist>`, paragraph),

  styled('opacity: 0', 'opacity:0', 'opacity:1'),
  styled('opacity: .01', 'opacity:.01', 'opacity:.8'),
  tagged(
    'opacity of two ancestors',
    (text) => `<div style="opacity:.2"><p style="opacity:.2">${text}</p></div>`,
    (text) => `<div style="opacity:.9"><p style="opacity:.9">${text}</p></div>`,
  ),
  styled('filter: opacity(0)', 'filter:opacity(0)', 'filter:opacity(1)'),
  styled('ink of 1 %', 'color:rgba(0,0,0,.01)', 'color:rgba(0,0,0,.8)'),
  styled('transparent text fill', '-webkit-text-fill-color:transparent', '-webkit-text-fill-color:#000'),
  styled(
    'a transparent mask',
    'mask-image:linear-gradient(transparent,transparent)',
    'mask-image:linear-gradient(#000,transparent)',
  ),
  styled(
    '-webkit-mask of transparent',
    '-webkit-mask:linear-gradient(rgba(0,0,0,0),rgba(0,0,0,0))',
    '-webkit-mask:linear-gradient(#000,#000)',
  ),

  styled('white on white', 'color:#fff', 'color:#333'),
  styled('nearly white on white', 'color:#fefefe', 'color:#767676'),
  styled(
    'white on a white gradient',
    'color:#fff;background:linear-gradient(#fff,#fefefe)',
    'color:#fff;background:linear-gradient(#222,#444)',
  ),
  styled('the colour of its own background', 'color:#123;background:#123', 'color:#fff;background:#123'),
  styled('a perceptual colour on white', 'color:oklch(1 0 0)', 'color:oklch(.3 0 0)'),

  styled('font-size: 0', 'font-size:0', 'font-size:12px'),
  styled('font-size: .1px', 'font-size:.1px', 'font-size:11px'),
  styled('height: 0, clipped', 'height:0;overflow:hidden', 'height:40px;overflow:hidden'),
  styled('max-height: 0, clipped', 'max-height:0;overflow:clip', 'max-height:90px;overflow:clip'),
  styled(
    '2 px high, lines of 40 px',
    'height:2px;line-height:40px;overflow:hidden',
    'height:40px;line-height:40px;overflow:hidden',
  ),
  tagged(
    'an ancestor of 1 px that clips',
    (text) => `<div style="width:1px;height:1px;overflow:hidden"><div><p>${text}</p></div></div>`,
    (text) => `<div style="width:400px;height:90px;overflow:hidden"><div><p>${text}</p></div></div>`,
  ),
  styled(
    'visually hidden for screen readers',
    'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap',
    'position:absolute;white-space:nowrap',
  ),
  styled('clip: rect(0, 0, 0, 0)', 'position:absolute;clip:rect(0,0,0,0)', 'position:absolute;clip:auto'),

  styled('translateX(-9999px)', 'transform:translateX(-9999px)', 'transform:translateX(20px)'),
  styled('margin-left: -9999px', 'margin-left:-9999px', 'margin-left:-4px'),
  styled('left: -9999px, absolute', 'position:absolute;left:-9999px', 'position:absolute;left:9px'),
  styled('left: -9999px, relative', 'position:relative;left:-9999px', 'position:relative;left:9px'),
  styled('top: -9999px', 'position:absolute;top:-9999px', 'position:absolute;top:99px'),
  styled('bottom: 100%, fixed', 'position:fixed;bottom:110%', 'position:fixed;bottom:0'),
  tagged(
    'far right in a box of 10 px',
    (text) =>
      `<div style="width:10px;overflow:hidden;white-space:nowrap"><p style="margin-left:500px">${text}</p></div>`,
    (text) =>
      `<div style="width:600px;overflow:hidden;white-space:nowrap"><p style="margin-left:50px">${text}</p></div>`,
  ),
  styled(
    'text-indent: -9999px',
    'text-indent:-9999px;white-space:nowrap',
    'text-indent:20px;white-space:nowrap',
  ),
  tagged(
    'z-index: -1 under the page',
    (text) =>
      `<main style="background:#fff"><p style="position:relative;z-index:-1">${text}</p><p>Words.</p></main>`,
    (text) => `<main><p style="position:relative;z-index:-1">${text}</p><p>Words.</p></main>`,
  ),
  tagged(
    'z-index: -1 under a box beside it',
    (text) =>
      card(
        `<p style="position:absolute;z-index:-1;margin:20px">${text}</p><div style="background:#fff;height:120px"></div>`,
      ),
    (text) =>
      card(
        `<p style="position:absolute;z-index:1;margin:20px">${text}</p><div style="background:#fff;height:120px"></div>`,
      ),
  ),
  tagged(
    'a box in front',
    (text) => card(`<p>${text}</p><div style="position:absolute;inset:0;background:#eee">Box</div>`),
    (text) =>
      card(
        `<div style="position:absolute;inset:0;background:#eee">Box</div><p style="position:relative">${text}</p>`,
      ),
  ),
  tagged(
    'a box in front, through which clicks pass',
    (text) =>
      card(
        `<p>${text}</p><div style="position:absolute;inset:0;background:linear-gradient(#eee,#ddd);pointer-events:none"></div>`,
      ),
    (text) =>
      card(
        `<p>${text}</p><div style="position:absolute;inset:0;background:rgba(0,0,0,.1);pointer-events:none"></div>`,
      ),
  ),

  styled('scale(0)', 'transform:scale(0)', 'transform:scale(1.2)'),
  styled('scale(.001)', 'transform:scale(.001)', 'transform:scale(.9)'),
  styled('the property scale', 'scale:0', 'scale:.9'),
  styled('clip-path: circle(0)', 'clip-path:circle(0)', 'clip-path:circle(90%)'),
  styled('clip-path: inset(100%)', 'clip-path:inset(100%)', 'clip-path:inset(0)'),
  styled('clip-path: inset(0 100% 0 0)', 'clip-path:inset(0 100% 0 0)', 'clip-path:inset(0 1px 0 0)'),
  styled('nothing painted outside a box of no height', 'contain:strict;height:0', 'contain:content'),
  styled('turned away', 'transform:rotateY(180deg);backface-visibility:hidden', 'backface-visibility:hidden'),
  styled(
    'clip-path: polygon of no size',
    'clip-path:polygon(0 0,0 0,0 0)',
    'clip-path:polygon(0 0,100% 0,100% 100%,0 100%)',
  ),

  tagged(
    'a frame of 0x0',
    (text) => inFrame(text, 0),
    (text) => inFrame(text, 120),
  ),
  tagged(
    'a frame of 1 px',
    (text) => inFrame(text, 1),
    (text) => inFrame(text, 200),
  ),
  tagged(
    'alt of a picture of 1 px',
    (text) => `<img src="${WHITE_PICTURE}" width="1" height="1" alt="${text}">`,
    paragraph,
  ),
  tagged(
    'title of a link',
    (text) => `<a href="/x" title="${text}">Link</a>`,
    (text) => `<a href="/x">${text}</a>`,
  ),
  tagged('aria-label', (text) => `<p aria-label="${text}">Words</p>`, paragraph),
  tagged(
    'title of an SVG',
    (text) => `<svg width="40" height="40"><title>${text}</title><circle r="9"/></svg>`,
    paragraph,
  ),
  tagged(
    'what a slot falls back to',
    (text) => `<div><template shadowrootmode="open"><p><slot>${text}</slot></p></template>Filled.</div>`,
    (text) => `<div><template shadowrootmode="open"><p><slot>${text}</slot></p></template></div>`,
  ),
  tagged(
    'children of a host that no slot takes',
    (text) => `<div><template shadowrootmode="open"><p>Shadow.</p></template><p>${text}</p></div>`,
    (text) =>
      `<div><template shadowrootmode="open"><p>Shadow.</p><slot></slot></template><p>${text}</p></div>`,
  ),
];

/** Visible but easily overlooked: captured with a note. */
export const HARD_TO_SEE: Way[] = [
  styled('1 px text', 'font-size:1px', 'font-size:10px'),
  styled(
    'the colour of the page on a picture',
    `color:#fff;background-image:url(${WHITE_PICTURE})`,
    `color:#333;background-image:url(${WHITE_PICTURE})`,
  ),
  styled('a mask that is a picture', `mask-image:url(${WHITE_PICTURE})`, 'mask-image:none'),
  styled('light grey on white', 'color:#f0f0f0', 'color:#767676'),
  styled('opacity: .1', 'opacity:.1', 'opacity:.5'),
  styled('yellow on white', 'color:#ff0', 'color:#880'),
  styled('blur', 'filter:blur(9px)', 'filter:blur(.3px)'),
  styled('a filter that inverts', 'filter:invert(1)', 'filter:grayscale(1)'),
  styled('brightness', 'background:#fff;filter:brightness(20)', 'background:#fff;filter:brightness(1.1)'),
  styled('a filter of an SVG', 'filter:url(#no)', 'filter:drop-shadow(0 0 2px #ccc)'),
  styled(
    'a mask that leaves a strip',
    'mask-image:linear-gradient(transparent 90%,#000)',
    'mask-image:linear-gradient(#000 60%,transparent)',
  ),
  styled(
    'a mask of no size',
    'mask:linear-gradient(#000,#000) 0 0/1px 1px no-repeat',
    'mask:linear-gradient(#000,#000)',
  ),
  styled('a path that clips', `clip-path:path('M0 0L1 1L2 2Z')`, 'clip-path:inset(0 round 4px)'),
  styled(
    'a polygon of nearly no area',
    'clip-path:polygon(0 0,100% 98%,100% 100%,0 2%)',
    'clip-path:polygon(0 0,100% 0,95% 100%,0 100%)',
  ),
  styled('a blend mode', 'mix-blend-mode:screen', 'mix-blend-mode:normal'),
  styled('mirrored', 'transform:scaleX(-1)', 'transform:rotate(3deg)'),
  styled('three dimensions', 'transform:perspective(200px) rotateX(80deg)', 'transform:translate3d(0,0,0)'),
  styled(
    'the page as the ink of a background',
    'background:linear-gradient(#fff,#fefefe);background-clip:text;color:transparent',
    'background:linear-gradient(#123,#b00);background-clip:text;color:transparent',
  ),
  styled(
    'a picture as ink',
    `background:url(${WHITE_PICTURE});background-clip:text;color:transparent`,
    'background:#123;background-clip:text;color:transparent',
  ),
  styled('on a path', `offset-path:path('M300 60L400 90');offset-distance:50%`, 'position:relative;left:9px'),
  styled('letters on each other', 'letter-spacing:-.43em;white-space:nowrap', 'letter-spacing:.02em'),
  styled('lines on each other', 'width:120px;line-height:0', 'width:120px;line-height:1'),
  styled('very small by a transform', 'transform:scale(.15)', 'transform:scale(.8)'),
  styled('dots for letters', '-webkit-text-security:disc', '-webkit-text-security:none'),
  styled('another order of the letters', 'unicode-bidi:bidi-override;direction:rtl', 'direction:rtl'),
  {
    name: 'a first line in the colour of the page',
    style: '.faint::first-line{color:#fff}.plain::first-line{color:#633}',
    hides: (text) => `<p class="faint">${text}</p>`,
    shows: (text) => `<p class="plain">${text}</p>`,
  },
  tagged(
    'a picture in front',
    (text) =>
      card(
        `<p>${text}</p><img src="${WHITE_PICTURE}" style="position:absolute;inset:0;width:100%;height:100%">`,
      ).replace('900px', '9px'),
    (text) =>
      card(
        `<img src="${WHITE_PICTURE}" style="position:absolute;inset:0;width:100%;height:100%"><p style="position:relative">${text}</p>`,
      ).replace('900px', '9px'),
  ),
  tagged(
    'a blurred pane in front',
    (text) =>
      card(`<p>${text}</p><div style="position:absolute;inset:0;backdrop-filter:blur(9px)"></div>`).replace(
        '900px',
        '9px',
      ),
    (text) => card(`<p>${text}</p><div style="position:absolute;inset:0"></div>`).replace('900px', '9px'),
  ),
  tagged(
    'text that appears when it is scrolled to',
    (text) => `<p style="margin-top:2000px;opacity:0;transform:translateY(40px)">${text}</p>`,
    (text) => `<p style="margin-top:2000px;opacity:1;transform:translateY(40px)">${text}</p>`,
  ),
  tagged('inert', (text) => `<p inert>${text}</p>`, paragraph),
];

/** Invisible characters; those that a language or an emoji needs are kept. */
export const INVISIBLE_CHARACTERS = [
  { name: 'tags', text: 'Soup\u{e0041}\u{e0042}.', plain: 'Soup.', count: 2 },
  { name: 'variation selectors', text: 'So\ufe00u\u{e0100}p.', plain: 'Soup.', count: 2 },
  { name: 'zero-width characters', text: 'S\u200bo\u2060u\ufeffp.', plain: 'Soup.', count: 3 },
  { name: 'bidi controls', text: 'Soup \u202eyadot\u202c.', plain: 'Soup yadot.', count: 2 },
  { name: 'emoji', text: 'Soup 👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿.', plain: 'Soup 👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿.', count: 0 },
  { name: 'a variant of an ideograph', text: '葛\u{e0100}城の店。', plain: '葛\u{e0100}城の店。', count: 0 },
  { name: 'Persian', text: 'سوپ می‌خواهم.', plain: 'سوپ می‌خواهم.', count: 0 },
];
