import * as dom from './dom.ts';
import { numberAs } from './list-marks.ts';

/** Most elements of which counters are followed; with more, a number that CSS writes can't be told. */
const ELEMENTS_MAX = 60_000;

type Part = 'before' | 'after';
/** The values of each counter that an element is in, from the outermost. */
type Values = ReadonlyMap<string, readonly number[]>;
/** Of the elements at which CSS writes a number; null: of too many. */
type Counted = Record<Part, WeakMap<Element, Values>> | null;

const known = new WeakMap<Node, Counted>();

/**
 * A number that CSS writes: `counter(n)`, `counter(n, upper-roman)`, `counters(n, ".")`.
 * @param inside what stands in the brackets
 * @returns null where it can't be told
 */
export function counterText(element: Element, at: Part, inside: string): string | null {
  const root = dom.rootNode(element);
  if (!known.has(root)) known.set(root, dom.isDocument(root) ? count(dom.rootElement(root)) : null);
  const [, name = '', separator, style = 'decimal'] =
    /^\s*([\w-]+)\s*(?:,\s*"([^"]*)")?\s*(?:,\s*([\w-]+))?\s*$/.exec(inside) ?? [];
  const values = known.get(root)?.[at].get(element)?.get(name);
  if (!values) return null;
  const written = values.map((value) => numberAs(value, style));
  return separator === undefined ? (written.at(-1) ?? null) : written.join(separator);
}

/** Follows a document's counters as CSS scopes them: to an element, what follows in its parent, and below. */
function count(root: Element): Counted {
  const counted = { before: new WeakMap<Element, Values>(), after: new WeakMap<Element, Values>() };
  const open = new Map<string, { depth: number; value: number }[]>();
  let elements = 0;

  const stackOf = (name: string) => {
    const stack = open.get(name) ?? [];
    open.set(name, stack);
    return stack;
  };
  const begin = (name: string, value: number, depth: number) => {
    const stack = stackOf(name);
    if (stack.at(-1)?.depth === depth) stack.pop();
    stack.push({ depth, value });
  };
  const apply = (style: CSSStyleDeclaration, depth: number) => {
    for (const [name, value] of pairs(style.counterReset, 0)) begin(name, value, depth);
    for (const [name, value] of pairs(style.counterIncrement, 1)) {
      if (stackOf(name).length === 0) begin(name, 0, depth);
      stackOf(name).at(-1)!.value += value;
    }
    for (const [name, value] of pairs(style.counterSet, 0)) {
      if (stackOf(name).length === 0) begin(name, 0, depth);
      stackOf(name).at(-1)!.value = value;
    }
  };
  const note = (element: Element, at: Part, depth: number) => {
    const style = dom.styleOf(element, `::${at}`);
    if (!style || /^(?:none|normal)?$/.test(style.content) || style.display === 'none') return;
    apply(style, depth + 1);
    if (!style.content.includes('counter')) return;
    const values = [...open].filter(([, stack]) => stack.length > 0);
    counted[at].set(element, new Map(values.map(([name, stack]) => [name, stack.map(({ value }) => value)])));
  };
  const visit = (element: Element, depth: number): boolean => {
    elements += 1;
    if (elements > ELEMENTS_MAX || depth > 500) return false;
    const style = dom.styleOf(element);
    if (!style || style.display === 'none') return true;
    const name = dom.localName(element);
    if (name === 'ol' || name === 'ul' || name === 'menu')
      begin('list-item', (Number(dom.attribute(element, 'start')) || 1) - 1, depth);
    apply(style, depth);
    const [item] = style.display.includes('list-item') ? stackOf('list-item').slice(-1) : [];
    if (item && !/\blist-item\b/.test(style.counterIncrement)) item.value += 1;
    note(element, 'before', depth);
    const isWhole = [...dom.childNodes(element)]
      .filter(dom.isElement)
      .every((child) => visit(child, depth + 1));
    note(element, 'after', depth);
    for (const stack of open.values()) while ((stack.at(-1)?.depth ?? 0) > depth) stack.pop();
    return isWhole;
  };
  return visit(root, 0) ? counted : null;
}

/** `a 1 b -2` as pairs. */
function pairs(text: string | undefined, otherwise: number): [name: string, value: number][] {
  if (!text || text === 'none') return [];
  return [...text.matchAll(/([a-z_][\w-]*|--[\w-]+)(?:\s+(-?\d+))?/gi)].map(([, name = '', value]) => [
    name,
    value === undefined ? otherwise : Number(value),
  ]);
}
