/**
 * Reads DOM properties so that the page can't disturb it. A form and a document expose named controls as
 * properties: with `<input name="localName">`, `form.localName` is that input. The getter is therefore taken
 * from the class's prototype, of which a content script has its own; once, for tens of thousands of nodes.
 */
function property<T extends object, K extends keyof T>(
  type: () => { prototype: T },
  key: K,
): (of: T) => T[K] {
  let getter: (() => T[K]) | undefined;
  return (of) => {
    getter ??= Object.getOwnPropertyDescriptor(type().prototype, key)?.get as () => T[K];
    return Reflect.apply(getter, of, []);
  };
}

function method<T extends object, K extends keyof T>(type: () => { prototype: T }, key: K) {
  type Method = T[K] extends (...args: infer A) => infer R ? { args: A; result: R } : never;
  let own: (() => Method['result']) | undefined;
  return (of: T, ...args: Method['args']): Method['result'] => {
    own ??= Reflect.get(type().prototype, key) as () => Method['result'];
    return Reflect.apply(own, of, args);
  };
}

const node = () => Node;
const element = () => Element;
const document = () => Document;

export const nodeType = property(node, 'nodeType');
export const childNodes = property(node, 'childNodes');
export const parentNode = property(node, 'parentNode');
export const parentElement = property(node, 'parentElement');
export const baseAddress = property(node, 'baseURI');
export const rootNode = method(node, 'getRootNode');
export const contains = method(node, 'contains');
export const textContent = (of: Node): string => property(node, 'textContent')(of) ?? '';
export const ownerDocument = (of: Node): Document => property(node, 'ownerDocument')(of) as Document;

export const localName = property(element, 'localName');
export const attribute = method(element, 'getAttribute');
export const hasAttribute = method(element, 'hasAttribute');
export const openShadowRoot = property(element, 'shadowRoot');
export const assignedSlot = (of: Element | Text) => Reflect.get(prototypeOf(of), 'assignedSlot', of);
export const box = method(element, 'getBoundingClientRect');
export const scrollLeft = property(element, 'scrollLeft');
export const scrollTop = property(element, 'scrollTop');
export const scrollWidth = property(element, 'scrollWidth');
export const scrollHeight = property(element, 'scrollHeight');
export const clientWidth = property(element, 'clientWidth');
export const clientHeight = property(element, 'clientHeight');
export const isRendered = method(element, 'checkVisibility');

export const body = property(document, 'body');
export const rootElement = property(document, 'documentElement');
export const documentTitle = property(document, 'title');
export const contentType = property(document, 'contentType');
export const focusedElement = property(document, 'activeElement');
export const selectionOf = method(document, 'getSelection');
export const implementation = property(document, 'implementation');
export const styleSheets = property(document, 'styleSheets');
export const viewOf = property(document, 'defaultView');
const query = method(document, 'querySelectorAll');
export const findAll = (of: Document, selector: string): Element[] => [...query(of, selector)];

function prototypeOf(of: Element | Text): Element | Text {
  return nodeType(of) === Node.TEXT_NODE ? Text.prototype : Element.prototype;
}

export const isElement = (of: Node): of is Element => nodeType(of) === Node.ELEMENT_NODE;
export const isDocument = (of: Node): of is Document => nodeType(of) === Node.DOCUMENT_NODE;
/** No other kind of fragment is ever an ancestor of a page's node. */
export const isShadowRoot = (of: Node): of is ShadowRoot => nodeType(of) === Node.DOCUMENT_FRAGMENT_NODE;
export const isText = (of: Node): of is Text => nodeType(of) === Node.TEXT_NODE;

/** The computed style, also of a part such as `::first-line`; null in a document that is not rendered. */
export function styleOf(of: Element, part?: string): CSSStyleDeclaration | null {
  return viewOf(ownerDocument(of))?.getComputedStyle(of, part) ?? null;
}
