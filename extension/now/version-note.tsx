import { olderSide } from '../../shared/edge-api/version.ts';
import { t } from '../i18n/t.ts';
import { Glyph } from '../ui/icons.tsx';
import { stored } from '../ui/stored-state.ts';

/** Which of edge and extension is to be updated, when they are not of one version; nothing while they are. */
export function VersionNote() {
  const { connection, health } = stored.value ?? {};
  const older =
    connection && health?.edgeApi !== undefined && !health.failure ? olderSide(health.edgeApi) : null;
  if (older === null) return null;
  return (
    <div class="standing" role="status">
      <Glyph name="warning" />
      <div>
        <strong>{older === 'edge' ? t('state.olderEdge') : t('state.olderExtension')}</strong>
        <span class="meta">
          {older === 'edge' ? t('state.olderEdgeFacts') : t('state.olderExtensionFacts')}
        </span>
      </div>
    </div>
  );
}
