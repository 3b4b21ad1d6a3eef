import * as dom from './dom.ts';
import { parseNearlyJson } from './nearly-json.ts';

/** More than this of a page is not parsed. */
const CHARS_MAX = 4_000_000;

export type Json = Record<string, unknown>;

/** The values of a page's JSON-LD, and how many of its scripts are too broken or too large to be read. */
export function linkedData(document: Document): { values: unknown[]; unread: number } {
  const values: unknown[] = [];
  let unread = 0;
  let left = CHARS_MAX;
  for (const script of dom.findAll(document, 'script[type="application/ld+json" i]')) {
    const text = dom.textContent(script);
    if (text.trim() === '') continue;
    left -= text.length;
    const found = left < 0 ? null : valuesOf(text);
    if (found) values.push(...found);
    else unread += 1;
  }
  return { values, unread };
}

function valuesOf(text: string): unknown[] | null {
  // Some sites escape the whole script as if it were text of the page.
  const isEscaped = /^[^"]*&(?:quot|#34|#x22);/i.test(text);
  try {
    return parseNearlyJson(isEscaped ? resolveReferences(text) : text);
  } catch {
    return null;
  }
}

/** Types of an object without their vocabulary: `https://schema.org/Product` is `Product`. */
export const typesOf = (value: Json): string[] =>
  [value['@type']].flat().flatMap((type) => (typeof type === 'string' ? [withoutVocabulary(type)] : []));

export const withoutVocabulary = (type: string): string => type.trim().replace(/^.*[/#:]/, '');

let resolver: HTMLTextAreaElement | null = null;

/** A text with its character references resolved (`&amp;`, `&#39;`), as HTML has them. */
export function resolveReferences(text: string): string {
  if (!/&#?\w+;/.test(text)) return text;
  resolver ??= document.implementation.createHTMLDocument('').createElement('textarea');
  resolver.innerHTML = text;
  return resolver.value;
}
