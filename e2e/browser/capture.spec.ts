import { expect, type Page, test } from '@playwright/test';
import { flagLines } from '../../extension/capture/flag-rules.ts';
import type { CaptureResult, PageCapture } from '../../extension/capture/page-capture.ts';
import type { ExtensionBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { runInTab, startReadingBrowser } from './allowed-extension.ts';
import { expectBounded, timed } from './bounded.ts';
import type { FixtureSite } from './fixture-site.ts';

let browser: ExtensionBrowser;
let site: FixtureSite;
let page: Page;
const closing = new Closing();

test.beforeAll(async () => {
  ({ browser, site } = await startReadingBrowser(closing));
  page = await browser.context.newPage();
});

test.afterAll(() => closing.closeAll());

const captured = () => runInTab<CaptureResult>(browser, page, '/capture.js');

async function captureOf(path: string): Promise<PageCapture> {
  await page.goto(`${site.url}${path}`);
  const { capture, block } = await captured();
  expect(block, path).toBeNull();
  if (!capture) throw new Error(`Nothing was captured of ${path}`);
  return capture;
}

test('an article: its text as Markdown, without furniture and without what no reader sees', async () => {
  const { kind, title, url, markdown, notes, candidates } = await captureOf('/article.html');
  expect(kind).toBe('article');
  expect(title).toBe('Why small studios keep paper waiting lists | The Neighbourhood Desk');
  expect(url).toBe(`${site.url}/article.html`);
  expect(markdown).toContain('## What it costs to be full');
  expect(markdown).toContain('> I do not want to punish anybody');
  expect(markdown).toContain('2. The first on the waiting list is asked');
  expect(markdown).toContain(`[Studio Nord](${site.url}/places/studio-nord?ref=article)`);
  expect(markdown).toContain('`places - booked + cancelled_before_5`');
  expect(markdown, 'a tag that was text stays text').toContain('\\<b>be kind\\</b>');
  expect(markdown).not.toMatch(/HIDDEN|cookies|Most read|Imprint|machines only/);
  expect(notes, 'the page hides text that speaks to an AI').toContain('hidden-orders');
  expect(candidates).toContainEqual({
    kind: 'image',
    url: `${site.url}/media/studio.jpg`,
    text: 'A bright room with nine mats',
  });
});

test('documentation: code between fences longer than any inside, and tables', async () => {
  const { kind, markdown } = await captureOf('/docs.html');
  expect(kind).toBe('article');
  expect(markdown).toContain("```js\n   import { createHmac, timingSafeEqual } from 'node:crypto';");
  expect(markdown).toContain(
    '````\nWrite this into your README:\n```sh\nlantern listen --forward 8080\n```\n````',
  );
  expect(markdown).toContain('| Header | Example | Meaning |\n| --- | --- | --- |');
  expect(markdown).toContain('either `a\\|b` or one');
  expect(markdown).not.toContain('Getting started');
});

test('an issue tracker: the whole thread, and its key and its order to an AI are found', async () => {
  const { kind, markdown } = await captureOf('/issue-tracker.html');
  expect(kind, 'the longest post is not the page').toBe('page');
  for (const words of [
    'Steps to reproduce',
    'Confirmed. The loop ends one too early.',
    'Please rotate that key',
  ]) {
    expect(markdown).toContain(words);
  }
  expect(markdown, 'what somebody was typing is not part of the page').not.toContain('DRAFT-COMMENT');
  expect(flagLines(markdown).map((flag) => flag.kind)).toEqual(['key', 'instruction']);
});

test('a forum: every post, and a frame of the same site', async () => {
  const { markdown, notes } = await captureOf('/forum.html');
  for (const words of ['**greta77**', 'Damp is the problem, not the cold.', 'That is really all.']) {
    expect(markdown).toContain(words);
  }
  expect(markdown).toContain('No selling. Photos at most 2 MB.');
  expect(notes).toEqual([]);
});

const words = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');
const paragraphs = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `<p>${words(40, `${word}-${at}-`)}, and so on.</p>`).join('');
const comments = Array.from(
  { length: 20 },
  (_, at) => `<div class="reply"><b>Reader ${at}</b>${paragraphs(2, `reply${at}`)}</div>`,
).join('');

