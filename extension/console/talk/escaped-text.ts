const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#x2F;': '/',
};

/** A text as it was written: the service escapes what it stores. It is shown as text, never as markup. */
export const decoded = (text: string): string =>
  text.replace(
    /&(?:amp|lt|gt|quot|#39|#x27|#x2F);/gi,
    (entity) => ENTITIES[entity.toLowerCase()] ?? ENTITIES[entity] ?? entity,
  );
