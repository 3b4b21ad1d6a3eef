import type { World } from './world.ts';

const TAG = /<\/?[a-z!][^<>]*>/gi;

/** What the service keeps of a text: all or, where `escapesText` is assumed, without tags and escaped. */
export function storedText(world: World, text: string): string {
  return world.assumptions.escapesText ? escapedText(text) : text;
}

export function escapedText(text: string): string {
  return text.replace(TAG, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
