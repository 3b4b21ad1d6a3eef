import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { mask } from '../../ui/page-state.ts';

/** Of what is shown of a tag, in characters. */
const TAG_MAX = 24;

/** Says, before a prompt is sent, that the service may lose the markup in it. */
export function MarkupNote({ text }: { text: string }) {
  const tag = markupIn(text);
  if (tag === null) return null;
  return (
    <p class="meta" role="status">
      {t('launch.markup', { tag: isolated(mask(tag)) })}
    </p>
  );
}

/** The first piece of markup in a text, shortened; null where there is none. */
function markupIn(text: string): string | null {
  const tag = /<(?:\/?[a-z][^<>]*|!--[\s\S]*?--)>/i.exec(text)?.[0] ?? null;
  return tag !== null && tag.length > TAG_MAX ? `${tag.slice(0, TAG_MAX - 2)}…>` : tag;
}
