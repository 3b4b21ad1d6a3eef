import * as dom from './dom.ts';

/**
 * What a reader sees of an element besides the page's text: values of fields and meters, ticks, labels of
 * signs, and the order of its children. Text that CSS writes: `css-text.ts`.
 */

const BOX = /^(?:checkbox|radio)$/;
/** A box that is drawn, of pages that Notion exports. */
const DRAWN_BOX = /(?:^|\s)checkbox-(on|off)(?:\s|$)/;
const NO_VALUE = /^(?:button|checkbox|color|file|hidden|image|password|radio|range|reset|submit)$/;

/** The value that a field or meter shows, empty for an empty one; null for what is neither. */
export function shownValue(element: Element): string | null {
  switch (dom.localName(element)) {
    case 'input': {
      const { type, value } = element as HTMLInputElement;
      return NO_VALUE.test(type) ? null : value;
    }
    case 'textarea':
      return (element as HTMLTextAreaElement).value;
    case 'select': {
      const chosen = [...(element as HTMLSelectElement).selectedOptions].filter(({ value }) => value !== '');
      return chosen.map(({ text }) => text).join(', ');
    }
    case 'meter': {
      const { value, max } = element as HTMLMeterElement;
      return max === 1 ? String(value) : `${value}/${max}`;
    }
    case 'progress': {
      const { position } = element as HTMLProgressElement;
      return position < 0 ? '' : `${Number((100 * position).toFixed(1))} %`;
    }
    default:
      return /^(?:meter|progressbar)$/.test(dom.attribute(element, 'role') ?? '')
        ? (dom.attribute(element, 'aria-valuetext') ?? dom.attribute(element, 'aria-valuenow'))
        : null;
  }
}

/** Whether a field shows the page's own value: nobody typed it, and it is in no form to be filled in. */
export function isOwnValue(element: Element): boolean {
  const { form } = element as HTMLInputElement;
  if (form) return false;
  switch (dom.localName(element)) {
    case 'input':
    case 'textarea': {
      const { value, defaultValue } = element as HTMLInputElement;
      return value === defaultValue;
    }
    default:
      return true;
  }
}

/** Whether a box or switch is ticked; null for what is none. */
export function isTicked(element: Element): boolean | null {
  if (dom.localName(element) === 'input') {
    const { type, checked } = element as HTMLInputElement;
    return BOX.test(type) ? checked : null;
  }
  const [, drawn] = DRAWN_BOX.exec(dom.attribute(element, 'class') ?? '') ?? [];
  if (drawn) return drawn === 'on';
  const role = dom.attribute(element, 'role');
  const isChecked = dom.attribute(element, 'aria-checked');
  return /^(?:checkbox|menuitemcheckbox|radio|switch)$/.test(role ?? '') && isChecked !== null
    ? isChecked === 'true'
    : null;
}

/** What an element that shows a sign instead of a text is called; empty for one without a name. */
export function signName(element: Element): string {
  const title = dom.localName(element) === 'svg' ? element.querySelector(':scope > title') : null;
  const name = dom.attribute(element, 'aria-label')?.trim() || dom.attribute(element, 'title')?.trim();
  return name || (title ? dom.textContent(title).trim() : '');
}

/** The children in the order in which they are drawn, where CSS gives them another than that of the page. */
export function childrenAsDrawn(element: Element, children: Iterable<Node>): Iterable<Node> {
  if (element.childElementCount < 2) return children;
  const style = dom.styleOf(element);
  if (!style || !/flex|grid/.test(style.display)) return children;
  const nodes = [...children];
  const styles = new Map(nodes.map((node) => [node, dom.isElement(node) ? dom.styleOf(node) : null]));
  const orderOf = (node: Node) => Number(styles.get(node)?.order) || 0;
  const isOrdered = nodes.some((node) => orderOf(node) !== 0);
  const isGrid = style.display.includes('grid');
  const isPlaced =
    isGrid &&
    [...styles.values()].some(
      (own) => own && (own.gridRowStart !== 'auto' || own.gridColumnStart !== 'auto'),
    );
  const isReverse = !isGrid && style.flexDirection.endsWith('-reverse');
  if (!isOrdered && !isReverse && !isPlaced) return children;
  if (isPlaced) return nodes.sort(beforeInLayout(style.direction === 'rtl'));
  nodes.sort((one, other) => orderOf(one) - orderOf(other));
  return isReverse ? nodes.reverse() : nodes;
}

/** By rows, and in a row along the line. Text that stands alone keeps its place. */
function beforeInLayout(isRightToLeft: boolean) {
  return (one: Node, other: Node): number => {
    if (!dom.isElement(one) || !dom.isElement(other)) return 0;
    const [a, b] = [dom.box(one), dom.box(other)];
    if (a.bottom <= b.top + 1) return -1;
    if (b.bottom <= a.top + 1) return 1;
    return isRightToLeft ? b.right - a.right : a.left - b.left;
  };
}
