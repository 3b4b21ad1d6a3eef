import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { isRecord } from '../../shared/parse.ts';
import type { Deadline } from './deadline.ts';
import * as dom from './dom.ts';
import { linkedData, typesOf, withoutVocabulary } from './linked-data.ts';
import { numberElements, putBack } from './put-back.ts';

/** The article must hold at least this share of the main part's text, otherwise it is one post of many. */
const ARTICLE_SHARE = 0.6;
/** The same where it is the page's one `article` element: other articles and comments stand beside it. */
const ONLY_ARTICLE_SHARE = 0.2;
/** The same of a page that says in its metadata that it is an article. */
const DECLARED_ARTICLE_SHARE = 0.1;
/** With more elements than this, finding an article takes too long; articles have far fewer. */
const ARTICLE_MAX_ELEMENTS = 15_000;
const FURNITURE =
  'nav, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [role=search], [role=complementary]';

export interface MainPart {
  kind: 'article' | 'page';
  element: HTMLElement;
}

/**
 * The part of a copied page worth reading: the article, if the page is one, else the page without navigation
 * and the like. A forum thread or an issue is not an article, although the finder would pick its longest
 * post: the article must be most of the page, unless the page says that it is one.
 * @param original the page
 * @param copy its visible copy, a document that may be modified
 * @param deadline after it, and in very large pages, no article is searched for
 */
export function mainPart(original: Document, copy: Document, title: string, deadline: Deadline): MainPart {
  const page = withoutFurniture(copy.body);
  const looksForArticle = copy.getElementsByTagName('*').length <= ARTICLE_MAX_ELEMENTS && !deadline.passed();
  const article = looksForArticle && isProbablyReaderable(copy) ? articleOf(copy, title, deadline) : null;
  if (article && textLength(article) >= neededShare(original, copy) * textLength(page))
    return { kind: 'article', element: article };
  return { kind: 'page', element: page };
}

const ARTICLE_TYPE = /^(?:\w*Article|BlogPosting|Report)$/;
const OTHER_TYPE = /^(?:DiscussionForumPosting|QAPage|Question|Product|ItemList|CollectionPage)$/;
/** Deeper things of JSON-LD say nothing about the page. */
const THINGS_DEPTH_MAX = 12;

/** Share of a page's text that its article must hold, by the type it declares (Open Graph, schema.org). */
function neededShare(original: Document, copy: Document): number {
  const types = declaredTypes(original);
  if (types.some((type) => OTHER_TYPE.test(type))) return ARTICLE_SHARE;
  if (types.some((type) => ARTICLE_TYPE.test(type))) return DECLARED_ARTICLE_SHARE;
  return copy.querySelectorAll('article').length === 1 ? ONLY_ARTICLE_SHARE : ARTICLE_SHARE;
}

/** Names of types without their vocabulary: Open Graph's `article` is given as schema.org's. */
function declaredTypes(original: Document): string[] {
  const openGraph = dom
    .findAll(original, 'meta[property="og:type"]')
    .map((meta) =>
      (dom.attribute(meta, 'content') ?? '').trim().toLowerCase() === 'article' ? 'Article' : '',
    );
  const microdata = dom
    .findAll(original, '[itemscope][itemtype]')
    .flatMap((element) => (dom.attribute(element, 'itemtype') ?? '').split(/\s+/).map(withoutVocabulary));
  return [...openGraph, ...microdata, ...typesIn(linkedData(original).values, THINGS_DEPTH_MAX)];
}

function typesIn(value: unknown, depth: number): string[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => typesIn(one, depth - 1));
  if (!isRecord(value)) return [];
  return [...typesOf(value), ...Object.values(value).flatMap((held) => typesIn(held, depth - 1))];
}

function articleOf(copy: Document, title: string, deadline: Deadline): HTMLElement | null {
  numberElements(copy.body);
  const clone = copy.cloneNode(true) as Document;
  clone.title = title;
  const found = new Readability<HTMLElement>(clone, {
    serializer: (node) => node as HTMLElement,
    disableJSONLD: true,
    // The class names the language of a code sample.
    keepClasses: true,
  }).parse();
  if (found?.content) putBack(copy.body, found.content, FURNITURE, title, deadline);
  return found?.content ?? null;
}

function withoutFurniture(body: HTMLElement): HTMLElement {
  const page = (onlyMain(body) ?? body).cloneNode(true) as HTMLElement;
  for (const element of page.querySelectorAll(FURNITURE)) element.remove();
  for (const header of page.querySelectorAll(':scope > header, :scope > div > header')) {
    if (header.querySelector('nav, form, [role=search]')) header.remove();
  }
  return textLength(page) > 0 ? page : body;
}

/** The page's single main element, unless it holds less than half of the text. */
function onlyMain(body: HTMLElement): HTMLElement | null {
  const mains = body.querySelectorAll<HTMLElement>('main, [role=main]');
  const main = mains.length === 1 ? mains[0] : undefined;
  return main && textLength(main) * 2 >= textLength(body) ? main : null;
}

function textLength(element: Element): number {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim().length;
}
