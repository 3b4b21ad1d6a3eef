import { type Box, covers } from './clip.ts';
import type { Deadline } from './deadline.ts';
import * as dom from './dom.ts';
import { isOpaque } from './ink.ts';
import { isAbove, type Surroundings } from './visibility.ts';

const COVERS_MAX = 2_000;
const COVER_MIN_PX = 8;

/** A copied text that may still turn out to be covered. */
interface CopiedText {
  nodes: ChildNode[];
  text: string;
  lines: Box[];
  order: number;
  layers: Surroundings['layers'];
  pinnedBy: number;
}

/** A box with an opaque background, and which part of the walk is inside it. */
interface Cover extends Pick<CopiedText, 'layers' | 'pinnedBy'> {
  box: Box;
  first: number;
  last: number;
}

export class CoveredTexts {
  readonly #texts: CopiedText[] = [];
  readonly #covers: Cover[] = [];

  add(text: CopiedText): void {
    this.#texts.push(text);
  }

  /** Notes an element with an opaque background; `first` to `last` of the walk are inside it. */
  addCover(
    element: Element,
    style: CSSStyleDeclaration,
    { opacity, layers, pinnedBy }: Surroundings,
    { first, last }: { first: number; last: number },
  ): void {
    if (this.#covers.length >= COVERS_MAX || style.display === 'inline' || !isOpaque(style, opacity)) return;
    if (style.visibility !== 'visible') return;
    const { left, top, right, bottom } = dom.box(element);
    if (right - left < COVER_MIN_PX || bottom - top < COVER_MIN_PX) return;
    this.#covers.push({ box: { left, top, right, bottom }, first, last, layers, pinnedBy });
  }

  /** Removes texts that are covered by something opaque that scrolls with them. @returns their texts */
  remove(deadline: Deadline): string[] {
    const removed: string[] = [];
    for (const text of this.#texts) {
      if (deadline.passed()) break;
      const isCovered = this.#covers.some(
        (cover) =>
          cover.pinnedBy === text.pinnedBy &&
          (text.order < cover.first || text.order > cover.last) &&
          text.lines.every((line) => covers(cover.box, line)) &&
          isAbove(cover.layers, text.layers),
      );
      if (!isCovered) continue;
      for (const node of text.nodes) node.remove();
      removed.push(text.text);
    }
    return removed;
  }
}
