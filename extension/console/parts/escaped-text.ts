const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#x2F;': '/',
};

/** Decodes a text that the service has escaped. Render it as text, never as markup. */
export const decoded = (text: string): string =>
  text.replace(
    /&(?:amp|lt|gt|quot|#39|#x27|#x2F);/gi,
    (entity) => ENTITIES[entity.toLowerCase()] ?? ENTITIES[entity] ?? entity,
  );