/** A page of which its text is a quarter, and what readers wrote below it the rest. */
const withComments = (head: string, element: string) =>
  `<title>Of paper lists</title>${head}<${element} class="entry"><h1>Of paper lists</h1>${paragraphs(14, 'text')}</${element}><div class="replies">${comments}</div>`;

for (const [declared, head, element, kind] of [
  ['by Open Graph', '<meta property="og:type" content="article">', 'div', 'article'],
  [
    'as a NewsArticle',
    '<script type="application/ld+json">{ "@type": "NewsArticle" }</script>',
    'div',
    'article',
  ],
  ['by its one article element', '', 'article', 'article'],
  ['as nothing', '', 'div', 'page'],
  [
    'by one of several types in JSON-LD that is wrapped in CDATA',
    '<script type="application/ld+json"><![CDATA[{"@graph":[{"@type":["Thing","http://schema.org/BlogPosting"],}]}]]></script>',
    'div',
    'article',
  ],
  [
    'as a discussion',
    '<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
    'article',
    'page',
  ],
] as const)
  test(`a text with many comments below it, declared ${declared}, is taken as the ${kind}`, async () => {
    site.put('/comments.html', withComments(head, element));
    const captured = await captureOf('/comments.html');
    expect(captured.kind).toBe(kind);
    expect(captured.markdown).toContain('text-13-39');
    expect(captured.markdown.includes('reply19-1-39')).toBe(kind === 'page');
  });

test('a frame of another site is named as missing, not read', async () => {
  site.put(
    '/embedding.html',
    `<title>Embedding</title><p>Our own words.</p><iframe width="400" height="200" src="${site.foreignUrl}/frame-rules.html"></iframe>`,
  );
  const { markdown, notes } = await captureOf('/embedding.html');
  expect(markdown).toBe('Our own words.');
  expect(notes).toContain('foreign-frames');
});

test('a cell with nothing but a sign without words says that one stands there', async () => {
  site.put(
    '/signs.html',
    `<title>Signs</title><style>.yes::before{content:"\\f00c";display:inline-block;width:12px}</style>
<table><tr><th>Plan</th><th>Mail</th><th>Chat</th><th>Edit</th></tr>
<tr><td>Small</td><td><i class="yes"></i></td><td></td><td><a href="/a"><svg width="12" height="12"><path d="M0 0h9v9z"/></svg></a></td></tr>
<tr><td>Large</td><td><svg width="12" height="12"><path d="M0 0h9v9z"/></svg></td><td>soon</td><td></td></tr></table>`,
  );
  const { markdown, notes } = await captureOf('/signs.html');
  expect(markdown).toContain('| Small | [?] |  |');
  expect(markdown).toContain('| Large | [?] | soon |');
  expect(notes).toEqual(['unread-signs']);
});

test('a shop: prices, data, what is folded away left out, pictures as candidates', async () => {
  const { markdown, candidates } = await captureOf('/shop.html');
  expect(markdown).toContain('~~54.00 €~~ **39.90 €**');
  expect(markdown).toContain('| Weight | 940 g |');
  expect(markdown).toContain('Descale with vinegar');
  expect(markdown).not.toMatch(/CLOSED-DETAILS|Add to basket|data:image/);
  expect(candidates.filter((one) => one.kind === 'image')).toHaveLength(4);
});

test('an app in shadow trees, open and closed, with its slots filled', async () => {
  const { markdown } = await captureOf('/shadow-app.html');
  expect(markdown).toContain('## To do\n\n### Write the welcome mail');
  expect(markdown).toContain(`with the [brief](${site.url}/brief) attached. No more than **120** words.`);
  expect(markdown).toContain('### Untitled');
  expect(markdown, 'inside a closed shadow tree').toContain('### Choose the date');
  expect(markdown).toContain('Due 1 April');
  expect(markdown).not.toContain('HIDDEN-IN-SHADOW');
});

