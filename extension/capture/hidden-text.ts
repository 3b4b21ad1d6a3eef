import * as dom from './dom.ts';
import { looksLikeInstruction } from './flag-rules.ts';
import { stripInvisible } from './invisible-characters.ts';

/** How much of a hidden part is searched for orders to an AI. */
const HIDDEN_LOOK_CHARS = 5_000;

/** Elements whose content is never copied. */
export const SKIPPED = new Set([
  'audio',
  'button',
  'canvas',
  'datalist',
  'desc',
  'input',
  'metadata',
  'meter',
  'noscript',
  'object',
  'progress',
  'rp',
  'script',
  'select',
  'style',
  'template',
  'textarea',
  'title',
  'video',
]);
/** Skipped elements that contain invisible text of the page. */
export const UNSEEN_WITHIN: Partial<Record<string, (element: Element) => string>> = {
  noscript: dom.textContent,
  template: (element) => dom.textContent((element as HTMLTemplateElement).content),
  datalist: linesOf('option'),
  select: linesOf('option'),
  object: dom.textContent,
  video: dom.textContent,
  audio: dom.textContent,
  canvas: dom.textContent,
  title: dom.textContent,
  desc: dom.textContent,
  metadata: dom.textContent,
};
function linesOf(selector: string): (element: Element) => string {
  return (element) => [...element.querySelectorAll(selector)].map(dom.textContent).join('\n');
}

/** Attributes whose text is not visible on the page. */
export const UNSEEN_ATTRIBUTES = ['title', 'aria-label', 'aria-description'];

/** Facts about text that a reader does not see. */
export interface HiddenFacts {
  hidden: number;
  invisible: number;
  /** Some of the hidden text addresses an AI. */
  hiddenOrders: boolean;
}

/** Counts hidden text, and looks for orders to an AI in it. */
export class HiddenText {
  readonly #facts: HiddenFacts;

  constructor(facts: HiddenFacts) {
    this.#facts = facts;
  }

  /** Counts a text that was left out, and looks for orders in it. */
  note(text: string): void {
    if (text === '') return;
    const { text: plain, spelled } = stripInvisible(text.slice(0, HIDDEN_LOOK_CHARS));
    this.#facts.hidden += text.trim().length;
    this.#look(plain);
    this.#look(spelled);
  }

  /** Counts invisible characters that were removed. @param spelled what they spell */
  noteInvisible(count: number, spelled: string): void {
    this.#facts.invisible += count;
    this.#look(spelled);
  }

  #look(text: string): void {
    if (this.#facts.hiddenOrders || text === '') return;
    this.#facts.hiddenOrders = text.split('\n').some((line) => looksLikeInstruction(line));
  }
}
