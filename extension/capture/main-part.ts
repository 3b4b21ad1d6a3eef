import { isProbablyReaderable, Readability } from '@mozilla/readability';
import type { Deadline } from './deadline.ts';

/** The article must hold at least this share of the main part's text, otherwise it is one post of many. */
const ARTICLE_SHARE = 0.6;
/** With more elements than this, finding an article takes too long; articles have far fewer. */
const ARTICLE_MAX_ELEMENTS = 15_000;
const FURNITURE =
  'nav, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [role=search], [role=complementary]';

export interface MainPart {
  kind: 'article' | 'page';
  element: HTMLElement;
}

/**
 * The part of a copied page worth reading: the article, if the page is one, else the page without navigation and the
 * like. A forum thread or an issue is not an article, although the finder would pick its longest post.
 * @param copy a document that may be modified
 * @param deadline after it, and in very large pages, no article is searched for
 */
export function mainPart(copy: Document, title: string, deadline: Deadline): MainPart {
  const page = withoutFurniture(copy.body);
  const looksForArticle = copy.getElementsByTagName('*').length <= ARTICLE_MAX_ELEMENTS && !deadline.passed();
  const article = looksForArticle && isProbablyReaderable(copy) ? articleOf(copy, title) : null;
  if (article && textLength(article) >= ARTICLE_SHARE * textLength(page))
    return { kind: 'article', element: article };
  return { kind: 'page', element: page };
}

function articleOf(copy: Document, title: string): HTMLElement | null {
  const clone = copy.cloneNode(true) as Document;
  clone.title = title;
  const found = new Readability<HTMLElement>(clone, {
    serializer: (node) => node as HTMLElement,
    disableJSONLD: true,
    // The class names the language of a code sample.
    keepClasses: true,
  }).parse();
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