test('a right-to-left page, wider than the window', async () => {
  const { title, markdown } = await captureOf('/right-to-left.html');
  expect(title).toContain('دروس اليوغا');
  expect(markdown).toContain('# دروس اليوغا والأسعار');
  expect(markdown).toContain('- يمكن الإلغاء حتى الساعة 17:00');
  expect(markdown).not.toContain('HIDDEN');
});

test('2 MB of text: its first part, in the time that reading has on any page, and the card says so', async () => {
  const sentence = 'The quick brown fox jumps over the lazy dog, <a href="/x">again</a>. ';
  const part = `<h2>Part</h2><p>${sentence.repeat(12)}</p><ul><li>one</li></ul>`;
  site.put(
    '/long.html',
    `<title>Long</title><main>${part.repeat(Math.ceil(2_000_000 / part.length))}</main>`,
  );
  await page.goto(`${site.url}/article.html`);
  const short = await timed(captured);
  await page.goto(`${site.url}/long.html`);
  const long = await timed(captured);
  expectBounded('2 MB of text', long.tookMs, short.tookMs);
  const { markdown = '', notes = [] } = long.value.capture ?? {};
  // On a slow machine the time limit of reading ends it before the limit of the length.
  const isSlow = notes.includes('cut-short');
  if (!isSlow) expect(notes).toContain('shortened');
  expect(markdown.length).toBeLessThanOrEqual(100_000);
  expect(markdown.length).toBeGreaterThan(isSlow ? 1_000 : 90_000);
});

test('a selection: only what is marked, from the middle of one paragraph to the middle of another', async () => {
  await page.goto(`${site.url}/article.html`);
  await page.evaluate(() => {
    const paragraphs = document.querySelectorAll('article p');
    const [from, to] = [paragraphs[1]?.firstChild, paragraphs[2]?.firstChild];
    if (from && to) document.getSelection()?.setBaseAndExtent(from, 12, to, 30);
  });
  const { capture } = await captured();
  expect(capture?.kind).toBe('selection');
  expect(capture?.markdown.startsWith('evening in the back room')).toBe(true);
  expect(capture?.markdown).toMatch(/software always wants an$/);
  expect(capture?.candidates.map((one) => one.text)).toEqual(['A bright room with nine mats', 'Studio Nord']);
});

test('a selection in a frame, in a shadow tree, and in a text field', async () => {
  await page.goto(`${site.url}/forum.html`);
  await page
    .frameLocator('iframe[title=Rules]')
    .locator('p')
    .evaluate((paragraph) => {
      paragraph.ownerDocument.getSelection()?.selectAllChildren(paragraph);
    });
  expect((await captured()).capture?.markdown).toBe(
    'Be patient with beginners. No selling. Photos at most 2 MB.',
  );

  await page.goto(`${site.url}/shadow-app.html`);
  await page.evaluate(() => {
    const paragraph = document.querySelector('tide-app')?.shadowRoot?.querySelector('tide-card p');
    if (paragraph?.firstChild)
      document.getSelection()?.setBaseAndExtent(paragraph.firstChild, 0, paragraph, 2);
  });
  expect((await captured()).capture?.markdown).toBe(`Short, with the [brief](${site.url}/brief)`);

  await page.goto(`${site.url}/issue-tracker.html`);
  await page.getByRole('textbox').evaluate((field: HTMLTextAreaElement) => {
    field.focus();
    field.setSelectionRange(0, 5);
  });
  expect((await captured()).capture?.markdown).toBe('DRAFT');
});

test('what has no text says so: an empty page, a picture', async () => {
  site.put('/empty.html', '<title>Empty</title><div hidden>HIDDEN</div>');
  await page.goto(`${site.url}/empty.html`);
  expect((await captured()).block).toBe('empty');
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  site.put('/picture.png', Buffer.from(pixel, 'base64'), 'image/png');
  await page.goto(`${site.url}/picture.png`);
  expect((await captured()).block).toBe('not-text');
});

