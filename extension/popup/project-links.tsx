import { t } from '../i18n/t.ts';
import { OpenLink } from '../ui/open-link.tsx';
import { stored } from '../ui/stored-state.ts';
import { placesOf } from './places.ts';

/** Where a project can be seen: its preview and its published site. */
export function ProjectLinks({ projectId }: { projectId: string | null }) {
  const { preview, published } = placesOf(stored.value?.snapshot?.snapshot ?? null, projectId);
  return (
    <>
      {preview && (
        <OpenLink class="button" to={preview}>
          {t('verb.openPreview')}
        </OpenLink>
      )}
      {published && (
        <OpenLink class="button" to={published}>
          {t('verb.openLive')}
        </OpenLink>
      )}
    </>
  );
}
