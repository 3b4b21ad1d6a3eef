import { t } from '../i18n/t.ts';
import { OpenLink } from './open-link.tsx';
import { placesOf } from './places.ts';
import { stored } from './stored-model.ts';

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