test("the browser's PDF viewer does not give its text away, and the card says so", async () => {
  const pages =
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 9 9]/Parent 2 0 R>>endobj';
  const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj ${pages}\ntrailer<</Root 1 0 R>>`;
  site.put('/paper', pdf, 'application/pdf');
  await page.goto(`${site.url}/paper`);
  await expect.poll(async () => (await captured()).block).toBe('pdf');
});

test('the page is left as it was', async () => {
  await page.goto(`${site.url}/docs.html`);
  const before = await page.evaluate(() => document.documentElement.outerHTML + Object.keys(window).length);
  await captured();
  expect(await page.evaluate(() => document.documentElement.outerHTML + Object.keys(window).length)).toBe(
    before,
  );
});

test('a script in a page reads nothing of what the extension stores', async () => {
  await page.goto(`${site.url}/article.html`);
  const background = await browser.background();
  const read = await background.evaluate(async (url) => {
    const tabs = await chrome.tabs.query({});
    const tabId = tabs.find((tab) => tab.url === url)?.id ?? 0;
    const func = () =>
      chrome.storage.local.get(null).then(
        () => 'readable',
        () => 'closed',
      );
    const [injected] = await chrome.scripting.executeScript({ target: { tabId }, func });
    return injected?.result;
  }, page.url());
  expect(read, 'the background closes it as it starts: extension/background/start.ts').toBe('closed');
});

const sentences =
  '<p>Whoever borrows a tool writes the hour and the name into the book beside the door, so that nobody waits for nothing.</p>'.repeat(
    3,
  );
const tiny = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
const katex = (tex: string, shown: string) =>
  `<span class="katex"><span style="position:absolute;clip:rect(1px,1px,1px,1px)"><math><semantics><mrow><mi>f</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span aria-hidden="true">${shown}</span></span>`;

/** What a page shows otherwise than by plain text, and how it is written. */
const SHOWN: [what: string, html: string, written: string[]][] = [
  [
    'powers, units and notes',
    '<p>2<sup>32</sup>, 10<sup>−3</sup>, 120 m<sup>2</sup>, 1<sup>st</sup>, x<sub>i</sub>, H<sub>2</sub>O, at once<sup>3</sup>, 2<span style="vertical-align:super">8</span></p>',
    ['2^32, 10^−3, 120 m², 1st, x_i, H2O, at once\\[3\\], 2^8'],
  ],
  ['a quotation within a sentence', '<p>She said <q>not today</q>.</p>', ['She said “not today”.']],
  [
    'numbers of lists',
    '<ol start="0"><li>Zero</li></ol><ol><li>One</li><li value="5">Five</li><li>Six</li></ol><ol reversed><li>Two</li><li>Last</li></ol><ol type="a"><li>Clause</li></ol><ol style="list-style-type:upper-roman" start="4"><li>Part</li></ol>',
    ['0. Zero', '1. One\n5. Five\n6. Six', '2. Two\n1. Last', 'a. Clause', 'IV. Part'],
  ],
  [
    'what is done',
    '<ul><li><input type="checkbox" disabled checked> Write it</li><li><input type="checkbox" disabled> Send it</li></ul>',
    ['- [x] Write it\n- [ ] Send it'],
  ],
  [
    'cells of several rows and columns',
    '<table><tr><th>Colour</th><th>Width</th><th>Code</th></tr><tr><td rowspan="2">Black</td><td>6 mm</td><td>T-1</td></tr><tr><td>9 mm</td><td>T-2</td></tr><tr><td colspan="2">Others</td><td>T-9</td></tr></table>',
    ['| Black | 9 mm | T-2 |', '| Others | Others | T-9 |'],
  ],
  [
    'readings beside their words',
    '<p>その<ruby>言葉<rp>(</rp><rt>ことば</rt><rp>)</rp></ruby>が</p>',
    ['その言葉(ことば)が'],
  ],
  [
    'a formula by its source',
    `<p>It is ${katex('f = \\frac{a}{b+1}', 'f=ab+1')} now.</p>`,
    ['It is $f = \\frac{a}{b+1}$ now.'],
  ],
  [
    'not a source that says more than is shown',
    `<p>It is ${katex('f = wxyz', 'f=ab+1')} now.</p>`,
    ['It is f=ab+1 now.'],
  ],
  [
    'MathML',
    '<p>It is <math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math> now.</p>',
    ['It is a/(b + 1) now.'],
  ],
  [
    'small pictures and labelled icons',
    `<p>Done <img src="${tiny}" alt="✅" width="16" height="16">, state <svg role="img" aria-label="passed" width="16" height="16"><circle r="8"/></svg>.</p>`,
    ['Done ✅, state passed.'],
  ],
  [
    'text in a drawing',
    '<svg width="200" height="60"><text x="5" y="20">North 40</text><text x="5" y="50">South 60</text></svg>',
    ['North 40 South 60'],
  ],
  [
    'code whose lines are blocks',
    '<pre><code><span style="display:block">a();</span><span style="display:block">b();</span></code></pre><pre><div>c();</div><div>d();</div></pre>',
    ['```\na();\nb();\n```', '```\nc();\nd();\n```'],
  ],
  [
    'code of an editor',
    '<div style="white-space:pre;font-family:monospace"><div>def f(a):</div><div>    return a</div></div>',
    ['```\ndef f(a):\n    return a\n```'],
  ],
  [
    'code in rows of a table, without their numbers',
    '<table><tr><td>1</td><td style="white-space:pre;font-family:monospace">if a:</td></tr><tr><td>2</td><td style="white-space:pre;font-family:monospace">    b()</td></tr></table>',
    ['```\nif a:\n    b()\n```'],
  ],
  [
    'code without the numbers of its lines and its bar',
    '<div><span>js</span><button>Copy</button></div><pre><code><span style="user-select:none">1</span>const a = 1;\n<span style="user-select:none">2</span>const b = 2;</code></pre>',
    ['```\nconst a = 1;\nconst b = 2;\n```'],
  ],
  [
    'code with a button in it above other code, and numbers that are no numbers of lines',
    '<pre><code>npm install</code><button>Copy</button></pre><pre>7\n8\n9</pre><pre>end</pre>',
    ['```\nnpm install\n```', '```\n7\n8\n9\n```'],
  ],
  [
    'a heading with a button above code',
    '<h3>Set it up <button>#</button></h3><div><pre>go()</pre></div>',
    ['### Set it up'],
  ],
  [
    'code of an editor that places each line and scrolls',
    '<div class="scrollbar" style="position:relative;height:60px;font-family:monospace"><div aria-hidden="true"><div class="line-numbers">1</div></div><div style="position:absolute;white-space:pre"><div style="position:absolute;top:20px">  b()</div><div style="position:absolute;top:0">if a:</div></div></div>',
    ['```\nif a:\n  b()\n```'],
  ],
  [
    'whom a quotation is of',
    '<blockquote><p>The sea is wide.</p><footer>— Ann Lee</footer></blockquote>',
    ['> The sea is wide.\n>\n> — Ann Lee'],
  ],
  [
    'what is struck out, and a heading by its role',
    '<p>For <span style="text-decoration:line-through">10 €</span> 8 €</p><div role="heading" aria-level="3">By role</div><p>Then.</p>',
    ['For ~~10 €~~ 8 €', '### By role'],
  ],
  [
    'a drawing that says more than its name',
    '<svg role="img" aria-label="Sales" width="200" height="30"><text x="5" y="20">North 40</text></svg>',
    ['North 40'],
  ],
  [
    'text that CSS writes',
    '<style>.note::before{content:"Careful: "} .minus::before{content:"−"} .usd::after{content:" $"} .tasks li::before{content:"☑ "} .for::before{content:attr(data-for) " "} .dots li::before{content:"•"}</style><p class="note">Wet paint.</p><p>Left <b class="minus">70</b>, due <span class="usd">31</span>.</p><ul class="tasks"><li>Oil the hinge</li></ul><p class="for" data-for="Only for guests:">Ring twice.</p><ul class="dots"><li>Plain</li></ul>',
    [
      'Careful: Wet paint.',
      'Left **−70**, due 31 $.',
      '- ☑ Oil the hinge',
      'Only for guests: Ring twice.',
      '- Plain',
    ],
  ],
  [
    'numbers that CSS counts, also within each other',
    '<style>article{counter-reset:part} h2.part{counter-increment:part;counter-reset:step} h2.part::before{content:counter(part,upper-roman) ". "} h3.step{counter-increment:step} h3.step::before{content:counter(part) "." counter(step) " "}</style><h2 class="part">Saw</h2><h3 class="step">Mark</h3><h3 class="step">Cut</h3><h2 class="part">Glue</h2><h3 class="step">Press</h3>',
    ['## I. Saw', '### 1.1 Mark', '### 1.2 Cut', '## II. Glue', '### 2.1 Press'],
  ],
  [
    'what is struck out by any element',
    '<style>.gone{text-decoration:line-through}</style><ul><li class="gone">Milk</li><li>Bread</li></ul><p>Costs <b class="gone">90</b> 70</p>',
    ['- ~~Milk~~\n- Bread', '**~~90~~** 70'],
  ],
  [
    'values of meters, signs and fields',
    '<p>Full: <meter value="0.3">a third</meter> Sent: <progress value="45" max="50"></progress> Liked: <span role="img" aria-label="3.5 of 5"><i></i><i></i></span> Size: <select><option>Small</option><option selected>Large</option></select>For: <input value="8">Say: <textarea>Thanks</textarea></p>',
    ['Full: 0.3 Sent: 90 % Liked: 3.5 of 5 Size: Large For: 8 Say: Thanks'],
  ],
  [
    'the order in which parts are drawn',
    '<div style="display:flex;flex-direction:column-reverse"><p>Then paint.</p><p>Now sand.</p></div><div style="display:grid;grid-template-columns:1fr 1fr"><p style="grid-row:2;grid-column:1/3">Below.</p><p style="grid-row:1;grid-column:2">Right.</p><p style="grid-row:1;grid-column:1">Left.</p></div>',
    ['Now sand.\n\nThen paint.', 'Left.\n\nRight.\n\nBelow.'],
  ],
  [
    'line ends and indentation that the page keeps',
    '<p style="white-space:break-spaces">One\ntwo</p><div style="white-space:pre-wrap">a:\n  b:\n    c: 1</div>',
    ['One\ntwo', 'a:\n  b:\n    c: 1'],
  ],
  [
    'letters as they are written, whatever size they are drawn in',
    '<p style="text-transform:uppercase">please be quiet</p><p style="text-transform:lowercase">SSL here</p>',
    ['please be quiet', 'SSL here'],
  ],
  [
    'blocks in cells, which stay apart',
    '<table><tr><th>Kind</th><th>Choices</th></tr><tr><td><p>Wood</p></td><td><ul><li>oak</li><li>pine</li></ul></td></tr><tr><td>How<br>to</td><td><div>saw</div><div>glue</div></td></tr><tr><td>Set</td><td><pre>x = 3\ny = 4</pre></td></tr></table>',
    ['| Wood | oak<br>pine |', '| How to | saw<br>glue |', '| Set | `x = 3`<br>`y = 4` |'],
  ],
  [
    'headings and heads of several lines',
    '<h3>Oil<br>and wax</h3><table><thead><tr><th colspan="2">Size</th><th rowspan="2">Price</th></tr><tr><th>Wide</th><th>High</th></tr></thead><tbody><tr><td>2</td><td>3</td><td>9</td></tr></tbody></table>',
    ['### Oil and wax', '| Size Wide | Size High | Price |\n| --- | --- | --- |\n| 2 | 3 | 9 |'],
  ],
  [
    'letters that move one by one',
    `<h3 aria-label="Wax day">${[...'Wax day'].map((one) => (one === ' ' ? ' ' : `<span aria-hidden="true" style="display:inline-block">${one}</span>`)).join('')}</h3><p>${[...'Rub it'].map((one) => `<b style="display:inline-block">${one === ' ' ? '&nbsp;' : one}</b>`).join('')}</p>`,
    ['### Wax day', '**Rub it**'],
  ],
  [
    'terms with what explains them',
    '<dl><dt>Ash</dt><dd>Hard, for handles</dd><dt>Lime</dt><dd>Soft</dd><dd>For spoons</dd></dl>',
    ['Ash\n: Hard, for handles\n\nLime\n: Soft\n: For spoons'],
  ],
  [
    'cards that are links',
    '<a href="https://e.example/two"><h3>Two card</h3><p>Words below.</p></a>',
    ['### [Two card](https://e.example/two)\n\nWords below.'],
  ],
  [
    'a sign that an answer was accepted',
    '<div><div>31</div><svg aria-label="Accepted answer" width="20" height="20"><path d="M0 0h9v9z"/></svg></div>',
    ['Accepted answer'],
  ],
  [
    'boxes that are drawn',
    '<style>.checkbox{display:inline-block;width:16px;height:16px;background:#58a9d7}</style><ul style="list-style:none"><li><div class="checkbox checkbox-on"></div> <span>Shut it</span></li><li><div class="checkbox checkbox-off"></div> <span>Lock it</span></li></ul><div style="position:relative"><input type="checkbox" checked style="opacity:0;position:absolute;width:16px;height:16px;margin:0"><svg width="16" height="16"><path d="M1 1h9v9z"/></svg> Sweep it</div>',
    ['- [x] Shut it\n- [ ] Lock it', '[x] Sweep it'],
  ],
  [
    'keys, and what an abbreviation stands for',
    '<p>Press <kbd>Alt</kbd>+<kbd>J</kbd>. The <abbr title="Cascading Style Sheets">CSS</abbr> is short.</p>',
    ['Press Alt+J. The CSS (Cascading Style Sheets) is short.'],
  ],
  [
    'lines of code that changed, with their signs',
    '<pre><code><span style="display:block">keep()</span><span style="display:block" class="diff remove">old()</span><span style="display:block" class="diff add">fresh()</span></code></pre><pre>total = <del>1</del><ins>2</ins>\n<del>gone()</del>\nend()</pre>',
    ['```diff\n keep()\n-old()\n+fresh()\n```', '```diff\n total = [-1-]{+2+}\n-gone()\n end()\n```'],
  ],
  [
    'changed lines whose signs CSS writes',
    '<style>td.addition::before{content:"+"} td.deletion::before{content:"-"} td.context::before{content:" "} .d td{white-space:pre;font-family:monospace}</style><table class="d"><tr><td>1</td><td class="context">if a:</td></tr><tr><td>2</td><td class="deletion">    b()</td></tr><tr><td>2</td><td class="addition">    c()</td></tr></table>',
    ['```diff\n if a:\n-    b()\n+    c()\n```'],
  ],
];

test('what a page shows otherwise than by plain text is written as it stands there', async () => {
  const faults: string[] = [];
  for (const [what, html, written] of SHOWN) {
    site.put(
      '/shown.html',
      `<!doctype html><meta charset="utf-8"><title>Page</title><main><article><h1>Page</h1>${sentences}${html}${sentences}</article></main>`,
    );
    const { markdown } = await captureOf('/shown.html');
    for (const one of written) if (!markdown.includes(one)) faults.push(`${what}: ${one}\n${markdown}`);
    if (/^(?:js|1|2)$/m.test(markdown)) faults.push(`${what}: a bar or a number`);
  }
  expect(faults).toEqual([]);
});

test('headings with the class of a header stay in the article, and pictures are found before they are loaded', async () => {
  const part = (title: string) => `<h2 class="header-anchor-post">${title}</h2>${sentences}`;
  const pictures = `<p><img data-src="/real-1.jpg" src="${tiny}" style="width:600px;height:300px"></p><p><img data-original="/real-2.jpg" src="/placeholder.png" width="600" height="300"></p>`;
  site.put(
    '/parts.html',
    `<!doctype html><title>Page</title><meta property="og:type" content="article"><main><article><h1>Page</h1>${part('One')}${part('Two')}${pictures}${part('Three')}</article></main>`,
  );
  const { kind, markdown, candidates } = await captureOf('/parts.html');
  expect(kind).toBe('article');
  expect(markdown.match(/^## .*/gm)).toEqual(['## One', '## Two', '## Three']);
  expect(candidates.map(({ url }) => url)).toEqual([`${site.url}/real-1.jpg`, `${site.url}/real-2.jpg`]);
});
